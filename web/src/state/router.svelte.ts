import { pageOf, type Page } from '../lib/route';
import { cited } from './cited.svelte';

class Router {
  page = $state<Page>(pageOf(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      // What lay over the last page does not lie over the next.
      cited.close();
      this.page = pageOf(location.hash);
    });
  }

  go(address: string): void {
    location.hash = address;
  }
}

export const router = new Router();
