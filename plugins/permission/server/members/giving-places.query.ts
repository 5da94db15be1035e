import { beyondReach, problemToGive } from '../../domain/rights/giving.ts';
import { giverOf, orgsToGiveAt, rankedRoles } from '../access/giver.ts';
import { grantedRights } from '../access/granted-rights.ts';
import type { Ctx } from '../permission-call.ts';
import type { MemberObject } from './member-object.ts';

/** Organisations whose people the caller may make members; undefined = everybody. */
export async function orgsOfGiving(ctx: Ctx, { type, id, orgId }: MemberObject): Promise<string[] | undefined> {
  if (ctx.user.isAdministrator) return undefined;
  const places = await orgsToGiveAt(ctx);
  if (type === 'role') {
    const [role] = await rankedRoles(ctx, [id]);
    const giver = await giverOf(ctx, role?.rights ?? []);
    return places.filter((place) => role && problemToGive(role, giver, { isGiver: false, orgIds: [place] }) === undefined);
  }
  const rights = await grantedRights(ctx, type, [id]);
  const giver = await giverOf(ctx, rights);
  if (orgId !== null && !giver.administers(orgId)) return [];
  const gives = (orgIds: readonly string[]): boolean => beyondReach(rights, giver, { isGiver: false, orgIds }).length === 0;
  return type === 'group' ? (gives([]) ? places : []) : places.filter((place) => gives([place]));
}
