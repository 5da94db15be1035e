import { wireDay, wireTime } from '../clock.ts';
import type { Envelope } from '../envelope.ts';
import { need, needed, nodeOf } from '../nodes.ts';
import { Refusal } from '../refusal.ts';
import type { Draft } from '../state/store.ts';
import { writing } from './transaction.ts';

/** The number must be the operator's own, of this facility and of today. */
export function isSignedIn(draft: Draft, envelope: Envelope, now: Date): boolean {
  const found = draft.get('signIn', envelope.sign_no);
  return found !== undefined && found.opter === envelope.opter && found.facility === envelope.fixmedins_code && found.day === wireDay(now);
}

/** 9001 */
export const signIn = writing((call) => {
  const data = nodeOf(call.input, 'signIn');
  need(data, 'opter_no', 'mac', 'ip');
  const day = wireDay(call.now);
  const signNo = `${call.region.area}${day.replaceAll('-', '')}${String(call.draft.next('sign')).padStart(10, '0')}`;
  // Numbers of other days are worth nothing any more.
  for (const old of call.draft.rows('signIn')) if (old.day < day) call.draft.remove('signIn', old.signNo);
  call.draft.put('signIn', signNo, { signNo, opter: needed(data, 'opter_no'), facility: call.envelope.fixmedins_code, day });
  return { signinoutb: { sign_time: wireTime(call.now), sign_no: signNo } };
});

/** 9002: only on the day of the sign-in. */
export const signOut = writing((call) => {
  const data = nodeOf(call.input, 'signOut');
  const found = call.draft.get('signIn', needed(data, 'sign_no'));
  if (!found || found.opter !== needed(data, 'opter_no') || found.day !== wireDay(call.now)) throw new Refusal('未查询到当日签到信息');
  call.draft.remove('signIn', found.signNo);
  return { signoutoutb: { sign_time: wireTime(call.now) } };
});
