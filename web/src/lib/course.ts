import type { Reply, Thrown } from '../engine/messages';
import { is } from '../engine/replies';

/** An answer that was given, to which question. */
export interface Given {
  question: string;
  choice: number;
}

/** What somebody at the table gives. */
export type Input = 'die' | 'answer';

/** How far a procedure has come with the dice and answers on the table. */
export interface Course {
  reply: Reply;
  /** The dice and answers it has used. */
  dice: Thrown[];
  answers: Given[];
  /** Dice of a throw that is not complete yet. */
  begun: Thrown[];
  /** The order in which it took them, the last one last. */
  inputs: Input[];
}

/** Settles with so many dice and answers. */
export type Settle = (dice: Thrown[], answers: number[]) => Promise<Reply>;

/**
 * Goes through a procedure with the dice and answers that lie on the table, as it asks for them. Whoever changes a modifier
 * after the throw keeps the dice: they are read again. What is not needed any more is left out.
 */
export async function follow(settle: Settle, dice: readonly Thrown[], given: readonly Given[]): Promise<Course> {
  const used: Thrown[] = [];
  const answers: Given[] = [];
  const left = [...dice];
  const spare = [...given];
  const inputs: Input[] = [];
  const stopped = (reply: Reply, begun: Thrown[] = []): Course => {
    inputs.push(...begun.map((): Input => 'die'));
    return { reply, dice: used, answers, begun, inputs };
  };
  for (;;) {
    const reply = await settle(
      used,
      answers.map((answer) => answer.choice),
    );
    if (!is(reply, 'waiting')) return stopped(reply);
    const { pending } = reply.waiting;
    if (pending.for === 'dice') {
      const fits = left.slice(0, pending.count).every((die) => pending.faces.includes(die.face));
      if (!fits) return stopped(reply);
      if (left.length < pending.count) return stopped(reply, left);
      used.push(...left.splice(0, pending.count));
      inputs.push(...Array.from({ length: pending.count }, (): Input => 'die'));
    } else {
      const place = spare.findIndex(
        (answer) => answer.question === pending.name && answer.choice < pending.choices.length,
      );
      const found = spare[place];
      if (!found) return stopped(reply);
      spare.splice(place, 1);
      answers.push(found);
      inputs.push('answer');
    }
  }
}

/** A side of a die with so many sides, each equally likely, from 32 random bits at a time. */
export function side(sides: number, random: () => number): number {
  const limit = 0x1_0000_0000 - (0x1_0000_0000 % sides);
  let bits = random();
  while (bits >= limit) bits = random();
  return bits % sides;
}

/** Dice that the page throws. */
export function throwDice(faces: readonly number[], count: number, random: () => number = bits): Thrown[] {
  return Array.from({ length: count }, () => ({ face: faces[side(faces.length, random)] ?? 0, typed: false }));
}

function bits(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
