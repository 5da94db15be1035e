import { clockOffsetIn } from './clock-offset.ts';

/** What our own side says instead of the platform; the words for it stand under `reasons.<word>` in the locale files. */
const OWN = [
  'timeout',
  'broken',
  'connect',
  'aborted',
  'too-large',
  'not-allowed',
  'late',
  'fault',
  'no-file',
  'process-ended',
  'setl_id',
  'mdtrt_id',
  'setlinfo',
  'sign_no',
  'msgid',
  'in-use',
];

export interface ReasonWords {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Where people's words for a reason stand; undefined when the platform itself said it, in its own words. */
export function reasonWords(reason: string): ReasonWords | undefined {
  if (OWN.includes(reason)) return { key: `reasons.${reason}`, params: {} };
  const clock = clockOffsetIn(reason);
  if (clock) {
    const { said, aheadSeconds, allowed } = clock;
    return { key: aheadSeconds > 0 ? 'reasons.clock-ahead' : 'reasons.clock-behind', params: { said, seconds: Math.abs(aheadSeconds), allowed } };
  }
  const status = /^HTTP (\d{3})$/.exec(reason)?.[1];
  if (status !== undefined) return { key: 'reasons.http', params: { status } };
  return reason.trim() === '' || /^\s*[<{[]/.test(reason) ? { key: 'reasons.unreadable', params: {} } : undefined;
}
