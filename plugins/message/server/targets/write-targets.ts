import { type Addressee, addresseeKey, readAddressee } from '../../domain/receivers/addressee.ts';
import type { ItemStored } from '../tables/item.table.ts';
import { targetTable } from '../tables/reader.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

type TargetCtx = Pick<ReadCtx, 'db'>;
type ShownItem = Pick<ItemStored, 'id' | 'type' | 'state' | 'releaseNo' | 'releasedAt' | 'validUntil' | 'pinned' | 'mustRead'>;

/** What targets say of their item. */
const factsOf = ({ type, state, releaseNo, releasedAt, validUntil, pinned, mustRead }: ShownItem) => ({
  ...{ type, releaseNo, validUntil, pinned, mustRead },
  releasedAt: state === 'released' ? releasedAt : null,
});

/** Writes whom a new item is for. */
export const addTargets = (ctx: TargetCtx, item: ShownItem, addressees: readonly Addressee[]): Promise<void> =>
  targetTable.insertAll(
    ctx,
    addressees.map((one) => ({ itemId: item.id, addressee: addresseeKey(one), ...factsOf(item) })),
  );

/** Writes whom an item is for, in place of whoever it was for. */
export async function replaceTargets(ctx: TargetCtx, item: ShownItem, addressees: readonly Addressee[]): Promise<void> {
  // rows: of the item whose row the caller has just locked
  await ctx.db.deleteFrom('message.target').where('item_id', '=', item.id).execute();
  await addTargets(ctx, item, addressees);
}

/** After an item was released, withdrawn, deleted or shown otherwise: lists and counters of its readers follow. @param gone deleted */
export async function syncTargets(ctx: TargetCtx, item: ShownItem, gone = false): Promise<void> {
  const facts = targetTable.toSql({ ...factsOf(item), ...(gone && { releasedAt: null }) });
  // rows: of the item whose row the caller has just locked
  await ctx.db.updateTable('message.target').set(facts).where('item_id', '=', item.id).execute();
}

export async function targetsOf(ctx: TargetCtx, itemId: string): Promise<Addressee[]> {
  const rows = await targetTable
    .everywhere(ctx, 'of an item whose row the caller has read through its own door', 'target')
    .where('target.itemId', '=', itemId)
    .orderBy('target.addressee')
    .execute();
  return rows.map(({ addressee }) => readAddressee(addressee));
}
