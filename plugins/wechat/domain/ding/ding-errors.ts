import type { WorkFailure } from '../../contract/work/work-limits.ts';

/** Codes of DingTalk (open platform, 全局错误码), and what each means here. */
const MEANINGS: Readonly<Record<number, WorkFailure>> = {
  [-1]: 'busy',
  88: 'token',
  33012: 'nobody',
  40001: 'secret',
  40014: 'token',
  40056: 'agent',
  40089: 'secret',
  41001: 'token',
  42001: 'token',
  50002: 'no-right',
  50004: 'no-right',
  60011: 'no-right',
  60020: 'ip',
  60121: 'nobody',
  90002: 'limited',
  90003: 'limited',
  90018: 'limited',
};

/** What a code means; undefined for success. */
export const dingFailureOf = (errcode: number): WorkFailure | undefined => (errcode === 0 ? undefined : (MEANINGS[errcode] ?? 'refused'));

/** The call was not worked on, and may be made again with a new token. */
const STALE_TOKEN: readonly number[] = [88, 40014, 41001, 42001];
export const isStaleDingToken = (errcode: number): boolean => STALE_TOKEN.includes(errcode);
