import { defineContract, get, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { flag, urgency } from '../message.schema.ts';
import { MAX_CHANNEL, MAX_KIND, MAX_KINDS, MAX_ZONE } from './send-limits.ts';

const minute = Type.Integer({ minimum: 0, maximum: 1_439 });
const channels = Type.Array(Type.String({ minLength: 1, maxLength: MAX_CHANNEL }), { maxItems: 20 });

/** Hours in which nothing but urgent messages goes outside. `from` later than `to`: over midnight. */
export const quietHours = Type.Object({ on: flag, from: minute, to: minute, zone: Type.String({ minLength: 1, maxLength: MAX_ZONE }) });

export const kindChoice = Type.Object({ kind: Type.String({ minLength: 1, maxLength: MAX_KIND }), channels });

export const preferences = Type.Object({
  /** Ways, `product` first. */
  channels: Type.Array(
    Type.Object({
      code: Type.String(),
      title: Type.String(),
      /** False: nothing gets out by it, because it is not set up. */
      ready: Type.Boolean(),
      /** The caller's own address there, with most of it covered; empty: none is known, or it looks like none. Of `product` empty. */
      address: Type.String(),
    }),
  ),
  /** Kinds of messages, by title. */
  kinds: Type.Array(
    Type.Object({
      code: Type.String(),
      title: Type.String(),
      urgency,
      /** In the product it is always shown. */
      required: Type.Boolean(),
      /** Ways that it takes now. */
      channels: Type.Array(Type.String()),
      /** Whether the caller chose them; else the site or the kind did. */
      chosen: Type.Boolean(),
      /** Ways that can say it. */
      possible: Type.Array(Type.String()),
    }),
  ),
  quiet: quietHours,
  zones: Type.Array(Type.String()),
  /** 0: nothing was ever chosen. */
  version: Type.Integer(),
});
export type Preferences = Static<typeof preferences>;

/** Which messages reach whoever is signed in by which way, and when. Nobody reads or changes another one's. */
export const preferenceContract = defineContract('message-preference', {
  read: get('/api/message/Preferences', {
    summary: 'Own ways of messages and quiet hours',
    need: 'session',
    audit: 'none',
    reply: preferences,
  }),
  /**
   * Kinds that are not named stay as they are; `channels: null` gives a kind back to what the site says.
   * @throws `message.preference-stale` (409) when they were changed since `version` was read, `message.quiet-whole-day`, `message.zone-unknown`
   */
  save: put('/api/message/Preferences', {
    summary: 'Change own ways of messages and quiet hours',
    need: 'session',
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({
      version: Type.Integer({ minimum: 0 }),
      kinds: Type.Array(Type.Object({ ...kindChoice.properties, channels: Type.Union([channels, Type.Null()]) }), { maxItems: MAX_KINDS }),
      quiet: Type.Optional(quietHours),
    }),
    reply: Type.Object({ version: Type.Integer() }),
  }),
});
