import { describe, expect, it } from 'vitest';
import { changedNews, changedScene, lineage, withPages } from './apply';
import type { News, Page, Piece, Scene } from './wire';

const piece = (id: number, name = ''): Piece => ({ id, name }) as Piece;
const scene = (pieces: Piece[]): Scene => ({ standing: { turn: 1 }, pieces, marks: [], active: 3 }) as unknown as Scene;
const turn = (number: number, turned: number): Page => ({ number, note: 'turn', turn: turned }) as Page;

describe('what is different', () => {
  it('adds new pieces, changes those that are different, takes away those that are gone, and keeps the rest', () => {
    const was = scene([piece(1), { ...piece(2, 'old'), heading: 7, place: '0101' }, piece(5)]);
    const is = changedScene(was, { pieces: [piece(3)], changed: [{ id: 2, name: 'new', place: null }], gone: [1] });
    expect(is.pieces.map(({ id, name }) => `${id}${name}`)).toEqual(['2new', '3', '5']);
    expect(is.pieces[0]).toEqual({ id: 2, name: 'new', heading: 7, place: null });
    expect(is.active).toBe(3);
  });

  it('keeps of how the battle stands what is not named', () => {
    const standing = { turn: 1, phase: 'Draw', side: 'union', ending: null } as unknown as Scene['standing'];
    const was = { ...scene([]), standing };
    expect(changedScene(was, {}).standing).toEqual(standing);
    const is = changedScene(was, { standing: { phase: 'over', side: null } });
    expect(is.standing).toEqual({ turn: 1, phase: 'over', side: null, ending: null });
  });

  it('tells that no piece is in the middle of something any more', () => {
    const was = scene([]);
    expect(changedScene(was, { pieces: [], gone: [], active: null }).active).toBeNull();
  });

  it('tells a wish to go back that is over from one that is not named', () => {
    const was = { turn: 1, undo: { to: 0, by: 0, wanted: [] }, scene: scene([]), pages: [] } as unknown as News;
    expect(changedNews(was, { turn: 2, turns: 2, pages: [] }).undo).toEqual(was.undo);
    expect(changedNews(was, { turn: 2, turns: 2, undo: null, pages: [] }).undo).toBeNull();
  });

  it('keeps every page of the journal once', () => {
    const known = [turn(0, 1), turn(1, 2)];
    expect(withPages(known, [turn(1, 2), turn(2, 3)]).map((page) => page.number)).toEqual([0, 1, 2]);
    expect(withPages(known, [])).toEqual(known);
  });

  it('knows which turns count after somebody went back', () => {
    const back = { number: 3, note: 'undone', to: 1 } as Page;
    expect(lineage([turn(0, 1), turn(1, 2), turn(2, 3), back, turn(4, 4)])).toEqual([1, 4]);
  });
});
