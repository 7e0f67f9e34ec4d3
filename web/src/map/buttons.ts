import type { Taken } from './labels';
import type { Place } from './ground';

/** LIMIT: a window narrower than this is a phone. */
const PHONE = 700;

/** Where the buttons of the map stand: at its lower right on a phone, at its upper right on a desk. */
export function buttonsOf(width: number, height: number, page: number): Taken {
  return page < PHONE
    ? { left: width - 60, right: width, top: height - 215, bottom: height }
    : { left: width - 60, right: width, top: 0, bottom: 160 };
}

/** Where the switches of the map stand at a desk; on a phone they are folded away. */
export function switchesOf(page: number): Taken | undefined {
  return page < PHONE ? undefined : { left: 0, right: 350, top: 0, bottom: 50 };
}

/** A label moved to the left of what would lie over it. */
export function clearOf(at: Place, label: { width: number; height: number }, taken: Taken): Place {
  const meets =
    at.x + label.width > taken.left && at.x < taken.right && at.y + label.height > taken.top && at.y < taken.bottom;
  return meets ? { x: Math.max(6, taken.left - 6 - label.width), y: at.y } : at;
}
