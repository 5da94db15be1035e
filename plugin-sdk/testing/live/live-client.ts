import { createHash, randomUUID } from 'node:crypto';

export interface LiveReply {
  readonly status: number;
  /** Of the envelope; 0 where the answer is none. */
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly milliseconds: number;
}

/** Somebody who is signed in at the server, or nobody. */
export interface LivePerson {
  readonly account: string;
  call(method: string, address: string, input?: { readonly query?: unknown; readonly body?: unknown }): Promise<LiveReply>;
}

const TIMEOUT_MS = 30_000;
/** Beyond it the line of the request itself is refused, before any route hears of it. */
const MAX_QUERY_CHARS = 2_000;

/** Half a pair of signs has no form in an address. */
export const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]) => [name, wellFormed(value.slice(0, MAX_QUERY_CHARS))]))}`;
}

export function personWith(backend: string, account: string, token: string): LivePerson {
  return {
    account,
    async call(method, address, { query, body } = {}) {
      const began = performance.now();
      const answer = await fetch(new URL(address + queryText(query), backend), {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...(token === '' ? {} : { Authorization: token }),
          ...(method === 'GET' ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
        },
        ...(method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const content = await answer.text();
      const milliseconds = performance.now() - began;
      try {
        const { code = 0, msg = '', data = null } = JSON.parse(content) as { code?: number; msg?: string; data?: unknown };
        return { status: answer.status, code, msg, data, milliseconds };
      } catch {
        return { status: answer.status, code: 0, msg: '', data: null, milliseconds };
      }
    },
  };
}

/** @returns undefined when the account may not enter */
export async function signIn(backend: string, account: string, password: string): Promise<LivePerson | undefined> {
  const body = new URLSearchParams({ account, password: createHash('md5').update(password).digest('hex'), origin: 'password', grant_type: 'password' });
  const answer = await fetch(new URL('/api/oauth/Login', backend), { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { code, data } = (await answer.json()) as { code: number; data?: { token?: string } };
  return code === 200 && data?.token ? personWith(backend, account, data.token) : undefined;
}
