import type { UserId } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { Urgency } from '../../contract/message-limits.ts';
import type { MessageLink } from '../../contract/message.schema.ts';
import { IN_PRODUCT } from '../../domain/send/chosen-channels.ts';
import { type Audience, isOneOf } from '../reader/people.query.ts';
import { type FurtherTexts, itemTable } from '../tables/item.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { CHANNELS, type Recipient } from './channels.ts';
import { type PatientReceivers, writePatientOutbox } from './outbox/write-patient-outbox.ts';
import { waysOf } from './preference/ways.query.ts';

export interface NewMessage {
  readonly type: 2 | 3;
  readonly kind: string;
  readonly title: string;
  readonly bodyText: string;
  readonly texts: FurtherTexts | null;
  readonly creatorId: string;
  readonly creatorUser: string;
  readonly link: MessageLink | null;
  readonly urgency: Urgency;
  readonly key: string;
  readonly audience: Audience;
  readonly patients?: readonly PatientReceivers[];
  /** Of a message of a plugin, for what goes outside. */
  readonly params?: Readonly<Record<string, string | number>>;
}

export interface StoredMessage {
  readonly id: string;
  readonly sent: boolean;
  readonly receivers: number;
  readonly patients: number;
}

/** People of an audience with the languages that they read. */
async function recipientsOf(ctx: ReadCtx, audience: Audience): Promise<Recipient[]> {
  // rows: receivers of a message that a plugin sends; nobody is told who they are
  const query = ctx.db.selectFrom('core.user_account as account').select(['account.id', 'account.real_name', 'account.language']).where(isOneOf(audience));
  const rows = await query.orderBy('account.id').execute();
  return rows.map(({ id, real_name, language }) => ({
    userId: id as UserId,
    name: real_name,
    language: language === 'zhtw' || language === 'en' ? language : 'zh',
  }));
}

/** The message of a key; none was sent with it where there is none. */
const sentBefore = (ctx: ReadCtx, key: string) =>
  itemTable.everywhere(ctx, 'the message of this key, which its sender names', 'item').where('item.sendKey', '=', key).executeTakeFirst();

/**
 * Writes a message and hands it to all ways, within the running transaction. Two that send the same key at once wait for each other, and the second one
 * finds it sent.
 */
export async function storeMessage(ctx: ReadCtx, { audience, patients = [], key, params = {}, ...message }: NewMessage): Promise<StoredMessage> {
  const none = { sent: false, receivers: 0, patients: 0 };
  return await ctx.transaction(async () => {
    const before = await sentBefore(ctx, key);
    if (before) return { ...none, id: before.id };
    await sql`select pg_advisory_xact_lock(hashtextextended(${`message.key ${key}`}, 0))`.execute(ctx.db);
    const meanwhile = await sentBefore(ctx, key);
    if (meanwhile) return { ...none, id: meanwhile.id };
    const item = await itemTable.insert(ctx, {
      ...{ ...message, orgId: null, content: null, files: [], fileIds: [], sendKey: key, state: 'released', releaseNo: 1 },
      ...{ releasedAt: ctx.clock.now(), pinned: false, mustRead: false, validUntil: null, remindedAt: null },
    });
    const recipients = await recipientsOf(ctx, audience);
    const ways = await waysOf(ctx, message.kind, recipients, params);
    for (const channel of CHANNELS) await channel(ctx, item, recipients, ways);
    const receivers = recipients.filter(({ userId }) => ways.takes(userId, IN_PRODUCT)).length;
    return { id: item.id, sent: true, receivers, patients: await writePatientOutbox(ctx, item, patients, params) };
  });
}

/** Ids of the roles of these codes. */
export async function roleIdsOf(ctx: Pick<ReadCtx, 'db'>, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  // rows: roles by the codes that a plugin names
  const rows = await ctx.db
    .selectFrom('core.role')
    .select('id')
    .where(sql<boolean>`en_code = any(${[...codes]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
