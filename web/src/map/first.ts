import { buttonsOf, switchesOf } from './buttons';
import type { Place } from './ground';
import type { Taken } from './labels';
import { fit, held, over, type Box, type View } from './view';

/** Yards around whoever stands farthest out. */
const AIR = 160;
/** LIMIT: pixels between the middle of a unit and a button. */
const CLEAR = 16;

/** Everything in a part of the window. */
function fitIn(box: Box, room: Taken): View {
  const view = fit(box, room.right - room.left, room.bottom - room.top);
  return { ...view, x: view.x - room.left / view.zoom, y: view.y - room.top / view.zoom };
}

/** The parts of a window that one after the other have room for everybody: the later, the fewer buttons lie over them. */
function roomsOf(width: number, height: number, buttons: Taken, switches: Taken | undefined): Taken[] {
  const all = { left: 0, right: width, top: 0, bottom: height };
  const beside = { ...all, right: buttons.left };
  // On a phone the buttons lie over the whole edge.
  if (!switches) return [beside];
  return [all, beside, { ...all, top: switches.bottom }, { ...beside, top: switches.bottom }];
}

/** The first view of a map: as near as everybody is seen, and none of them under a button. */
export function firstView(places: readonly Place[], ground: Box, width: number, height: number, page: number): View {
  const whole = fit(ground, width, height);
  if (places.length === 0) return whole;
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - AIR, Math.min(...ys) - AIR];
  const box = { left, top, width: Math.max(...xs) + AIR - left, height: Math.max(...ys) + AIR - top };
  const [buttons, switches] = [buttonsOf(width, height, page), switchesOf(page)];
  const covered = [buttons, ...(switches ? [switches] : [])];
  const views = roomsOf(width, height, buttons, switches).map((room) => {
    const near = fitIn(box, room);
    const far = fitIn(ground, room);
    return held(near.zoom > far.zoom ? near : far, ground, width, height);
  });
  const isCovered = (view: View): boolean =>
    places.some((place) => {
      const { x, y } = over(view, place);
      return covered.some(
        (part) => x > part.left - CLEAR && x < part.right + CLEAR && y > part.top - CLEAR && y < part.bottom + CLEAR,
      );
    });
  return views.find((view) => !isCovered(view)) ?? views.at(-1) ?? whole;
}
