import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { PASSWORD, systemUrl } from './system.ts';
import { ONE_CALL } from '../../support/processes/one-call-connection.ts';

export type Method = 'GET' | 'POST' | 'PUT';

export interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** Makes calls in the name of one session, beside any page. */
export interface Caller {
  readonly call: (method: Method, path: string, body?: unknown) => Promise<Answer>;
}

export const callAs = (who: Caller, method: Method, path: string, body?: unknown): Promise<Answer> => who.call(method, path, body);

/** A call that must succeed. @returns its data */
export async function dataAs<T>(who: Caller, method: Method, path: string, body?: unknown): Promise<T> {
  const { code, msg, data } = await who.call(method, path, body);
  expect(code, `${method} ${path}: ${msg}`).toBe(200);
  return data as T;
}

/** @param token asked for at each call: a page may sign in anew meanwhile */
export const callerWith = (url: string, token: () => Promise<string>): Caller => ({
  call: async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...ONE_CALL, Authorization: await token(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Answer;
  },
});

/** Somebody whose screen does not matter to the journey: signs in without a browser. */
export async function colleague(account: string, url = systemUrl()): Promise<Caller> {
  const fields = { account, password: createHash('md5').update(PASSWORD).digest('hex'), origin: 'password', client_id: 'admin', client_secret: '123456' };
  const answer = await fetch(`${url}/api/oauth/Login`, {
    method: 'POST',
    headers: ONE_CALL,
    body: new URLSearchParams({ ...fields, scope: 'all', grant_type: 'password' }),
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { token: string } };
  expect(code, `log-in of ${account}: ${msg}`).toBe(200);
  return callerWith(url, async () => data.token);
}
