import { fiveFields } from './five-fields.ts';

/** Longest parts of what a task does. */
export const MAX_URL = 500;
export const MAX_BODY = 2_000;

/** What a task does, and when. */
export type TaskContent = {
  /** Five fields. */
  readonly cron: string;
} & (
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'http'; readonly url: string; readonly method: 'GET' | 'POST'; readonly body: string }
);

/** Why the text cannot be taken: keys below `errors.system`. */
export type TaskFlaw = 'task-unreadable' | 'task-no-method' | 'task-interface' | 'task-url' | 'task-body';

/** `executeType` of the platform: 1 calls something, 3 is a method of this installation; 2, SQL, is not offered. */
export const HTTP = '1';
export const METHOD = '3';

const isGiven = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The text `executeContent` of the platform. Whether its timetable, method and address exist is asked where the task is written. */
export function readTaskContent(executeType: string, executeContent: string): TaskContent | { readonly flaw: TaskFlaw } {
  let given: unknown;
  try {
    given = JSON.parse(executeContent);
  } catch {
    return { flaw: 'task-unreadable' };
  }
  if (!isGiven(given)) return { flaw: 'task-unreadable' };
  const cron = fiveFields(textOf(given.cron));
  if (executeType === METHOD) {
    const method = textOf(given.localHostTaskId);
    return method === '' ? { flaw: 'task-no-method' } : { kind: 'method', cron, method };
  }
  const url = textOf(given.url);
  if (url === '' && textOf(given.interfaceId) !== '') return { flaw: 'task-interface' };
  if (!isWebAddress(url)) return { flaw: 'task-url' };
  const body = typeof given.body === 'string' ? given.body : '';
  if (body.length > MAX_BODY) return { flaw: 'task-body' };
  return { kind: 'http', cron, url, method: given.method === 'POST' ? 'POST' : 'GET', body };
}

/** Neither user nor password in it: what is stored here is read by whoever may see the task. */
function isWebAddress(url: string): boolean {
  if (url.length > MAX_URL || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** The same as text, members in one order: what was saved is compared with it. */
export const taskText = (content: TaskContent): string =>
  JSON.stringify(
    content.kind === 'method'
      ? { cron: content.cron, localHostTaskId: content.method }
      : { cron: content.cron, url: content.url, method: content.method, body: content.body },
  );
