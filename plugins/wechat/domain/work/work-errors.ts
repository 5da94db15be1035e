import type { WorkFailure } from '../../contract/work/work-limits.ts';

/** Codes of the service, and what each means here. */
const MEANINGS: Readonly<Record<number, WorkFailure>> = {
  [-1]: 'busy',
  40001: 'secret',
  40003: 'nobody',
  40013: 'corp',
  40014: 'token',
  40029: 'code',
  40056: 'agent',
  40082: 'secret',
  41001: 'token',
  42001: 'token',
  45009: 'limited',
  45033: 'limited',
  46004: 'nobody',
  48002: 'no-right',
  60011: 'no-right',
  60020: 'ip',
  60111: 'nobody',
  81013: 'nobody',
  301002: 'agent',
};

/** What a code means; undefined for success. */
export const failureOf = (errcode: number): WorkFailure | undefined => (errcode === 0 ? undefined : (MEANINGS[errcode] ?? 'refused'));

/** Codes that say that the token is no good any more: the call was not worked on, and may be made again with a new one. */
const STALE_TOKEN: readonly number[] = [40001, 40014, 41001, 42001];
export const isStaleToken = (errcode: number): boolean => STALE_TOKEN.includes(errcode);

export interface WechatSaid {
  readonly errcode: number;
  readonly errmsg: string;
  readonly [member: string]: unknown;
}

const MAX_SAID = 160;

/**
 * Answer of the service; undefined for anything that is none of its own, such as the page of a proxy.
 * @param success what an answer without a code means: nothing to the work account, success to the public account
 */
export function readSaid(body: string, success?: 0): WechatSaid | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { errcode = success, errmsg } = value as { readonly errcode?: unknown; readonly errmsg?: unknown };
  if (typeof errcode !== 'number' || !Number.isSafeInteger(errcode)) return undefined;
  return { ...value, errcode, errmsg: typeof errmsg === 'string' ? errmsg.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_SAID) : '' };
}

/** The address that the service saw, out of its sentence of 60020; empty where it says none. */
export const addressSeen = (errmsg: string): string => /(?:from ip:|invalid ip|request ip=) ?([0-9a-fA-F.:]{3,45})/.exec(errmsg)?.[1] ?? '';
