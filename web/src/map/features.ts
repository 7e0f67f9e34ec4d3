import type { Place } from './ground';

/** A wood, a fence, a house: its kind, its name if it has one, and its outline or course as the picture draws it. */
export interface Feature {
  kind: string;
  name: string;
  /** Whether it is ground to stand on, or a line or spot to stand at. */
  isArea: boolean;
  /** Places it passes, each ring or line apart. */
  lines: Place[][];
}

/** How many numbers each command of a path takes; the last two say where it ends. */
const TAKES: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7 };

/** The places a path passes. */
export function placesOf(path: string): Place[][] {
  const lines: Place[][] = [];
  let at: Place = { x: 0, y: 0 };
  for (const [, letter = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const name = letter.toLowerCase();
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const from = letter === name ? at : { x: 0, y: 0 };
    const takes = TAKES[name];
    for (let index = 0; takes !== undefined && index + takes <= numbers.length; index += takes) {
      const base = letter === name ? at : from;
      const [x = 0, y = 0] = numbers.slice(index + takes - 2, index + takes);
      if (name === 'h') at = { x: base.x + (numbers[index] ?? 0), y: at.y };
      else if (name === 'v') at = { x: at.x, y: base.y + (numbers[index] ?? 0) };
      else at = { x: base.x + x, y: base.y + y };
      if (name === 'm' && index === 0) lines.push([]);
      lines.at(-1)?.push(at);
    }
    const first = lines.at(-1)?.[0];
    if (name === 'z' && first) {
      lines.at(-1)?.push(first);
      at = first;
    }
  }
  return lines;
}

/** The nearest place of a feature. */
export function nearestOf(feature: Feature, to: Place): Place | undefined {
  let best: Place | undefined;
  let least = Infinity;
  for (const line of feature.lines) {
    for (const [index, one] of line.entries()) {
      const other = line[index + 1] ?? one;
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const long = dx * dx + dy * dy;
      const share = long === 0 ? 0 : Math.min(1, Math.max(0, ((to.x - one.x) * dx + (to.y - one.y) * dy) / long));
      const place = { x: one.x + share * dx, y: one.y + share * dy };
      const far = Math.hypot(place.x - to.x, place.y - to.y);
      if (far < least) [least, best] = [far, place];
    }
  }
  return best;
}

/** Whether a place lies in a feature: a ring within a ring is a hole. */
export function holds(feature: Feature, { x, y }: Place): boolean {
  if (!feature.isArea) return false;
  const crossings = feature.lines.flatMap((line) =>
    line.filter((one, index) => {
      const other = line[(index + 1) % line.length] ?? one;
      return one.y > y !== other.y > y && x < one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y);
    }),
  );
  return crossings.length % 2 === 1;
}

/** Everything on a picture of the ground that has a kind. */
export function featuresOf(picture: Document): Feature[] {
  return [...picture.querySelectorAll('[id^="area-"],[id^="line-"],[id^="spot-"]')].flatMap((group): Feature[] => {
    const [what = '', kind = ''] = (group.getAttribute('class') ?? '').split(' ');
    const path = group.matches('path') ? group : group.querySelector('path');
    const lines = placesOf(path?.getAttribute('d') ?? '');
    const name = group.querySelector('title')?.textContent ?? '';
    return kind === '' || lines.length === 0 ? [] : [{ kind, name, isArea: what === 'area', lines }];
  });
}
