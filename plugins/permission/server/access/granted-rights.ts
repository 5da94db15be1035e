import { AppError, EnvelopeCode, type Right } from '@nephra/plugin-sdk/contract';
import { type GrantSubject, sql } from '@nephra/plugin-sdk/server';
import { codeOf } from '../../domain/rights/grant-change.ts';
import type { Ctx } from '../permission-call.ts';
import { heldSchemes } from './held-schemes.ts';
import { rightNames } from './right-names.ts';

/** Names in a refusal; more would not be read. */
export const MAX_NAMED = 3;

/** What is granted to these objects themselves, each right once. */
export async function grantedRights(ctx: Ctx, type: GrantSubject, ids: readonly string[]): Promise<Right[]> {
  if (ids.length === 0) return [];
  // rows: what is granted to objects that the caller found through their doors, or holds
  return await ctx.db
    .selectFrom('core.permission_grant')
    .select(['kind', 'menu_code as menuCode', 'item_code as itemCode'])
    .distinct()
    .where('subject_type', '=', type)
    .where('subject_id', 'in', ids)
    .orderBy('menu_code')
    .orderBy('kind')
    .orderBy('item_code')
    .execute();
}

/** Tells for each right whether the caller holds it: whoever sees all rows of a menu holds every scheme of it. */
export async function holder(ctx: Ctx, rights: readonly Right[]): Promise<(right: Right) => boolean> {
  if (ctx.user.isAdministrator) return () => true;
  const restricted = rights.some((right) => right.kind === 'resource' && ctx.dataScope(right.menuCode).kind === 'schemes');
  const schemes = restricted ? await heldSchemes(ctx) : new Set<string>();
  return (right) => (right.kind === 'resource' ? ctx.dataScope(right.menuCode).kind === 'organisation' || schemes.has(right.itemCode) : ctx.can(codeOf(right)));
}

/** @throws AppError `permission.more-than-held`, naming the first rights that are too many. */
export async function refuseMoreThanHeld(ctx: Ctx, tooMuch: readonly Right[]): Promise<void> {
  if (tooMuch.length === 0) return;
  const names = await rightNames(ctx, tooMuch.slice(0, MAX_NAMED));
  throw new AppError('permission.more-than-held', { code: EnvelopeCode.Forbidden, params: { names: names.join(', '), n: tooMuch.length } });
}

/** Two edits of the same object wait for each other, so that each sees what the other left. */
export async function lockGrantsOf(ctx: Ctx, type: GrantSubject, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`grants ${type} ${id}`}, 0))`.execute(ctx.db);
}
