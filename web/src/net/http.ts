import { sentence } from '../lib/words';
import type { Problem } from './wire';

/** Why a server did not do what it was asked, and what to do about it. */
export class Declined extends Error {
  constructor(readonly problem: Problem) {
    super(problem.why);
  }
}

const NOBODY: Problem = {
  problem: 'later',
  why: 'no server answers here',
  do: 'start one with longroll serve, and open the page from there',
  faults: [],
};

/** Whether something is what a server says when it declines. */
function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value && 'why' in value;
}

/** Where something of the server is, from wherever the page lies. */
export function apiPath(path: string): string {
  return `./api/v1/${path}`;
}

/** What a server grants. */
async function granted(method: string, path: string, body?: unknown): Promise<Response> {
  const asked = await fetch(apiPath(path), {
    method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => undefined);
  const isJson = asked?.headers.get('content-type')?.includes('json') ?? false;
  if (!asked || !isJson) throw new Declined(NOBODY);
  if (asked.ok) return asked;
  const answer: unknown = await asked.json();
  throw new Declined(isProblem(answer) ? answer : NOBODY);
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await granted(method, path, body);
  return (await answer.json()) as T;
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path);
export const post = <T>(path: string, body: unknown): Promise<T> => call<T>('POST', path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => call<T>('PUT', path, body);
export const remove = <T>(path: string): Promise<T> => call<T>('DELETE', path);

/** Saves what a server hands out as a file. */
export async function download(path: string, name: string): Promise<void> {
  const answer = await granted('GET', path);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  [link.href, link.download] = [address, name];
  link.click();
  // It is read when the browser comes to it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** What went wrong, as a sentence for people. */
export function whyOf(error: unknown): string {
  if (error instanceof Declined) return sentence(`${error.problem.why}: ${error.problem.do}`);
  return sentence(error instanceof Error ? error.message : String(error));
}

/** Whether it was only that nobody answered: he may do so later. */
export function isAway(error: unknown): boolean {
  return error instanceof Declined && error.problem === NOBODY;
}
