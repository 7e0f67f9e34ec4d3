import type { Fault, Reply } from './messages';

/** Whether a reply is of this name. */
export function is<Name extends string>(reply: Reply, name: Name): reply is Extract<Reply, Record<Name, unknown>> {
  return name in reply;
}

/** The faults in a reply; a fault of our own where it is something else that was not expected. */
export function faultsOf(reply: Reply): Fault[] {
  if (is(reply, 'faults')) return reply.faults;
  return [{ place: 'engine', reason: 'an answer that was not expected', hint: 'load the page again' }];
}
