import { describe, expect, it } from 'vitest';
import type { FireZone, Piece } from '../net/wire';
import { buttonsOf, clearOf } from './buttons';
import { bearing, compass, degrees, heading, side } from './bearing';
import { signOf } from './glyph';
import { firstView } from './first';
import { placeAt, readGround, spotAt, type Place } from './ground';
import { besideEnd, namedOn, placed, shortName, type Wish } from './labels';
import { stacked, stackOf, touched } from './stacks';
import { centred, fit, over, under, zoomed } from './view';
import { bandWords, takenBy } from './zone';

const HEAD =
  '<svg class="atlas" viewBox="0 0 1600 1200" data-west="0" data-north="10972800" data-yard="9144" data-scale="750"><g/>';
const piece = (more: Partial<Piece> = {}): Piece =>
  ({
    id: 1,
    kind: 'infantry',
    side: 'union',
    name: '2nd Wisconsin',
    under: [],
    at: { x: 0, y: 0 },
    heading: 0,
    front: 200 * 9144,
    depth: 30 * 9144,
    shape: 'line',
    formation: 'line',
    strength: { words: '', left: 6, full: 8, men: 400 },
    nerve: 'steady',
    morale: '',
    badges: [],
    may_act: true,
    done: '',
    ...more,
  }) as Piece;

describe('the map', () => {
  it('finds places of the ground on the picture and back', () => {
    const ground = readGround(HEAD);
    expect(ground).toMatchObject({ width: 1600, height: 1200, ornament: 0.75 });
    const spot = { x: 9144 * 100, y: 10972800 - 9144 * 50 };
    expect(placeAt(ground, spot)).toEqual({ x: 100, y: 50 });
    expect(spotAt(ground, { x: 100, y: 50 })).toEqual(spot);
  });

  it('zooms around the point under the finger', () => {
    const view = fit({ left: 0, top: 0, width: 1600, height: 1200 }, 800, 600);
    expect(view).toEqual({ zoom: 0.5, x: 0, y: 0 });
    const at = { x: 600, y: 150 };
    const nearer = zoomed(view, 2, at, 0.1);
    expect(under(nearer, at)).toEqual(under(view, at));
    expect(over(centred(nearer, { x: 10, y: 20 }, 800, 600), { x: 10, y: 20 })).toEqual({ x: 400, y: 300 });
  });

  it('tells directions by the compass and by the front', () => {
    expect(compass(bearing({ x: 0, y: 0 }, { x: 10, y: -10 }))).toBe('north-east');
    expect(side(90, 45)).toBe('left front');
    expect(side(180, 0)).toBe('behind');
    expect(degrees(heading(450))).toBe(90);
  });

  it('draws every shape, a line with its front ahead', () => {
    for (const shape of ['line', 'column', 'skirmish', 'square', 'crowd', 'unlimbered', 'limbered', 'figure'] as const)
      expect(signOf(piece({ shape }), 0.75, 9144).parts.length).toBeGreaterThan(1);
    const line = signOf(piece(), 0.75, 9144);
    expect(line.front).toBe(200);
    expect(line.parts.map(({ part }) => part)).toEqual(['halo', 'body', 'tick', 'front']);
    // What would be too thin to see is drawn thicker.
    expect(signOf(piece({ depth: 9144 }), 0.75, 9144).depth).toBeGreaterThan(9);
  });

  it('lays pieces of one hex over each other', () => {
    const both = stacked([
      piece({ id: 1, place: '0712' }),
      piece({ id: 2, place: '0712' }),
      piece({ id: 3, place: '0713' }),
    ]);
    expect(both.map(({ place, of }) => [place, of])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  it('has a leader in the stack of his hex, and steps through it touch by touch', () => {
    const top = piece({ id: 1, place: '0712' });
    const under = piece({ id: 2, place: '0712' });
    const leader = piece({ id: 3, place: '0712', kind: 'leader', at: { x: 40 * 9144, y: 0 } });
    const stack = stackOf([top, under, leader, piece({ id: 4, place: '0713' })], top, 9144);
    expect(stack.map(({ id }) => id)).toEqual([1, 2, 3]);
    const seen: (number | undefined)[] = [];
    let [selected, last]: (number | undefined)[] = [];
    for (let touch = 0; touch < 4; touch += 1) {
      selected = touched(stack, top, selected, last).id;
      last = top.id;
      seen.push(selected);
    }
    expect(seen).toEqual([1, 2, 3, 1]);
    // Whoever is pointed at himself is meant.
    expect(touched(stack, leader, 1, 1).id).toBe(3);
  });

  it('has pieces within a few yards in one stack where there are no hexes', () => {
    const near = piece({ id: 2, place: null, at: { x: 4 * 9144, y: 0 } });
    const far = piece({ id: 3, place: null, at: { x: 40 * 9144, y: 0 } });
    const one = piece({ id: 1, place: null });
    expect(stackOf([one, near, far], one, 9144).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('writes what an edge means where no piece stands, and names keep away from it', () => {
    const ground = readGround(HEAD);
    const edge = Array.from({ length: 101 }, (_, step) => spotAt(ground, { x: step * 15, y: 600 }));
    const zone = { bands: [{ words: '200 yards', edge: [edge] }] } as unknown as FireZone;
    const [plain] = bandWords(zone, ground, 0.75, []);
    expect(plain?.at).toEqual({ x: 480, y: 600 });
    const there = piece({ at: spotAt(ground, { x: 480, y: 600 }), front: 40 * 9144 });
    const [aside] = bandWords(zone, ground, 0.75, [there]);
    expect(aside?.at).toEqual({ x: 1020, y: 600 });
    const window = { width: 1600, height: 1200 };
    const wish: Wish = { piece: there, at: { x: 480, y: 580 }, reach: { along: 20, across: 10, turned: 0 }, worth: 1 };
    const below = placed([wish], 16, window)[0];
    expect(below?.y).toBeGreaterThan(580);
    const covered = plain ? [takenBy(plain, { zoom: 1, x: 0, y: 0 }, 0.75)] : [];
    const above = placed([wish], 16, { ...window, covered })[0];
    expect(above?.y).toBeLessThan(580);
  });

  it('writes what a march costs whole, and clear of its way', () => {
    const [label, window] = [
      { width: 200, height: 80 },
      { width: 800, height: 600 },
    ];
    const up = besideEnd(
      [
        { x: 400, y: 500 },
        { x: 400, y: 300 },
      ],
      label,
      20,
      window,
    );
    expect(up).toEqual({ x: 300, y: 200 });
    const down = besideEnd(
      [
        { x: 400, y: 100 },
        { x: 400, y: 300 },
      ],
      label,
      20,
      window,
    );
    expect(down).toEqual({ x: 300, y: 320 });
    const corner = besideEnd([{ x: 795, y: 590 }], label, 20, window);
    expect(corner).toEqual({ x: 594, y: 490 });
  });

  it('writes nothing about a march under the buttons of the map', () => {
    const [phone, desk] = [buttonsOf(390, 460, 390), buttonsOf(790, 830, 1440)];
    const label = { width: 120, height: 40 };
    expect(clearOf({ x: 260, y: 380 }, label, phone)).toEqual({ x: 204, y: 380 });
    expect(clearOf({ x: 260, y: 100 }, label, phone)).toEqual({ x: 260, y: 100 });
    expect(clearOf({ x: 660, y: 20 }, label, desk).x + label.width).toBeLessThan(desk.left);
  });

  it('shows everybody at first, and nobody under a button', () => {
    const ground = { left: 0, top: 0, width: 4_000, height: 4_000 };
    const [width, height] = [790, 830];
    const corners = (places: readonly (readonly [number, number])[], page = 1440): Place[] => {
      const all = places.map(([x, y]) => ({ x, y }));
      const view = firstView(all, ground, width, height, page);
      return all.map((place) => over(view, place));
    };
    const under = ({ x, y }: Place): boolean => x > 730 && y < 160;
    const far = corners([
      [3_950, 50],
      [50, 3_950],
      [3_950, 600],
    ]);
    expect(far.some(under)).toBe(false);
    expect(far.every(({ x, y }) => x > 0 && x < width && y > 0 && y < height)).toBe(true);
    expect(corners([[60, 60]]).every(({ x, y }) => x > 350 || y > 50)).toBe(true);
    // Where nothing lies under a button the whole window is used.
    const wide = firstView([{ x: 2_000, y: 2_000 }], ground, width, height, 1440);
    expect(over(wide, { x: 2_000, y: 2_000 }).x).toBeCloseTo(width / 2);
    // On a phone the buttons lie over the whole edge.
    expect(firstView([{ x: 2_000, y: 2_000 }], ground, 390, 460, 390).x).toBeGreaterThan(
      firstView([{ x: 2_000, y: 2_000 }], ground, 330, 460, 1440).x - 1,
    );
  });

  it('gives no two names the same room, and whoever is pointed at always has one', () => {
    const wish = (id: number, worth: number): Wish => ({
      piece: piece({ id }),
      at: { x: 100, y: 100 },
      reach: { along: 30, across: 6, turned: 0 },
      worth,
    });
    const labels = placed(
      [wish(1, 0), wish(2, 0), wish(3, 0), wish(4, 0), wish(5, 0), wish(6, 0), wish(7, 1_000)],
      13,
      { width: 2_000, height: 2_000 },
    );
    const named = labels.filter(({ name }) => name !== '');
    expect(new Set(named.map(({ x, y }) => `${x} ${y}`)).size).toBe(named.length);
    expect(named.length).toBeGreaterThan(1);
    // Whoever finds no room for his name keeps his marks, beside his sign or at a corner of it.
    expect(labels.filter(({ name }) => name === '').map(({ lost }) => lost)).toEqual(
      Array.from({ length: 7 - named.length }, () => 2),
    );
    const small = (id: number): Wish => ({ ...wish(id, 0), reach: { along: 4, across: 4, turned: 0 } });
    const covered = [{ left: 0, right: 2_000, top: 0, bottom: 2_000 }];
    expect(placed([wish(1, 0)], 13, { width: 2_000, height: 2_000, covered }).map(({ name }) => name)).toEqual(['']);
    // A sign smaller than its marks is not hidden by them.
    expect(placed([small(1)], 13, { width: 2_000, height: 2_000, covered })).toEqual([]);
    expect(labels[0]?.piece.id).toBe(7);
    expect(shortName('Brig. Gen. John Gibbon')).toBe('John Gibbon');
    expect(namedOn(piece({ done: 'has fired' }))).toBe('2nd Wisconsin ✓');
  });

  it('writes a name at the edge where it can be read whole', () => {
    const wish = (x: number, y: number): Wish => ({
      piece: piece({ name: '2nd Wisconsin' }),
      at: { x, y },
      reach: { along: 30, across: 6, turned: 0 },
      worth: 1,
    });
    const window = { width: 390, height: 600 };
    const half = ('2nd Wisconsin'.length * 13 * 0.54) / 2;
    for (const [x, y] of [
      [3, 300],
      [388, 300],
      [200, 598],
    ] as const) {
      const [label] = placed([wish(x, y)], 13, window);
      expect(label?.x).toBeGreaterThanOrEqual(half);
      expect(label?.x).toBeLessThanOrEqual(390 - half);
      expect(label?.y).toBeLessThanOrEqual(594);
    }
  });
});
