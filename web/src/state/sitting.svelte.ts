import { changedNews, lineage, withPages } from '../net/apply';
import { apiPath, Declined, get, isAway, post, whyOf } from '../net/http';
import { browserWorld, Line, type LineState } from '../net/line';
import type { Ask, Changed, News, Page, Piece, Role, Sat, Side, TablePage, Tell } from '../net/wire';
import { LOOKS_ON, seatQuery } from '../lobby/seats';
import { readGround, type Ground } from '../map/ground';
import { house } from './server.svelte';

/** How long nobody is asked again after nobody answered, in milliseconds. */
const AGAIN = 4_000;

/** One seat at one table of the server, as the page knows it. */
export class Sitting {
  about = $state.raw<TablePage>();
  news = $state.raw<News>();
  pages = $state.raw<Page[]>([]);
  ground = $state.raw<Ground>();
  state = $state<LineState>('joining');
  /** Why there is no table, if there is none. */
  trouble = $state('');
  /** Whether nobody answers: he is asked again. */
  isAway = $state(false);
  private line: Line | undefined;
  private isLeft = false;
  private next: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    private readonly token?: string,
    /** The seat that is meant, where somebody has several. */
    private readonly meant?: number,
  ) {
    void this.open();
  }

  /** Asks for the table again, where nobody answered. */
  again(): void {
    clearTimeout(this.next);
    if (!this.isLeft) void this.open();
  }

  private async open(): Promise<void> {
    const { token } = this;
    try {
      const taken = token === undefined ? undefined : await post<Sat>(`tables/${this.table}/sit`, { token });
      this.about = await this.lookedUp(taken?.seat ?? this.meant);
      this.news = this.about.news;
      [this.isAway, this.trouble] = [false, ''];
      if (this.about.seat !== LOOKS_ON) house.sat();
      if (this.isLeft) return;
      this.join(this.about.seat);
      const drawn = await fetch(this.map);
      this.ground = readGround(await drawn.text());
    } catch (error) {
      this.isAway = isAway(error);
      this.trouble = whyOf(error);
      if (this.isAway && !this.isLeft) this.next = setTimeout(() => this.again(), AGAIN);
    }
  }

  /** The table as a seat sees it. Whoever was sent the address of somebody else's seat has another one, or looks on. */
  private async lookedUp(seat: number | undefined): Promise<TablePage> {
    const path = `tables/${this.table}`;
    try {
      return await get<TablePage>(`${path}${seatQuery(seat)}`);
    } catch (error) {
      if (seat === undefined || !(error instanceof Declined) || error.problem.problem !== 'not-yours') throw error;
      return get<TablePage>(path);
    }
  }

  private join(seat: number): void {
    this.line = new Line(browserWorld(this.table, seat === LOOKS_ON ? undefined : seat), {
      news: (news: News) => {
        this.news = news;
        this.pages = withPages(this.pages, news.pages);
      },
      changed: (changed: Changed) => {
        if (this.news) this.news = changedNews(this.news, changed);
        this.pages = withPages(this.pages, changed.pages ?? []);
      },
      state: (state, why) => {
        this.state = state;
        if (why !== '') this.trouble = why;
      },
    });
  }

  /** The seat that is taken here, once it is known. */
  get seat(): number | undefined {
    return this.about?.seat ?? this.meant;
  }

  /** Where the game is to be had as a file. */
  get file(): string {
    return `tables/${this.table}/export${seatQuery(this.seat)}`;
  }

  /** Where the picture of the ground is. */
  get map(): string {
    return apiPath(`tables/${this.table}/map.svg?bare=true`);
  }

  get role(): Role {
    const seat = this.news?.seat;
    return this.news?.seats.find((line) => line.seat === seat)?.role ?? 'spectator';
  }

  /** Whether this seat gives the orders of a side. */
  commands(side: Side): boolean {
    return this.role === side || this.role === 'both';
  }

  /** Whether everything about a side is told to this seat. */
  knows(side: Side): boolean {
    return this.commands(side) || this.role === 'referee';
  }

  /** Whether what is said to friends would be heard by anybody: whoever commands the same side, and the referee. */
  get hasFriends(): boolean {
    const { news, role } = this;
    if (!news || role === 'spectator') return false;
    const others = news.seats.filter(({ seat, player }) => seat !== news.seat && player === 'person');
    const shares = (side: Side, other: Role): boolean => this.commands(side) && (other === side || other === 'both');
    return others.some(
      (other) =>
        other.role === role ||
        other.role === 'referee' ||
        shares('union', other.role) ||
        shares('confederate', other.role),
    );
  }

  get pieces(): Piece[] {
    return this.news?.scene.pieces ?? [];
  }

  piece(id: number | undefined | null): Piece | undefined {
    return id === undefined || id === null ? undefined : this.pieces.find((piece) => piece.id === id);
  }

  /** The turns that count. */
  get turns(): number[] {
    return lineage(this.pages);
  }

  ask(ask: Ask): Promise<Tell> {
    return this.line ? this.line.ask(ask) : Promise.reject(new Error('the line is not there yet'));
  }

  /** Leaves the table; the seat stays his. */
  leave(): void {
    this.isLeft = true;
    clearTimeout(this.next);
    this.line?.close();
  }

  /** Breaks the line as a bad network does. */
  breakLine(): void {
    this.line?.break();
  }
}
