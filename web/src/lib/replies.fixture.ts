// What the umpire says in tests of whoever listens to him.

import type { Reply } from '../engine/messages';

const D6 = [1, 2, 3, 4, 5, 6];

/** The umpire waits for so many dice. */
export const dice = (count: number): Reply => ({
  waiting: {
    pending: { for: 'dice', throw: `${count}d6`, count, faces: D6, names: [], rule: 'T-1' },
    lines: [],
    lit: [],
  },
});
/** He waits for an answer. */
export const question: Reply = {
  waiting: {
    pending: {
      for: 'answer',
      name: 'hold',
      side: 'union',
      prompt: 'Hold?',
      about: '',
      rule: 'T-2',
      piece: null,
      choices: ['yes', 'no'],
    },
    lines: [],
    lit: [],
  },
};
/** He is done. */
export const done: Reply = { done: { summary: 'done', lines: [], lit: [], rules: [] } };
