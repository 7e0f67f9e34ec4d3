import { answerWords } from '../lib/words';
import type { QuestionLine } from '../net/wire';

/** LIMIT: of numbers so many are listed; one that is too high for the moment means the highest there is. */
const NUMBERS = 10;
const HIGHEST = '999';

/** Everything a standing order may answer to a question, with its words. Whatever was left before is among it. */
export function answersTo(question: QuestionLine, given = ''): [answer: string, words: string][] {
  const { answers } = question;
  const words = answerWords(answers);
  const listed: [string, string][] =
    answers.length > 0
      ? answers.map((answer, place) => [answer, words[place] ?? answer])
      : [
          ['first', 'The first, or fewest'],
          ...Array.from({ length: NUMBERS }, (_, number): [string, string] => [String(number), String(number)]),
          [HIGHEST, 'The last, or most'],
        ];
  const isListed = given === '' || listed.some(([answer]) => answer === given);
  return isListed ? listed : [...listed, [given, given]];
}
