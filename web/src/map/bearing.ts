import type { Place } from './ground';

const TURN = 65_536;

/** A heading in degrees clockwise from north. */
export const degrees = (heading: number): number => (heading * 360) / TURN;

/** Degrees as a heading. */
export const heading = (turned: number): number => Math.round(((((turned % 360) + 360) % 360) * TURN) / 360) % TURN;

/** How far apart two places are, in yards. */
export const distance = (from: Place, to: Place): number => Math.hypot(to.x - from.x, to.y - from.y);

/** The way from one place to another, in degrees clockwise from north. */
export function bearing(from: Place, to: Place): number {
  return (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
}

/** The place so many yards away in some direction. */
export function along(from: Place, turned: number, yards: number): Place {
  const angle = (turned * Math.PI) / 180;
  return { x: from.x + Math.sin(angle) * yards, y: from.y - Math.cos(angle) * yards };
}

const COMPASS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;
const SIDES = [
  'ahead',
  'right front',
  'right flank',
  'right rear',
  'behind',
  'left rear',
  'left flank',
  'left front',
] as const;

const eighth = (turned: number): number => Math.round((((turned % 360) + 360) % 360) / 45) % 8;

/** A direction by the compass. */
export const compass = (turned: number): string => COMPASS[eighth(turned)] ?? 'north';

/** A direction as whoever faces some way would say it. */
export const side = (facing: number, turned: number): string => SIDES[eighth(turned - facing)] ?? 'ahead';
