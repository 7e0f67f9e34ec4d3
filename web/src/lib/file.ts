/** LIMIT: letters of a title in the name of a file. */
const MOST = 60;

/** What stands in no name of a file, on whichever machine. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;

/** The name of a saved game: which it is and how far it has come, so that the newest of several is found without opening any. */
export function gameFile(title: string, turn: number, order: number): string {
  const plain = [...title.replace(UNFIT, ' ')].slice(0, MOST).join('').replace(/\s+/g, ' ');
  const name = plain.replace(/^[\s.]+|[\s.]+$/g, '') || 'Long Roll';
  return `${name}, turn ${turn}, order ${order}.longroll.json`;
}
