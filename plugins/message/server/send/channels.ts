import type { Language, UserId } from '@nephra/plugin-sdk/contract';
import { type Receivers, tellNew } from '../reader/tell-new.ts';
import { targetTable } from '../tables/reader.table.ts';
import type { ItemStored } from '../tables/item.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Somebody whom a message is for. */
export interface Recipient {
  readonly userId: UserId;
  readonly language: Language;
}

/**
 * A way to bring a message to people. It is called within the transaction that sends, once for all recipients, and writes rows alone: what leaves the
 * product is a row here, one for each recipient and way, that work after the commit takes up.
 */
export type Channel = (ctx: ReadCtx, item: ItemStored, recipients: readonly Recipient[]) => Promise<void>;

/** In the product: the lists of these people have it from now on, and their open pages are told. */
const inProduct: Channel = async (ctx, item, recipients) => {
  await targetTable.insertAll(
    ctx,
    recipients.map(({ userId }) => ({ itemId: item.id, addressee: `user:${userId}` })),
  );
  const receivers: Receivers = recipients.map(({ userId }) => userId);
  await tellNew(ctx, receivers, item);
};

/** All ways, each of which decides for itself whom it serves. */
export const CHANNELS: readonly Channel[] = [inProduct];
