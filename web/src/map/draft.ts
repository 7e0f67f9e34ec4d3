/** One stroke or body of a sign, by the class that colours it. */
export interface Part {
  part: string;
  path: string;
}

/** What a sign is drawn from. */
export interface Draft {
  front: number;
  depth: number;
  /** So many units of ornament, in yards. */
  units: (units: number) => number;
  guns: number;
}

export const n = (value: number): string => String(Math.round(value * 10) / 10);
export const box = (x: number, y: number, width: number, height: number): string =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`;
export const line = (x: number, y: number, toX: number, toY: number): string => `M${n(x)} ${n(y)}L${n(toX)} ${n(toY)}`;
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
