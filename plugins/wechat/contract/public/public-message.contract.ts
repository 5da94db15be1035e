import { defineContract, del, get, listOf, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import {
  MAX_ANSWER_SORT,
  ANSWER_KINDS,
  ANSWER_MATCHES,
  type AnswerKind,
  type AnswerMatch,
  CALLBACK_PATH,
  MAX_ANSWER_NAME,
  MAX_KEYWORD,
  MAX_KEYWORDS,
  MAX_MESSAGE_TEXT,
  MESSAGE_STATES,
  MESSAGE_TYPES,
  type PublicMessageState,
  type PublicMessageType,
  PUBLIC_MESSAGE_MENU,
} from './public-limits.ts';

const need = `perm:${PUBLIC_MESSAGE_MENU}` as const;
const id = Type.String({ minLength: 1, maxLength: 64 });
const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Union(values.map((one) => Type.Literal(one))));
const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);

export const publicMessageRow = Type.Object({
  id: Type.String(),
  /** Of the follower. */
  userId: Type.String(),
  openId: Type.String(),
  /** Of the bound patient, where the caller may see the file. */
  patientName: Type.String(),
  direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  type: oneOf<PublicMessageType>(MESSAGE_TYPES),
  content: Type.String(),
  state: oneOf<PublicMessageState>(MESSAGE_STATES),
  /** Why it was refused, in the reader's language. */
  reason: Type.String(),
  /** What answered it by itself: the name of the rule. */
  answeredBy: Type.String(),
  creatorUser: Type.String(),
  creatorTime: Type.Integer(),
  /** 1: this follower may be written to now. */
  mayWrite: flag,
});
export type PublicMessageRow = Static<typeof publicMessageRow>;

const answerFields = {
  fullName: Type.String({ minLength: 1, maxLength: MAX_ANSWER_NAME }),
  /** `welcome`: to who begins to follow; `default`: where no word fits. One of each is enough; the first one in use counts. */
  kind: oneOf<AnswerKind>(ANSWER_KINDS),
  match: oneOf<AnswerMatch>(ANSWER_MATCHES),
  keywords: Type.Array(Type.String({ minLength: 1, maxLength: MAX_KEYWORD }), { maxItems: MAX_KEYWORDS }),
  content: Type.String({ minLength: 1, maxLength: MAX_MESSAGE_TEXT }),
  sortCode: Type.Integer({ minimum: 0, maximum: MAX_ANSWER_SORT }),
  enabledMark: flag,
};
export const answerRule = Type.Object({ id: Type.String(), ...answerFields, version: Type.Integer() });
export type AnswerRule = Static<typeof answerRule>;
const answerBody = Type.Object(answerFields);
export type AnswerBody = Static<typeof answerBody>;

/** Messages of followers and to them. Whom a caller sees: as on the page of followers. Answers by themselves are of the whole account: system administrators alone. */
export const publicMessageContract = defineContract('wechat-public-message', {
  list: get('/api/WeChat/MPMessage', {
    summary: 'Messages, the latest first',
    need,
    audit: 'read-patient',
    query: Type.Object({
      ...pageQuery,
      direction: Type.Optional(Type.Union([Type.Literal(''), Type.Literal('in'), Type.Literal('out')])),
      userId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    reply: pageOf(publicMessageRow),
  }),
  send: post('/api/WeChat/MPMessage/Actions/Send', {
    summary:
      'Writes to a follower within 48 hours of their last act. Refused: `wechat.mp-too-late`, `wechat.mp-leak-name`, `wechat.mp-leak-number`, `wechat.mp-leak-infection`, `wechat.mp-leak-diagnosis` ' +
      '(what must not leave the house)',
    need: `${need}:btn_send`,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    body: Type.Object({ userId: id, content: Type.String({ minLength: 1, maxLength: MAX_MESSAGE_TEXT }) }),
    reply: publicMessageRow,
  }),
  answers: get('/api/WeChat/MPAnswer', { summary: 'What is answered by itself', need, audit: 'none', reply: listOf(answerRule) }),
  addAnswer: post('/api/WeChat/MPAnswer', {
    summary: 'Add an answer. Refused: `wechat.mp-answer-words` (no word), `wechat.mp-answer-many`, `wechat.mp-leak-…`',
    need: `${need}:btn_answer`,
    audit: 'write',
    retry: 'idempotent-key',
    body: answerBody,
    reply: answerRule,
  }),
  saveAnswer: put('/api/WeChat/MPAnswer/{id}', {
    summary: 'Change an answer. Refused: `wechat.mp-answer-stale` and as when one is added',
    need: `${need}:btn_answer`,
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ id }),
    body: Type.Object({ ...answerFields, version: Type.Integer({ minimum: 1 }) }),
    reply: answerRule,
  }),
  removeAnswer: del('/api/WeChat/MPAnswer/{id}', {
    summary: 'Delete an answer. Gone already: nothing happens',
    need: `${need}:btn_answer`,
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id }),
    reply: Type.Null(),
  }),
});

const signed = {
  signature: Type.Optional(Type.String({ maxLength: 64 })),
  timestamp: Type.String({ minLength: 1, maxLength: 20 }),
  nonce: Type.String({ minLength: 1, maxLength: 64 }),
};

/**
 * What the service calls. Nobody is signed in: the signature by the token that both sides know is what lets a call in (`wechat.mp-callback`, 403, for everything else), and
 * each is worked on once.
 */
export const publicCallbackContract = defineContract('wechat-public-callback', {
  verify: get(CALLBACK_PATH, {
    summary: 'The service asks whether this address is ours: it gets back what it says',
    need: 'public',
    audit: 'none',
    raw: true,
    query: Type.Object({ ...signed, echostr: Type.String({ maxLength: 200 }) }),
    reply: Type.Null(),
  }),
  receive: post(CALLBACK_PATH, {
    summary: 'A message or an event of a follower, as XML, plain or encrypted; answered with XML or the word success',
    need: 'public',
    audit: 'none',
    retry: 'natural',
    encoding: 'text',
    raw: true,
    query: Type.Object({
      ...signed,
      openid: Type.Optional(Type.String({ maxLength: 64 })),
      encrypt_type: Type.Optional(Type.String({ maxLength: 10 })),
      msg_signature: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    body: Type.String({ maxLength: 65_536 }),
    reply: Type.Null(),
  }),
});
