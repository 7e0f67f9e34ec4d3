import type { Spot } from '../net/wire';
import { featuresOf, type Feature } from './features';

/** A place on the picture, in yards from its north-west corner. */
export interface Place {
  x: number;
  y: number;
}

/** Something with a name, and where the name stands. */
export interface Landmark extends Place {
  name: string;
}

/** The ground as a picture, and how its places are found. */
export interface Ground {
  left: number;
  top: number;
  width: number;
  height: number;
  west: number;
  north: number;
  /** The ground's own units in a yard. */
  yard: number;
  /** How large ornament is drawn, for each unit of it in yards. */
  ornament: number;
  features: Feature[];
  landmarks: Landmark[];
}

function figure(text: string, name: string, otherwise: number): number {
  const found = new RegExp(`data-${name}="(-?[\\d.]+)"`).exec(text)?.[1];
  return found === undefined ? otherwise : Number(found);
}

/** Reads from the picture of the ground what lies where. */
export function readGround(svg: string): Ground {
  const head = svg.slice(0, svg.indexOf('>') + 1);
  const view = /viewBox="([^"]+)"/.exec(head)?.[1]?.split(' ').map(Number) ?? [];
  const [left = 0, top = 0, width = 1, height = 1] = view;
  return {
    left,
    top,
    width,
    height,
    west: figure(head, 'west', 0),
    north: figure(head, 'north', 0),
    yard: figure(head, 'yard', 9144),
    ornament: figure(head, 'scale', 1000) / 1000,
    ...features(svg),
  };
}

/** Woods, fields, water and whatever has a name. */
function features(svg: string): Pick<Ground, 'features' | 'landmarks'> {
  if (typeof DOMParser === 'undefined') return { features: [], landmarks: [] };
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const landmarks = [...picture.querySelectorAll('.names.near text')].flatMap((text): Landmark[] => {
    const name = text.textContent.trim();
    const place = placeOf(text);
    return name === '' || /^\d+$/.test(name) || !place ? [] : [{ name, ...place }];
  });
  return { features: featuresOf(picture), landmarks };
}

function placeOf(text: Element): Place | undefined {
  const moved = /translate\((-?[\d.]+)[ ,](-?[\d.]+)\)/.exec(text.getAttribute('transform') ?? '');
  if (moved) return { x: Number(moved[1]), y: Number(moved[2]) };
  const [x, y] = [text.getAttribute('x'), text.getAttribute('y')];
  return x === null || y === null ? undefined : { x: Number(x), y: Number(y) };
}

/** Where a spot of the ground lies on the picture. */
export function placeAt(ground: Ground, spot: Spot): Place {
  return { x: (spot.x - ground.west) / ground.yard, y: (ground.north - spot.y) / ground.yard };
}

/** The spot of the ground that a place on the picture stands for. */
export function spotAt(ground: Ground, place: Place): Spot {
  return { x: Math.round(ground.west + place.x * ground.yard), y: Math.round(ground.north - place.y * ground.yard) };
}
