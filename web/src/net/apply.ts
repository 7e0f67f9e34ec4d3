import type { Changed, News, Page, Piece, Scene, SceneChange, Standing } from './wire';

/** A picture with what is different on it. */
export function changedScene(scene: Scene, change: SceneChange): Scene {
  const pieces = new Map<number, Piece>(scene.pieces.map((piece) => [piece.id, piece]));
  for (const piece of change.pieces ?? []) pieces.set(piece.id, piece);
  for (const different of change.changed ?? []) {
    const piece = pieces.get(different.id);
    if (piece) pieces.set(different.id, { ...piece, ...(different as Partial<Piece>) });
  }
  for (const id of change.gone ?? []) pieces.delete(id);
  return {
    standing: { ...scene.standing, ...((change.standing ?? {}) as Partial<Standing>) },
    pieces: [...pieces.values()].sort((a, b) => a.id - b.id),
    marks: change.marks ?? scene.marks,
    active: 'active' in change ? (change.active ?? null) : (scene.active ?? null),
  };
}

/** The news with what is different since: whatever is not named is as it was. */
export function changedNews(news: News, changed: Changed): News {
  return {
    ...news,
    turn: changed.turn,
    turns: changed.turns,
    seats: changed.seats ?? news.seats,
    scene: changed.scene ? changedScene(news.scene, changed.scene) : news.scene,
    decision: changed.decision ?? news.decision,
    undo: 'undo' in changed ? (changed.undo ?? null) : (news.undo ?? null),
    clock: changed.clock ?? news.clock,
    standing: changed.standing ?? news.standing,
    closed: changed.closed ?? news.closed,
    chain: changed.chain ?? news.chain,
    pages: [],
  };
}

/** The journal with new pages, each once and in order. */
export function withPages(known: readonly Page[], fresh: readonly Page[]): Page[] {
  const first = fresh[0];
  const last = known.at(-1);
  if (first === undefined) return [...known];
  if (last === undefined || last.number < first.number) return [...known, ...fresh];
  const all = new Map(known.map((page) => [page.number, page]));
  for (const page of fresh) all.set(page.number, page);
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** The turns that count, in their order: whoever went back has left some behind. */
export function lineage(pages: readonly Page[]): number[] {
  const turns: number[] = [];
  for (const page of pages) {
    if (page.note === 'turn') turns.push(page.turn);
    if (page.note === 'undone') while (turns.length > 0 && (turns.at(-1) ?? 0) > page.to) turns.pop();
  }
  return turns;
}
