import { defineContract, get, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { urgency } from '../message.schema.ts';
import { MAX_CHANNEL, MAX_KIND, MAX_OUTBOX_ROWS, OUTBOX_MENU, OUTBOX_STATES, type OutboxState } from './send-limits.ts';

const need = `perm:${OUTBOX_MENU}` as const;
const state = Type.Unsafe<OutboxState>(Type.Union(OUTBOX_STATES.map((one) => Type.Literal(one))));
const anyState = Type.Unsafe<OutboxState | ''>(Type.Union([Type.Literal(''), ...OUTBOX_STATES.map((one) => Type.Literal(one))]));

/** A message to one person by one channel. What it says is not told: it stands in the product. */
export const outboxRow = Type.Object({
  id: Type.String(),
  /** Milliseconds. */
  creatorTime: Type.Integer(),
  /** Receiver. */
  userName: Type.String(),
  channel: Type.String(),
  /** In the reader's language; the code where its plugin is off. */
  channelName: Type.String(),
  kindName: Type.String(),
  urgency,
  state,
  tries: Type.Integer(),
  /** Where it went, with most of it covered. */
  address: Type.String(),
  /** Why it did not go out, or nobody knows, in the reader's language. */
  reason: Type.String(),
  /** What the other side said. */
  said: Type.String(),
  /** When it is tried next, milliseconds by the clock on the wall; 0: not by itself. */
  nextTryTime: Type.Integer(),
  /** When it was settled; 0: not yet. */
  endTime: Type.Integer(),
  version: Type.Integer(),
});
export type OutboxRow = Static<typeof outboxRow>;

/** A way out of the product, and whether anything gets through. */
export const outboxChannel = Type.Object({
  code: Type.String(),
  title: Type.String(),
  /** False: its page of configuration is not filled in, or its address may not be called. */
  ready: Type.Boolean(),
  waiting: Type.Integer(),
  /** Given up or doubtful, of those that are kept. */
  failed: Type.Integer(),
});
export type OutboxChannel = Static<typeof outboxChannel>;

/** Rows that somebody decides about, each as they saw it: one that changed since is left alone. */
const chosen = Type.Object({
  rows: Type.Array(Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), version: Type.Integer({ minimum: 1 }) }), {
    minItems: 1,
    maxItems: MAX_OUTBOX_ROWS,
  }),
});
const counted = Type.Object({ count: Type.Integer() });

/** What leaves the product, for system administrators. @throws `core.system-only` (403) for everybody else */
export const outboxContract = defineContract('message-outbox', {
  list: get('/api/message/Outbox', {
    summary: 'Messages that left the product, or wait to',
    need,
    audit: 'none',
    query: Type.Object({
      ...pageQuery,
      state: Type.Optional(anyState),
      channel: Type.Optional(Type.String({ maxLength: MAX_CHANNEL })),
      kind: Type.Optional(Type.String({ maxLength: MAX_KIND })),
    }),
    reply: pageOf(outboxRow),
  }),
  channels: get('/api/message/Outbox/Actions/Channels', {
    summary: 'Channels with what waits and what failed',
    need,
    audit: 'none',
    reply: Type.Object({ channels: Type.Array(outboxChannel), kinds: Type.Array(Type.Object({ code: Type.String(), title: Type.String() })) }),
  }),
  /** Of those that were given up or are doubtful. One that arrived after all arrives twice then: a person decided it. */
  sendAgain: post('/api/message/Outbox/Actions/SendAgain', {
    summary: 'Send again what was given up or is in doubt',
    need: `${need}:btn_again`,
    audit: 'write',
    retry: 'idempotent-key',
    body: chosen,
    reply: counted,
  }),
  /** A doubtful one counts as sent from then on; one that waits is not sent. */
  close: post('/api/message/Outbox/Actions/Close', {
    summary: 'Settle what is in doubt as sent, and give up what waits',
    need: `${need}:btn_close`,
    audit: 'write',
    retry: 'idempotent-key',
    body: chosen,
    reply: counted,
  }),
});
