import type { Piece } from '../net/wire';
import { box, line, n, times, type Draft, type Part } from './draft';
import { footing, staffBox, stands, type Style } from './staff';

/** A sign as the atlas draws it: facing the top of the page, its middle at nought. Lengths are yards. */
export interface Sign {
  front: number;
  depth: number;
  parts: Part[];
  /** What stands upright whatever the piece faces, if it is drawn so. */
  upright: Part[];
}

const polygon = (...points: [number, number][]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}z`;
const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

function body({ front, depth, units }: Draft): Part[] {
  const halo = units(2);
  return [
    { part: 'halo', path: box(-front / 2 - halo, -halo, front + 2 * halo, depth + 2 * halo) },
    { part: 'body', path: box(-front / 2, 0, front, depth) },
  ];
}

function nib({ front, units }: Draft, y: number): string {
  const half = front < units(28) ? front / 2 : Math.min(units(10), front / 6);
  const high = between(units(5), half, units(11));
  return polygon([-half, y], [0, y - high], [half, y]);
}

/** The thick edge towards the enemy, and the nib in its middle. */
function edge(draft: Draft, thick: number): Part {
  return { part: 'front', path: box(-draft.front / 2, 0, draft.front, thick) + nib(draft, 0) };
}

function lineOfBattle(draft: Draft): Part[] {
  const { front, depth, units } = draft;
  const stands = between(1, Math.floor(front / units(34)), 12);
  const ticks = times(stands - 1, (stand) => {
    const x = -front / 2 + (front * (stand + 1)) / stands;
    return line(x, 0, x, depth);
  });
  return [...body(draft), { part: 'tick', path: ticks.join('') }, edge(draft, Math.min(units(6), depth * 0.4))];
}

function column(draft: Draft): Part[] {
  const { front, depth, units } = draft;
  const pieces = between(2, Math.floor(depth / units(26)), 14);
  const ticks = times(pieces - 1, (piece) => {
    const y = (depth * (piece + 1)) / pieces;
    return line(-front / 2, y, front / 2, y);
  });
  return [...body(draft), { part: 'tick', path: ticks.join('') }, edge(draft, Math.min(units(5), depth / 4))];
}

/** The sign of cavalry: a bar cut from corner to corner. */
function slash({ front, depth }: Draft): Part {
  return { part: 'slash', path: polygon([-front / 2, depth], [front / 2, 0], [front / 2, depth]) };
}

function skirmishers({ front, depth, units }: Draft): Part[] {
  const groups = between(2, Math.floor(front / units(42)), 9);
  const [y, half] = [depth / 2, Math.min(units(10), front / 6)];
  const pills = times(groups, (group) => {
    const x = -front / 2 + half + ((front - 2 * half) * group) / (groups - 1);
    return line(x - half, y, x + half, y);
  }).join('');
  const head = y - units(8);
  return [
    { part: 'thread', path: line(-front / 2, y, front / 2, y) },
    { part: 'pill-edge', path: pills },
    { part: 'pill', path: pills },
    { part: 'front', path: polygon([-units(6), head], [0, head - units(8)], [units(6), head]) },
  ];
}

function square(draft: Draft): Part[] {
  const { front, depth, units } = draft;
  const thick = Math.min(units(5), depth / 4);
  const hollow = polygon(
    [-front / 2 + thick, thick],
    [-front / 2 + thick, depth - thick],
    [front / 2 - thick, depth - thick],
    [front / 2 - thick, thick],
  );
  return [...body(draft), { part: 'front hollow', path: box(-front / 2, 0, front, depth) + hollow }];
}

/** A gun with its wheels, the muzzle ahead. */
function gun(draft: Draft, x: number, axle: number): string {
  const part = (left: number, top: number, width: number, height: number): string =>
    box(x + draft.units(left), axle + draft.units(top), draft.units(width), draft.units(height));
  return [
    part(-1.8, -17.5, 3.6, 22),
    part(-2.8, -19.5, 5.6, 3.4),
    part(-6.8, -6, 2.6, 10.5),
    part(4.2, -6, 2.6, 10.5),
    part(-6, -2, 12, 2.6),
  ].join('');
}

/** Barrels forward of a low bar. */
function battery(draft: Draft): Part[] {
  const { front, depth, units, guns } = draft;
  const shown = Math.max(1, Math.min(guns, Math.floor(front / units(15))));
  const low = depth / 2;
  const barrels = times(shown, (place) =>
    gun(draft, -front / 2 + (front * (2 * place + 1)) / (2 * shown), depth - low / 2),
  );
  const halo = units(2);
  return [
    { part: 'halo', path: box(-front / 2 - halo, depth - low - halo, front + 2 * halo, low + 2 * halo) },
    { part: 'body', path: box(-front / 2, depth - low, front, low) },
    { part: 'front', path: barrels.join('') },
  ];
}

/** Team, limber and gun in file, with an arrow at the head. */
function limbered(draft: Draft): Part[] {
  const { front, depth, units, guns } = draft;
  const teams = Math.max(1, Math.min(guns, Math.floor(depth / units(30))));
  const [piece, half, halo] = [depth / teams, front / 2, units(3)];
  const parts = times(teams, (team) => {
    const top = piece * team + units(team === 0 ? 4 : 2);
    const room = Math.max(piece - units(5), piece / 2);
    const horse = room / 2;
    return {
      bodies: box(-half, top, front, horse) + box(-half, top + horse + room / 10, front, room * 0.3),
      ticks: line(0, top, 0, top + horse),
      trails: line(0, top + horse, 0, piece * (team + 1)),
    };
  });
  return [
    { part: 'halo', path: box(-half - halo, -halo, front + 2 * halo, depth + 2 * halo) },
    { part: 'thread', path: parts.map((part) => part.trails).join('') },
    { part: 'body', path: parts.map((part) => part.bodies).join('') },
    { part: 'tick', path: parts.map((part) => part.ticks).join('') },
    { part: 'front', path: nib(draft, units(5)) },
  ];
}

/** No order at all: men in a cloud, no front. */
function crowd({ front, depth, units }: Draft): Part[] {
  const dots = times(14, (dot) => {
    const angle = dot * 2.4;
    const reach = Math.sqrt((dot + 0.5) / 14) / 2;
    const [x, y] = [Math.cos(angle) * reach * front, depth / 2 + Math.sin(angle) * reach * depth];
    return line(x, y, x + units(1), y);
  }).join('');
  return [
    { part: 'pill-edge', path: dots },
    { part: 'pill', path: dots },
  ];
}

/** A hull from above, bow ahead. */
function ship({ front, depth, units }: Draft): Part[] {
  const half = front / 2;
  const hull = (inset: number): string => {
    const [wide, bow, stern] = [half - inset, inset * 2, depth - inset];
    return (
      `M0 ${n(bow)}C${n(wide)} ${n(bow + depth / 10)} ${n(wide)} ${n(depth / 4)} ${n(wide)} ${n(depth / 3)}` +
      `L${n(wide)} ${n(stern - depth / 10)}L${n(wide * 0.66)} ${n(stern)}L${n(-wide * 0.66)} ${n(stern)}` +
      `L${n(-wide)} ${n(stern - depth / 10)}L${n(-wide)} ${n(depth / 3)}` +
      `C${n(-wide)} ${n(depth / 4)} ${n(-wide)} ${n(bow + depth / 10)} 0 ${n(bow)}z`
    );
  };
  const point = Math.min(units(6), depth / 6);
  return [
    { part: 'halo', path: hull(-units(2)) },
    { part: 'body', path: hull(0) },
    { part: 'tick', path: box(-half * 0.55, depth / 4, half * 1.1, depth / 2) },
    { part: 'front', path: polygon([-half / 2, point], [0, -point / 2], [half / 2, point]) },
  ];
}

function wagon(draft: Draft): Part[] {
  const { front, depth, units } = draft;
  return [
    ...body(draft),
    { part: 'tick', path: line(-front / 2, 0, front / 2, depth) + line(front / 2, 0, -front / 2, depth) },
    { part: 'front', path: nib(draft, units(1)) },
  ];
}

function partsOf(piece: Piece, draft: Draft): Part[] {
  if (piece.kind === 'ship') return ship(draft);
  if (piece.kind === 'wagon') return wagon(draft);
  const mounted = piece.kind === 'cavalry' && !/dismount/i.test(piece.formation);
  const cut = mounted ? [slash(draft)] : [];
  switch (piece.shape) {
    case 'line':
      return [...lineOfBattle(draft), ...cut];
    case 'column':
      return [...column(draft), ...cut];
    case 'skirmish':
      return skirmishers(draft);
    case 'square':
      return square(draft);
    case 'crowd':
      return crowd(draft);
    case 'unlimbered':
      return battery(draft);
    case 'limbered':
      return limbered(draft);
    case 'figure':
      return column(draft);
  }
}

/** Whether a piece is shown by a flag. */
export const isFlag = (piece: Piece): boolean => piece.kind === 'leader' || piece.kind === 'headquarters';

/** The least a bar is drawn, in units of ornament: thinner would not be seen. */
const LEAST_DEPTH = 13;
const LEAST_FRONT = 14;

/** The sign of a piece. `ornament` is one unit of ornament in yards, `yard` the ground's own units in one. */
export function signOf(piece: Piece, ornament: number, yard: number, style: Style = 'bars'): Sign {
  const units = (count: number): number => count * ornament;
  const front = Math.max(piece.front / yard, units(LEAST_FRONT));
  const least = Math.max(piece.depth / yard, units(LEAST_DEPTH));
  // Guns want room for their crews; a bar that deep would look like a column.
  const depth = piece.shape === 'unlimbered' ? Math.min(least, Math.max(units(30), front / 2)) : least;
  const draft = { front, depth, units, guns: Math.max(1, Math.min(8, piece.strength.left)) };
  if (style === 'boxes') return { front, depth, parts: footing(draft), upright: staffBox(piece, units) };
  const figures =
    style === 'stands' && (piece.shape === 'line' || piece.shape === 'column' || piece.shape === 'square');
  const mounted = piece.kind === 'cavalry' && !/dismount/i.test(piece.formation);
  return { front, depth, parts: figures ? stands(draft, mounted) : partsOf(piece, draft), upright: [] };
}

/** The cloth of a flag on its staff, the foot at nought: swallowtailed for the Union, square for the Confederates. */
export function flagOf(piece: Piece, ornament: number): Part[] {
  const units = (count: number): number => count * ornament;
  const stars = piece.kind === 'headquarters' ? 2 : 1;
  const [width, top, high] = [units(10 + 12 * stars), -units(36), units(17)];
  const end: [number, number][] =
    piece.side === 'union'
      ? [
          [width, top],
          [width - units(6), top + high / 2],
          [width, top + high],
        ]
      : [
          [width, top],
          [width, top + high],
        ];
  const star = (middle: number): string =>
    polygon(
      ...times(10, (point): [number, number] => {
        const [angle, reach] = [(point * Math.PI) / 5, units(point % 2 === 0 ? 5.2 : 2.1)];
        return [middle + Math.sin(angle) * reach, top + high / 2 - Math.cos(angle) * reach];
      }),
    );
  return [
    { part: 'staff', path: line(0, 0, 0, top) },
    { part: 'cloth', path: polygon([0, top], ...end, [0, top + high]) },
    { part: 'stars', path: times(stars, (place) => star(units(8 + 12 * place))).join('') },
  ];
}
