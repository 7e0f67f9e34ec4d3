import type { Piece } from '../net/wire';
import { Album } from './album';
import type { Sitting } from './sitting.svelte';

/** LIMIT: pictures that are looked through for whoever came and went before the page was opened. */
const PICTURES = 16;

/** Turns whose pictures show, as far as so few can, who was there since a turn; the start is nought. */
export function picturesOf(turns: readonly number[], since: number, most = PICTURES): number[] {
  const all = [...(since < 0 ? [0] : []), ...turns.filter((turn) => turn > since)];
  const step = Math.max(1, all.length / most);
  const places = Array.from({ length: Math.min(most, all.length) }, (_, place) => Math.floor(place * step));
  return places.flatMap((place) => all[place] ?? []);
}

/** Everybody whom this seat has seen on the map in the course of a game: whoever came later, and those that are gone again. */
export class Muster {
  private readonly known = new Map<number, { piece: Piece; since: number }>();
  /** The last turn that was looked at. */
  private last = -1;

  constructor(
    private readonly sitting: Pick<Sitting, 'news' | 'turns' | 'ask'>,
    private readonly tell: (seen: Piece[]) => void,
  ) {}

  /** Notes who is on the map now. */
  look(): void {
    const { news } = this.sitting;
    if (!news || this.last < 0) return;
    this.note(news.turn, news.scene.pieces);
    this.last = Math.max(this.last, news.turn);
  }

  /** Looks through what the page has missed: the game until it was opened, or while the line was down. */
  async catchUp(): Promise<void> {
    const { turns, news } = this.sitting;
    const album = new Album(this.sitting);
    const missed = picturesOf(turns, this.last);
    this.last = Math.max(this.last, news?.turn ?? 0);
    this.look();
    for (const turn of missed) {
      const scene = await album.sceneAt(turn);
      if (scene) this.note(turn, scene.pieces);
    }
  }

  private note(turn: number, pieces: readonly Piece[]): void {
    const counts = new Set([0, ...this.sitting.turns]);
    const { known } = this;
    // Whoever came in a turn that was taken back has not come.
    for (const [id, { since }] of known) if (!counts.has(since)) known.delete(id);
    for (const piece of pieces) {
      const was = known.get(piece.id);
      // Of what was seen of it the latest counts.
      if (!was || turn < was.since) known.set(piece.id, { piece: was?.piece ?? piece, since: turn });
      else known.set(piece.id, { piece, since: was.since });
    }
    this.tell([...known.values()].map(({ piece }) => piece));
  }
}
