import { getContext, setContext } from 'svelte';
import type { Json, Reason } from '../engine/messages';
import type { Path } from '../lib/situation';

/** What every field of a form needs from the page around it. */
export interface Form {
  change(path: Path, value: Json): void;
  /** Why the rules say no to the value at this path. */
  reasons(path: Path): Reason[];
  /** What it adds where the value at this path is so; nothing where that is nothing, or not known. */
  effect(path: Path): number | undefined;
}

const KEY = Symbol('form');

export function offerForm(form: Form): void {
  setContext(KEY, form);
}

export function useForm(): Form {
  return getContext<Form>(KEY);
}

/** The id of a field on the page, from its path. */
export function idOf(path: Path): string {
  return `f-${path.join('-')}`;
}
