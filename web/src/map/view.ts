import type { Place } from './ground';

/** What of the map is seen: pixels to the yard, and the place in the left upper corner of the window. */
export interface View {
  zoom: number;
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** LIMIT: pixels to the yard; closer shows nothing more. */
const CLOSEST = 4;

/** The whole of a box in a window, with a little air around it. */
export function fit(box: Box, width: number, height: number, air = 0): View {
  const zoom = Math.max(0.01, Math.min((width - 2 * air) / box.width, (height - 2 * air) / box.height));
  return {
    zoom,
    x: box.left + box.width / 2 - width / 2 / zoom,
    y: box.top + box.height / 2 - height / 2 / zoom,
  };
}

/** The place under a point of the window. */
export function under(view: View, point: Place): Place {
  return { x: view.x + point.x / view.zoom, y: view.y + point.y / view.zoom };
}

/** The point of the window over a place. */
export function over(view: View, place: Place): Place {
  return { x: (place.x - view.x) * view.zoom, y: (place.y - view.y) * view.zoom };
}

/** The map nearer or farther, while a point of the window stays over its place. */
export function zoomed(view: View, by: number, point: Place, least: number): View {
  const zoom = Math.min(CLOSEST, Math.max(least, view.zoom * by));
  const place = under(view, point);
  return { zoom, x: place.x - point.x / zoom, y: place.y - point.y / zoom };
}

/** The map moved by so many pixels. */
export function panned(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x - dx / view.zoom, y: view.y - dy / view.zoom };
}

/** A view that shows a place in the middle of the window. */
export function centred(view: View, place: Place, width: number, height: number): View {
  return { ...view, x: place.x - width / 2 / view.zoom, y: place.y - height / 2 / view.zoom };
}

/** The same view, kept so that some of the map is always seen, and all of it where there is room for all. */
export function held(view: View, box: Box, width: number, height: number): View {
  const [wide, high] = [width / view.zoom, height / view.zoom];
  const keep = (at: number, low: number, long: number, seen: number): number =>
    long < seen
      ? Math.min(low, Math.max(low + long - seen, at))
      : Math.min(low + long - seen * 0.6, Math.max(low - seen * 0.4, at));
  return { ...view, x: keep(view.x, box.left, box.width, wide), y: keep(view.y, box.top, box.height, high) };
}

/** The zoom from which names of units can be read beside them. */
export function showsNames(zoom: number, ornament: number): boolean {
  return zoom * ornament > 0.34;
}
