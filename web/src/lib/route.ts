/** The pages there are. */
export type Page =
  | { name: 'home' }
  | { name: 'shelf' }
  | { name: 'procedures'; book: string }
  | { name: 'procedure'; book: string; procedure: string }
  | { name: 'charts'; book: string | undefined; chart: string | undefined; lit: LitCell[]; query: string }
  | { name: 'house'; book: string }
  | { name: 'lobby'; battle: string | undefined }
  | { name: 'battle'; id: string; token: string | undefined; seat: number | undefined }
  | { name: 'replay'; id: string; turn: number | undefined; seat: number | undefined }
  | { name: 'study'; id: string | undefined; run: string }
  | { name: 'account' }
  | { name: 'missing'; address: string };

/** A cell of a chart to light up. */
export interface LitCell {
  row: number;
  column: number;
}

function litCells(text: string | null): LitCell[] {
  const cells = (text ?? '').split('_').map((part) => part.split('.').map(Number));
  return cells.flatMap(([row, column]) =>
    row !== undefined && column !== undefined && Number.isInteger(row) && Number.isInteger(column)
      ? [{ row, column }]
      : [],
  );
}

/** The number that an address names, of a turn or a seat, if it names one. */
function numberIn(text: string | null): number | undefined {
  const number = text ? Number(text) : NaN;
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** A part of an address as it is meant; as it stands where it is no proper one. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The page that an address names. */
export function pageOf(hash: string): Page {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [head, second, third, ...more] = path.split('/').filter(Boolean).map(decoded);
  const search = new URLSearchParams(query);
  if (more.length === 0) {
    if (head === undefined) return { name: 'home' };
    if (head === 'table' && second === undefined) return { name: 'shelf' };
    if (head === 'table' && second !== undefined) {
      return third === undefined
        ? { name: 'procedures', book: second }
        : { name: 'procedure', book: second, procedure: third };
    }
    if (head === 'charts') {
      return {
        name: 'charts',
        book: second,
        chart: third,
        lit: litCells(search.get('lit')),
        query: search.get('q') ?? '',
      };
    }
    if (head === 'house' && second !== undefined) return { name: 'house', book: second };
    if (head === 'lobby') return { name: 'lobby', battle: second };
    const [turn, seat] = [numberIn(search.get('turn')), numberIn(search.get('seat'))];
    if (head === 'battle' && second !== undefined) return { name: 'battle', id: second, token: third, seat };
    if (head === 'replay' && second !== undefined) return { name: 'replay', id: second, turn, seat };
    if (head === 'study') return { name: 'study', id: second, run: query };
    if (head === 'account' && second === undefined) return { name: 'account' };
  }
  return { name: 'missing', address: hash };
}
