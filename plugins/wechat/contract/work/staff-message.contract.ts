import { defineContract, get, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_STAFF_DEPARTMENTS, MAX_STAFF_RECEIVERS, MAX_STAFF_TEXT, STAFF_MESSAGE_STATES, type StaffMessageState, WORK_MESSAGE_MENU } from './work-limits.ts';

const need = `perm:${WORK_MESSAGE_MENU}` as const;
const id = Type.String({ minLength: 1, maxLength: 64 });
const state = Type.Unsafe<StaffMessageState>(Type.Union(STAFF_MESSAGE_STATES.map((one) => Type.Literal(one))));

export const staffMessageRow = Type.Object({
  id: Type.String(),
  content: Type.String(),
  state,
  /** Why it was refused, or is doubtful, in the reader's language. */
  reason: Type.String(),
  /** Names of the first receivers. */
  toUsers: Type.String(),
  /** People whom it was for. */
  receivers: Type.Integer(),
  /** Of those, whom the service did not deliver to: no member there, or not within what the app may see. */
  unreached: Type.Integer(),
  creatorUser: Type.String(),
  creatorTime: Type.Integer(),
  /** What the service calls it: its administrators find it by that. Empty: no answer named one. */
  msgId: Type.String(),
  /** 1: it can be sent again, and nobody gets it twice by that. */
  mayAgain: Type.Union([Type.Literal(0), Type.Literal(1)]),
});
export type StaffMessageRow = Static<typeof staffMessageRow>;

export const staffReceiver = Type.Object({
  userId: Type.String(),
  realName: Type.String(),
  /** Empty: bound to no member. */
  qyWxUserId: Type.String(),
  /** 1: the service took it for this person; 0: it did not, or nobody knows. */
  reached: Type.Union([Type.Literal(0), Type.Literal(1)]),
});
export type StaffReceiver = Static<typeof staffReceiver>;

/** Messages that people write to staff over the work account. A caller sees those that were written in their organisations. */
export const staffMessageContract = defineContract('wechat-staff-message', {
  list: get('/api/WeChat/QYMessage', {
    summary: 'Messages to staff, the latest first',
    need,
    audit: 'read',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(staffMessageRow),
  }),
  info: get('/api/WeChat/QYMessage/{id}', {
    summary: 'One message with its receivers',
    need,
    audit: 'read',
    params: Type.Object({ id }),
    reply: Type.Object({ ...staffMessageRow.properties, people: Type.Array(staffReceiver) }),
  }),
  send: post('/api/WeChat/QYMessage/Actions/Send', {
    summary:
      'Writes to staff who are bound to a member, and to those of departments, the ones below them included; who is bound to nobody there is told of. Refused: `wechat.qy-nobody`, `wechat.qy-too-many`, `wechat.qy-person-unknown`, `wechat.qy-unbound` (with their names), `wechat.qy-text-long`, `wechat.qy-leak-name`, `wechat.qy-leak-number`, ' +
      '`wechat.qy-leak-infection`, `wechat.qy-leak-diagnosis` (what must not leave the house), `wechat.qy-names-unknown`, `wechat.work-…` (what the service said)',
    need: `${need}:btn_send`,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    body: Type.Object({
      userIds: Type.Array(id, { maxItems: MAX_STAFF_RECEIVERS, uniqueItems: true }),
      departmentIds: Type.Optional(Type.Array(id, { maxItems: MAX_STAFF_DEPARTMENTS, uniqueItems: true })),
      content: Type.String({ minLength: 1, maxLength: MAX_STAFF_TEXT }),
    }),
    reply: staffMessageRow,
  }),
  again: post('/api/WeChat/QYMessage/{id}/Actions/Again', {
    summary:
      'Sends once more what was refused, to those of its receivers who are bound now, or what is doubtful, as it was, while the service still drops repeats. ' +
      'Refused: `wechat.qy-not-again` (sent, on its way, or doubtful for too long: a person decides), and as `send`',
    need: `${need}:btn_send`,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    params: Type.Object({ id }),
    reply: staffMessageRow,
  }),
  decide: post('/api/WeChat/QYMessage/{id}/Actions/Decide', {
    summary: 'Somebody asked the receivers, or looked in the console by the number of the message, and says whether what is doubtful arrived',
    need: `${need}:btn_send`,
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id }),
    body: Type.Object({ arrived: Type.Union([Type.Literal(0), Type.Literal(1)]) }),
    reply: staffMessageRow,
  }),
});
