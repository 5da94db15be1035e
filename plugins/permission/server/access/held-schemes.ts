import { membershipState } from '../../domain/membership.ts';
import type { Ctx } from '../permission-call.ts';
import { membershipsOf, workplaceOf } from './memberships.query.ts';

/** Ids of the data schemes that were granted to the caller, through whatever counts today. */
export async function heldSchemes(ctx: Ctx): Promise<ReadonlySet<string>> {
  const [workplace, memberships] = await Promise.all([workplaceOf(ctx, ctx.user.orgId), membershipsOf(ctx, ctx.user.userId)]);
  const counting = memberships.filter((one) => membershipState(one, workplace) === 'counts');
  // rows: what is granted to the caller
  const rows = await ctx.db
    .selectFrom('core.permission_grant')
    .select('item_code')
    .where('kind', '=', 'resource')
    .where(({ eb, or, and }) => or(counting.map(({ type, id }) => and([eb('subject_type', '=', type), eb('subject_id', '=', id)]))))
    .execute();
  return new Set(rows.map((row) => row.item_code));
}
