import { AppError, EnvelopeCode, type Right } from '@nephra/plugin-sdk/contract';
import { isAdministrative } from '../../domain/rights/administrative-right.ts';
import { coverage, coversMore } from '../../domain/rights/delegation.ts';
import { groupBy } from '../../domain/group-by.ts';
import { codeOf } from '../../domain/rights/grant-change.ts';
import { membershipState } from '../../domain/membership.ts';
import { assertMayGive, rankedRoles } from '../access/giver.ts';
import { grantedRights, holder, MAX_NAMED } from '../access/granted-rights.ts';
import { membershipsOf, workplaceOf } from '../access/memberships.query.ts';
import { rightNames } from '../access/right-names.ts';
import { type Ctx, delegationsOf, pathUp } from '../permission-call.ts';
import type { UserStored } from '../tables/user.table.ts';

/**
 * Whoever sets a password, or the number that codes are sent to, can sign in as that person. So it is done only for people who administer
 * nothing that the caller does not, counting what is granted to them anywhere and what was delegated to them. Rights of the daily work do
 * not count: a facility's administrator lets its doctors in again without being one, the act is on record and the password must be changed.
 * Somebody with a role of the system stands above the caller whatever it grants today.
 * @throws AppError `permission.user-role-above`, `permission.user-holds-more`, `permission.user-delegated-more`
 */
export async function assertHoldsAllOfUser(ctx: Ctx, { id, realName: name }: Pick<UserStored, 'id' | 'realName'>): Promise<void> {
  if (ctx.user.isAdministrator || id === ctx.user.userId) return;
  const rights = new Map<string, Right>();
  for (const [type, memberships] of groupBy(await membershipsOf(ctx, id), (membership) => membership.type)) {
    const ids = memberships.map((membership) => membership.id);
    const above = type === 'role' ? (await rankedRoles(ctx, ids)).find((role) => role.rank === 'system') : undefined;
    if (above) throw new AppError('permission.user-role-above', { code: EnvelopeCode.Forbidden, params: { name, role: above.name } });
    for (const right of await grantedRights(ctx, type, ids)) if (isAdministrative(right)) rights.set(`${right.kind} ${codeOf(right)}`, right);
  }
  const holds = await holder(ctx, [...rights.values()]);
  const tooMuch = [...rights.values()].filter((right) => !holds(right));
  if (tooMuch.length > 0) {
    const names = (await rightNames(ctx, tooMuch.slice(0, MAX_NAMED))).join(', ');
    throw new AppError('permission.user-holds-more', { code: EnvelopeCode.Forbidden, params: { name, names, n: tooMuch.length } });
  }
  const [theirs, own] = [await delegationsOf(ctx, id), await delegationsOf(ctx, ctx.user.userId)];
  for (const { orgId } of theirs) {
    const path = await pathUp(ctx, orgId);
    if (coversMore(coverage(path, theirs), coverage(path, own)))
      throw new AppError('permission.user-delegated-more', { code: EnvelopeCode.Forbidden, params: { name } });
  }
}

/**
 * A role or position that is limited to organisations begins to count when its holder comes to work there; that gives what it grants.
 * @throws AppError as `assertMayGive`
 */
export async function assertWakesNothing(ctx: Ctx, userId: string, before: readonly string[], after: readonly string[]): Promise<void> {
  const fresh = [...new Set(after)].filter((orgId) => !before.includes(orgId));
  if (ctx.user.isAdministrator || fresh.length === 0) return;
  const [memberships, now, then] = await Promise.all([
    membershipsOf(ctx, userId),
    Promise.all([...new Set(before)].map((orgId) => workplaceOf(ctx, orgId))),
    Promise.all(fresh.map((orgId) => workplaceOf(ctx, orgId))),
  ]);
  for (const membership of memberships) {
    const counts = (places: typeof now): boolean => places.some((place) => membershipState(membership, place) === 'counts');
    if (counts(then) && !counts(now)) await assertMayGive(ctx, membership.type, [membership.id], { isGiver: userId === ctx.user.userId, orgIds: fresh });
  }
}
