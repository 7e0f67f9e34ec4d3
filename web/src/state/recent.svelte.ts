import { isRecord } from '../lib/situation';
import { keep, kept } from '../lib/store';

export interface Recent {
  book: string;
  procedure: string;
}

const MOST = 6;

/** The procedures that were used last, the latest first. */
class Recents {
  list = $state.raw<Recent[]>([]);

  constructor() {
    const old = kept('recent');
    if (!Array.isArray(old)) return;
    this.list = old.flatMap((one): Recent[] => {
      if (!isRecord(one)) return [];
      const { book, procedure } = one;
      return typeof book === 'string' && typeof procedure === 'string' ? [{ book, procedure }] : [];
    });
  }

  add(recent: Recent): void {
    const others = this.list.filter((one) => one.book !== recent.book || one.procedure !== recent.procedure);
    this.list = [recent, ...others].slice(0, MOST);
    keep(
      'recent',
      this.list.map((one) => ({ ...one })),
    );
  }
}

export const recents = new Recents();
