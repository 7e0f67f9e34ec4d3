import { keep, kept } from '../lib/store';
import { Declined, get } from '../net/http';
import type { Page } from '../lib/route';
import type { Me, MySeat } from '../net/wire';

/** The server the page came from, if one answers, and who is signed in there. */
class Server {
  /** Nothing as long as nobody knows. */
  isThere = $state<boolean>();
  /** The name of the account, if somebody is signed in. */
  name = $state<string>();

  private looked: Promise<void>;

  constructor() {
    this.looked = this.ask();
  }

  look(): Promise<void> {
    this.looked = this.ask();
    return this.looked;
  }

  private async ask(): Promise<void> {
    try {
      const me = await get<Me>('session');
      this.name = me.name ?? undefined;
      this.isThere = true;
    } catch {
      this.isThere = false;
    }
  }

  /** Somebody at this browser has taken a seat: there are tables to ask for. */
  sat(): void {
    keep('seated', true);
  }

  /** The tables at which whoever looks has a seat. Whoever never sat down nor signed in has none, and nobody is asked. */
  async tables(): Promise<MySeat[]> {
    await this.looked;
    const mayHave = kept('seated') ?? kept('links') !== undefined;
    if (this.name === undefined && mayHave !== true) return [];
    try {
      return await get<MySeat[]>('session/tables');
    } catch (error) {
      // Whoever is not known any more need not ask again.
      if (error instanceof Declined && error.problem.problem === 'not-yours') keep('seated', false);
      return [];
    }
  }

  /** What stands at home. */
  get home(): Page {
    if (this.isThere === undefined) return { name: 'home' };
    return this.isThere ? { name: 'lobby', battle: undefined } : { name: 'shelf' };
  }
}

export const house = new Server();
