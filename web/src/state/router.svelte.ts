import { pageOf, type Page } from '../lib/route';

class Router {
  page = $state<Page>(pageOf(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      this.page = pageOf(location.hash);
    });
  }

  go(address: string): void {
    location.hash = address;
  }
}

export const router = new Router();
