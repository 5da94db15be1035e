import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { contacts } from '../../../permission/contract/index.ts';
import type { SharedWith, ShareRight } from '../../contract/document.contract.ts';
import { MAX_SHARED_WITH } from '../../contract/limits.ts';
import { entryOf, lockOwner, readOnly } from '../entry/find-entry.ts';
import type { Ctx } from '../tables/tables.ts';

/** The caller's own entry. @throws AppError `documents.unknown`, `documents.read-only` for somebody else's */
async function own(ctx: Ctx, id: string): Promise<void> {
  if ((await entryOf(ctx, id)).ownerId !== ctx.user.userId) throw readOnly();
}

/** @throws AppError `documents.unknown`, `documents.read-only` */
export async function sharedWithOf(ctx: Ctx, id: string): Promise<SharedWith[]> {
  await own(ctx, id);
  // rows: with whom the caller shares an entry of their own
  const rows = await ctx.db
    .selectFrom('documents.share')
    .select(['user_id', 'may_change'])
    .where('entry_id', '=', id)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  const ids = rows.map(({ user_id }) => user_id as string);
  const people = await ctx.service(contacts).look(ctx.user, ids);
  return rows.map(({ user_id, may_change }) => {
    const person = people.get(user_id as string);
    return { id: user_id as string, account: person?.account ?? '', realName: person?.realName ?? '', right: may_change ? 'change' : 'read' };
  });
}

/** @throws AppError `documents.unknown`, `documents.read-only`, `documents.person-unknown`, `documents.too-many-people` */
export async function shareEntry(ctx: Ctx, id: string, asked: { readonly userIds: readonly string[]; readonly right: ShareRight }): Promise<SharedWith[]> {
  await lockOwner(ctx, ctx.user.userId);
  const before = await sharedWithOf(ctx, id);
  const userIds = [...new Set(asked.userIds)];
  const known = new Set(before.map((one) => one.id));
  const added = userIds.filter((one) => !known.has(one));
  const people = await ctx.service(contacts).look(ctx.user, added);
  if (added.some((one) => people.get(one)?.reachable !== true)) throw new AppError('documents.person-unknown', { code: EnvelopeCode.NotFound });
  if (before.length + added.length > MAX_SHARED_WITH) throw new AppError('documents.too-many-people', { params: { max: MAX_SHARED_WITH } });
  const mayChange = asked.right === 'change';
  await sql`
    insert into documents.share (entry_id, user_id, may_change, created_at) select ${id}, one.id, ${mayChange}, ${ctx.clock.now()} from unnest(${userIds}::text[]) as one (id)
    on conflict (entry_id, user_id) do update set may_change = excluded.may_change`.execute(ctx.db);
  ctx.audit({ subject: 'document', subjectId: id, after: { sharedWith: userIds, right: asked.right } });
  return await sharedWithOf(ctx, id);
}

/** @throws AppError `documents.unknown`, `documents.read-only` */
export async function unshareEntry(ctx: Ctx, id: string, userId: string | undefined): Promise<SharedWith[]> {
  await own(ctx, id);
  // rows: shares of the caller's own entry
  let query = ctx.db.deleteFrom('documents.share').where('entry_id', '=', id);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  await query.execute();
  ctx.audit({ subject: 'document', subjectId: id, after: { sharedNoLonger: userId ?? 'all' } });
  return await sharedWithOf(ctx, id);
}
