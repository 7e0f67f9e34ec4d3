/** A share with the bounds between which the true one lies 95 times in 100. */
export interface Interval {
  share: number;
  low: number;
  high: number;
}

/** What a study found under one rulebook, as `balance.json` has it. */
export interface Certified {
  rulebook: string;
  generals: string[];
  battles: number;
  union: Interval;
  confederate: Interval;
  draw: Interval;
  turns: number;
  lost: [number, number];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function intervalOf(value: unknown): Interval {
  const figure = (name: string): number => (isRecord(value) && typeof value[name] === 'number' ? value[name] : 0);
  return { share: figure('share'), low: figure('low'), high: figure('high') };
}

/** The certificates in the file of a battle; what is not one is left out. */
export function certificatesOf(balance: unknown): Certified[] {
  const list =
    isRecord(balance) && Array.isArray(balance['certificates']) ? (balance['certificates'] as unknown[]) : [];
  return list.flatMap((one): Certified[] => {
    if (!isRecord(one) || typeof one['rulebook'] !== 'string') return [];
    const lost = Array.isArray(one['lost']) ? one['lost'].map(Number) : [];
    return [
      {
        rulebook: one['rulebook'],
        generals: Array.isArray(one['generals']) ? one['generals'].map(String) : [],
        battles: Number(one['battles'] ?? 0),
        union: intervalOf(one['union']),
        confederate: intervalOf(one['confederate']),
        draw: intervalOf(one['draw']),
        turns: Number(one['turns'] ?? 0),
        lost: [lost[0] ?? 0, lost[1] ?? 0],
      },
    ];
  });
}
