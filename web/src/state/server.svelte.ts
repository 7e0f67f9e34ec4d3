import { get } from '../net/http';
import type { Page } from '../lib/route';
import type { Me } from '../net/wire';

/** The server the page came from, if one answers, and who is signed in there. */
class Server {
  /** Nothing as long as nobody knows. */
  isThere = $state<boolean>();
  /** The name of the account, if somebody is signed in. */
  name = $state<string>();

  constructor() {
    void this.look();
  }

  async look(): Promise<void> {
    try {
      const me = await get<Me>('session');
      this.name = me.name ?? undefined;
      this.isThere = true;
    } catch {
      this.isThere = false;
    }
  }

  /** What stands at home. */
  get home(): Page {
    if (this.isThere === undefined) return { name: 'home' };
    return this.isThere ? { name: 'lobby', battle: undefined } : { name: 'shelf' };
  }
}

export const house = new Server();
