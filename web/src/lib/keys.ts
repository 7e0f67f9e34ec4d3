/** Whether a person is writing here, so that letters and digits are text and no orders. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable)
    return true;
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio';
}

/** The letter of a key that is an order; nothing where it is text, or a browser's own key. */
export function orderOf(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
    return undefined;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
