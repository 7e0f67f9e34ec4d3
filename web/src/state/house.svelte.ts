import { SvelteMap } from 'svelte/reactivity';
import type { House, HouseCell, Json } from '../engine/messages';
import { isRecord } from '../lib/situation';
import { keep, kept } from '../lib/store';

const NONE: House = { switches: [], cells: [] };

function readHouse(value: Json | undefined): House {
  if (!isRecord(value)) return NONE;
  const switches = Array.isArray(value['switches']) ? value['switches'] : [];
  const cells = Array.isArray(value['cells']) ? value['cells'] : [];
  return {
    switches: switches.flatMap((pair): [string, string][] =>
      Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string' ? [[pair[0], pair[1]]] : [],
    ),
    cells: cells.flatMap((cell): HouseCell[] => {
      if (!isRecord(cell)) return [];
      const { chart, row, column, text } = cell;
      const holds =
        typeof chart === 'string' && typeof row === 'number' && typeof column === 'number' && typeof text === 'string';
      return holds ? [{ chart, row, column, text }] : [];
    }),
  };
}

/** The house rules of every rulebook, as this browser keeps them. */
class Houses {
  private readonly houses = new SvelteMap<string, House>();
  /** What was kept before this page was opened, read once. */
  private readonly earlier = new Map<string, House>();

  of(book: string): House {
    const known = this.houses.get(book) ?? this.earlier.get(book);
    if (known) return known;
    const house = readHouse(kept(`house.${book}`));
    this.earlier.set(book, house);
    return house;
  }

  set(book: string, house: House): void {
    const isPrinted = house.switches.length === 0 && house.cells.length === 0;
    this.houses.set(book, house);
    keep(
      `house.${book}`,
      isPrinted ? undefined : { switches: house.switches, cells: house.cells.map((cell) => ({ ...cell })) },
    );
  }

  setSwitch(book: string, id: string, value: string | undefined): void {
    const { switches, cells } = this.of(book);
    const others = switches.filter(([known]) => known !== id);
    this.set(book, { switches: value === undefined ? others : [...others, [id, value]], cells });
  }

  setCell(book: string, cell: HouseCell | undefined, place: Omit<HouseCell, 'text'>): void {
    const { switches, cells } = this.of(book);
    const isOther = (known: HouseCell): boolean =>
      known.chart !== place.chart || known.row !== place.row || known.column !== place.column;
    this.set(book, { switches, cells: [...cells.filter(isOther), ...(cell ? [cell] : [])] });
  }

  clear(book: string): void {
    this.set(book, NONE);
  }
}

export const houses = new Houses();
