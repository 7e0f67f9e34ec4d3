import { describe, expect, it } from 'vitest';
import type { Ground } from '../map/ground';
import type { Page, Piece, QuestionLine } from '../net/wire';
import { answersTo } from './asked';
import { fieldsOf, found, read } from './fields';
import { targets } from './keys';
import { goneFrom, membersOf, namesIn, strengthOf, treeOf } from './forces';
import { placesOf } from '../map/features';
import { around, groundNear, groundUnder, heardOf, pageWords, placeName, weaponWords } from './words';

const piece = (id: number, side: 'union' | 'confederate', under: string[], y: number): Piece =>
  ({
    id,
    kind: 'infantry',
    side,
    name: `unit ${id}`,
    under,
    at: { x: 0, y },
    heading: 0,
    formation: 'line',
    strength: { words: '6 stands', left: 6, full: 8, men: 400 },
    morale: '',
    badges: [],
    done: '',
  }) as unknown as Piece;
const ALL = [
  piece(1, 'union', ['gibbon', 'king'], 0),
  piece(2, 'union', ['gibbon', 'king'], -100),
  piece(3, 'confederate', [], 300),
];
const GROUND = {
  west: 0,
  north: 0,
  yard: 1,
  features: [
    { kind: 'woods', name: '', isArea: true, lines: placesOf('M-50 -50h100v100h-100z') },
    { kind: 'fence', name: 'Farm fence (rail-fence)', isArea: false, lines: placesOf('M-500 -300L500 -300') },
    { kind: 'road', name: '', isArea: false, lines: placesOf('m-9 5l18 0') },
  ],
  landmarks: [{ name: 'Church', x: 200, y: 0 }],
} as unknown as Ground;

describe('beside the map', () => {
  it('has the order of battle as a tree with its strengths', () => {
    const [union, confederate] = treeOf(ALL, namesIn([{ id: 'king', name: "King's Division", under: null }]));
    expect(union?.forces[0]?.name).toBe("King's Division");
    expect(union?.forces[0]?.forces[0]?.name).toBe('Gibbon');
    expect([union?.left, union?.full]).toEqual([12, 16]);
    expect(union ? membersOf(union) : []).toEqual([1, 2]);
    expect(confederate?.pieces).toHaveLength(1);
  });

  it('keeps those in the order of battle that are no longer there, and does not guess at those it does not see', () => {
    const now = ALL.filter(({ id }) => id === 1);
    const gone = goneFrom(ALL.slice(0, 2), now, (side) => side === 'union');
    expect(gone.map(({ id }) => id)).toEqual([2]);
    const [union, confederate] = treeOf(now, new Map(), gone);
    expect([union?.left, union?.full]).toEqual([6, 16]);
    expect(union?.forces[0]?.forces[0]?.gone.map(({ name }) => name)).toEqual(['unit 2']);
    expect(union ? membersOf(union) : []).toEqual([1]);
    expect(confederate).toBeUndefined();
    // An enemy that one has seen is gone when he is; one whose strength is hidden may be out of sight.
    const enemy = piece(5, 'confederate', [], 0);
    const hidden = { ...piece(6, 'confederate', [], 0), strength: { words: '', left: 0, full: 0, men: 0 } };
    expect(goneFrom([...ALL, enemy, hidden], ALL, (side) => side === 'union').map(({ id }) => id)).toEqual([5]);
  });

  it('says of a strength that nobody knows that nobody knows it', () => {
    const unknown = { ...piece(4, 'confederate', [], 0), strength: { words: '', left: 0, full: 0, men: 0 } };
    const leader = { ...unknown, id: 5, kind: 'leader' as const };
    const [one] = treeOf([unknown], new Map());
    expect(one && strengthOf(one)).toBe('?');
    const [both] = treeOf([unknown, piece(3, 'confederate', [], 0)], new Map());
    expect(both && strengthOf(both)).toBe('6/8 + ?');
    const [led] = treeOf([leader], new Map());
    expect(led && strengthOf(led)).toBe('');
  });

  it('says what lies around a unit, the enemy first', () => {
    const [unit] = ALL;
    const near = unit ? around(GROUND, unit, ALL) : [];
    expect(near.map(({ yards, where, enemy }) => [yards, where, enemy])).toEqual([
      [300, 'ahead, north', true],
      [100, 'behind, south', false],
      [200, 'right flank, east', false],
    ]);
  });

  it('tells a road once, from where it is nearest, and in small letters', () => {
    const [unit] = ALL;
    const marked = (course: string): Ground =>
      ({
        ...GROUND,
        features: [{ kind: 'road', name: 'Gate road (road)', isArea: false, lines: placesOf(course) }],
        landmarks: [
          { name: 'GATE ROAD', x: 0, y: -505 },
          { name: 'GATE HILL', x: 0, y: -700 },
        ],
      }) as unknown as Ground;
    const places = (course: string): string[] =>
      unit ? around(marked(course), unit, [unit]).map(({ what, yards }) => `${what} ${yards}`) : [];
    expect(places('M196 -900L196 900')).toEqual(['Gate Hill 700']);
    // Too far off for the list of the ground, it stands in this one: from its edge and not from its name.
    expect(places('M650 -900L650 900')).toEqual(['Gate Road 650', 'Gate Hill 700']);
    expect([placeName("McPHERSON'S RIDGE"), placeName('Church'), placeName('A')]).toEqual([
      "McPherson's Ridge",
      'Church',
      'A',
    ]);
  });

  it('says aloud what is new in the journal, and by whom', () => {
    const pages = [
      { number: 0, seat: 0, note: 'turn', turn: 1, order: 'a card', words: ['a card is drawn'] },
      { number: 1, seat: 0, note: 'turn', turn: 2, order: 'it fires', words: ['it fires', '1 hit'] },
      { number: 2, seat: 1, note: 'said', text: 'well shot', to: 'all' },
    ] as unknown as Page[];
    expect(heardOf(pages, 0, (seat) => `seat ${seat}`).map(({ words }) => words)).toEqual([
      'It fires. 1 hit.',
      'seat 1: well shot',
    ]);
    expect(heardOf(pages, 2, String)).toEqual([]);
  });

  it('says on what ground a unit stands, and what ground is near', () => {
    const [unit] = ALL;
    if (!unit) return;
    expect(groundUnder(GROUND, { ...unit, depth: 4 })).toEqual(['Woods', 'at Road']);
    expect(groundNear(GROUND, unit)).toEqual([
      { what: 'Farm fence (rail fence)', yards: 300, where: 'ahead, north', enemy: false },
    ]);
  });

  it('says who is out of sight, and what a unit fires', () => {
    const [unit] = ALL;
    const near = unit ? around(GROUND, unit, ALL, []) : [];
    expect(near[0]?.what).toContain('out of its sight');
    const zone = { weapon: 'rifle musket', silent: null, arc: [], dead: [], targets: [], seen: [] };
    const bands = [{ yards: 100, words: '100 yards: 3', edge: [] }];
    expect(weaponWords({ ...zone, bands })).toBe('Rifle musket, 100 yards: 3.');
    expect(weaponWords({ ...zone, weapon: '', bands: [] })).toBe('');
  });

  it('aims at whom a unit bears upon before the nearest', () => {
    const [unit] = ALL;
    const all = [...ALL, piece(4, 'confederate', [], 900)];
    expect(unit ? targets(unit, all, GROUND).map(({ id }) => id) : []).toEqual([3, 4]);
    expect(unit ? targets(unit, all, GROUND, [4]).map(({ id }) => id) : []).toEqual([4, 3]);
  });

  it('tells an order in words, also one that is not to be known', () => {
    expect(pageWords({ note: 'turn', turn: 1, order: null, words: [] } as unknown as Page)).toEqual([
      'An order that is not yours to know.',
    ]);
  });

  it('finds the field a referee means, and reads what he types', () => {
    const battle = { turn: 3, units: [{ condition: { lost: 1 } }, { 'a/b': null, place_of: 'field' }] };
    const fields = fieldsOf(battle, new Map([[0, '2nd Ohio']]));
    expect(fields.map(({ at }) => at)).toEqual([
      '/turn',
      '/units/0/condition/lost',
      '/units/1/a~1b',
      '/units/1/place_of',
    ]);
    expect(found(fields, 'ohio lost', 5)).toEqual([
      { at: '/units/0/condition/lost', words: 'units, 2nd Ohio, condition, lost', value: 1 },
    ]);
    expect(found(fields, '  ', 5)).toEqual([]);
    expect([read('4', 1), read('4', 'four'), read('true', false), read('rout', null)]).toEqual([4, '4', true, 'rout']);
  });
});

describe('standing orders', () => {
  const question = (answers: string[]): QuestionLine => ({ question: 'q', prompt: '', about: '', rule: '', answers });

  it('have every answer from the start, in words', () => {
    expect(answersTo(question(['yes', 'no']))).toEqual([
      ['yes', 'Yes'],
      ['no', 'No'],
    ]);
    expect(answersTo(question(['n', 'ne'])).map(([, words]) => words)).toEqual(['North', 'North-east']);
  });

  it('may be numbers, the first or the last of whatever there is, and what was left before', () => {
    const answers = answersTo(question([]), '12').map(([answer]) => answer);
    expect([answers[0], answers[1], answers.at(-2), answers.at(-1)]).toEqual(['first', '0', '999', '12']);
  });
});
