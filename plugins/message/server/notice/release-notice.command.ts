import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { Addressee } from '../../domain/receivers/addressee.ts';
import { release, withdraw } from '../../domain/notice/notice-state.ts';
import { countPeople, peopleOf } from '../reader/people.query.ts';
import { type Receivers, tellChanged, tellNew } from '../reader/tell-new.ts';
import { type ItemStored, itemTable } from '../tables/item.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { validUntil } from './notice-content.ts';
import { syncTargets, targetsOf } from '../targets/write-targets.ts';

const refused = (key: string, { title }: ItemStored): AppError => new AppError(`message.${key}`, { code: EnvelopeCode.Conflict, params: { name: title } });

/** Whom to tell. One that is for everybody is told to everybody, and nobody is looked up for it. */
async function receiversOf(ctx: Ctx, addressees: readonly Addressee[]): Promise<Receivers> {
  return addressees.some(({ kind }) => kind === 'all') ? 'all' : await peopleOf(ctx, { addressees });
}

/**
 * Gives a notice to its receivers. Nothing is written for each of them: their lists read whom it is for.
 * @throws AppError `message.valid-until-past`, `message.nobody`
 */
export async function releaseNotice(ctx: Ctx, id: string, version?: number): Promise<{ readonly item: ItemStored; readonly receivers: number }> {
  const before = await itemTable.lock(ctx, id, version);
  const addressees = await targetsOf(ctx, id);
  const step = release(before, ctx.clock.now());
  if (step.kind === 'refused') throw refused(step.key, before);
  if (step.kind === 'same') return { item: before, receivers: await countPeople(ctx, { addressees }) };
  const receivers = await receiversOf(ctx, addressees);
  const count = receivers === 'all' ? await countPeople(ctx, { addressees }) : receivers.length;
  if (count === 0) throw refused('nobody', before);
  const item = await itemTable.update(ctx, before, { ...step.to, releasedAt: ctx.clock.now() });
  // rows: the notice that was just changed, under its lock; the transaction that releases it says which lists had it
  await sql`update message.item set writer = pg_current_xact_id() where id = ${id}`.execute(ctx.db);
  await syncTargets(ctx, item);
  await tellNew(ctx, receivers, item);
  ctx.audit({ subject: 'notice', subjectId: id, before: { state: before.state }, after: { state: item.state, releaseNo: item.releaseNo, receivers: count } });
  return { item, receivers: count };
}

/** Takes a notice back. @throws AppError `message.not-released` for a draft */
export async function withdrawNotice(ctx: Ctx, id: string): Promise<ItemStored> {
  const before = await itemTable.lock(ctx, id);
  const step = withdraw(before);
  if (step.kind === 'refused') throw refused(step.key, before);
  if (step.kind === 'same') return before;
  const item = await itemTable.update(ctx, before, step.to);
  await syncTargets(ctx, item);
  await tellChanged(ctx, await receiversOf(ctx, await targetsOf(ctx, id)), id);
  ctx.audit({ subject: 'notice', subjectId: id, before: { state: before.state }, after: { state: item.state } });
  return item;
}

/** Pins it or ends that, and says until when it is shown. @throws AppError `message.valid-until-past` */
export async function displayNotice(ctx: Ctx, id: string, body: { readonly pinned: number; readonly validUntil: number | null }): Promise<ItemStored> {
  const before = await itemTable.lock(ctx, id);
  const unchanged = body.validUntil === (before.validUntil?.getTime() ?? null);
  const end = unchanged ? before.validUntil : validUntil(ctx, body.validUntil);
  const item = await itemTable.update(ctx, before, { pinned: body.pinned === 1, validUntil: end });
  await syncTargets(ctx, item);
  if (item.state === 'released') await tellChanged(ctx, await receiversOf(ctx, await targetsOf(ctx, id)), id);
  const shown = ({ pinned, validUntil: until }: ItemStored) => ({ pinned, validUntil: until?.toISOString() ?? null });
  ctx.audit({ subject: 'notice', subjectId: id, before: shown(before), after: shown(item) });
  return item;
}

/** Deletes it for writers and receivers. */
export async function removeNotice(ctx: Ctx, id: string): Promise<void> {
  const before = await itemTable.lock(ctx, id);
  await itemTable.retire(ctx, before);
  await syncTargets(ctx, before, true);
  if (before.state === 'released') await tellChanged(ctx, await receiversOf(ctx, await targetsOf(ctx, id)), id);
  ctx.audit({ subject: 'notice', subjectId: id, before: { title: before.title, state: before.state, releaseNo: before.releaseNo } });
}
