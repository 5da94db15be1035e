import { LANGUAGES, type Language, type UserId } from '@nephra/plugin-sdk/contract';
import { saidIn } from '../reader/item-view.ts';
import { tellNew } from '../reader/tell-new.ts';
import type { ItemStored } from '../tables/item.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { addTargets } from '../targets/write-targets.ts';

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

/** In the product: the lists of these people have it from now on, and their open pages are told, in their language. */
const inProduct: Channel = async (ctx, item, recipients) => {
  await addTargets(
    ctx,
    item,
    recipients.map(({ userId }) => ({ kind: 'user', id: userId })),
  );
  for (const language of LANGUAGES) {
    const readers = recipients.filter((one) => one.language === language).map(({ userId }) => userId);
    const { title } = saidIn(language, item, item.texts);
    await tellNew(ctx, readers, { ...item, title });
  }
};

/** All ways, each of which decides for itself whom it serves. */
export const CHANNELS: readonly Channel[] = [inProduct];
