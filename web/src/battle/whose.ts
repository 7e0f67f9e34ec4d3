import { capital } from '../lib/words';
import type { News, Side } from '../net/wire';
import { army, endingWords } from './words';

/** What a table waits for: a name as somebody typed it, where there is one, and what is said of him. */
export interface Whose {
  name: string;
  words: string;
}

/** What those who command a side are called. */
function commanders(news: News, side: Side): string {
  const named = news.seats.filter(({ role }) => role === side || role === 'both').map(({ name }) => name);
  return named.join(' or ');
}

/** For whom the table waits, and for what. */
export function whoseTurn(news: News): Whose {
  const { decision, seats, seat } = news;
  const { standing } = news.scene;
  switch (decision.decision) {
    case 'over': {
      const words = standing.ending ? `: ${endingWords(standing.ending)}` : '';
      return { name: '', words: `The battle is over${words}` };
    }
    case 'theirs': {
      const name = decision.side && /\bquestion\b/.test(decision.what) ? commanders(news, decision.side) : '';
      if (name !== '') return { name, words: ' is asked' };
      return { name: '', words: capital(`${army(decision.side)} ${decision.what}`.trim()) };
    }
    case 'yours': {
      const { waiting } = decision;
      if (waiting['waits-for'] === 'dice') return { name: '', words: 'Dice are asked for' };
      const isBoth = seats.find((line) => line.seat === seat)?.role === 'both';
      return { name: '', words: isBoth ? `You are asked, for the ${army(waiting.side)} side` : 'You are asked' };
    }
    case 'your-order':
      return { name: '', words: capital(standing.to_do || 'Your order') };
  }
}
