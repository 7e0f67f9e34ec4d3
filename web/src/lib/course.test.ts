import { describe, expect, it } from 'vitest';
import type { Thrown } from '../engine/messages';
import { follow, side, throwDice, type Settle } from './course';
import { dice, done, question } from './replies.fixture';

const typed = (...faces: number[]): Thrown[] => faces.map((face) => ({ face, typed: true }));

/** Two dice, then a question, then one die. */
const settle: Settle = (thrown, answers) => {
  if (thrown.length < 2) return Promise.resolve(dice(2));
  if (answers.length < 1) return Promise.resolve(question);
  return Promise.resolve(thrown.length < 3 ? dice(1) : done);
};

describe('a procedure', () => {
  it('waits where nothing lies on the table', async () => {
    expect((await follow(settle, [], [])).reply).toEqual(dice(2));
  });

  it('keeps the dice of a throw that is not complete', async () => {
    const course = await follow(settle, typed(4), []);
    expect([course.dice, course.begun]).toEqual([[], typed(4)]);
    expect(course.inputs).toEqual(['die']);
  });

  it('takes dice and answers as it asks for them', async () => {
    const course = await follow(settle, typed(4, 3, 6), [{ question: 'hold', choice: 1 }]);
    expect(course.reply).toEqual(done);
    expect(course.dice).toEqual(typed(4, 3, 6));
    expect(course.inputs).toEqual(['die', 'die', 'answer', 'die']);
  });

  it('leaves out what it does not need, and what no die can show', async () => {
    const course = await follow(settle, typed(4, 3, 6, 1), [
      { question: 'other', choice: 0 },
      { question: 'hold', choice: 0 },
    ]);
    expect(course.dice).toEqual(typed(4, 3, 6));
    expect(course.answers).toEqual([{ question: 'hold', choice: 0 }]);
    expect((await follow(settle, typed(9), [])).begun).toEqual([]);
  });
});

describe('dice of the page', () => {
  it('favour no side: the short remainder of the bits is thrown again', () => {
    const bits = [0xffff_ffff, 7];
    expect(side(6, () => bits.shift() ?? 0)).toBe(1);
  });

  it('show only what the die has', () => {
    for (const die of throwDice([2, 3, 3, 4, 4, 5], 200)) expect([2, 3, 4, 5]).toContain(die.face);
  });
});
