import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { DelegatedAct } from '../../domain/rights/delegation.ts';
import type { RoleRank } from '../../domain/rights/giving.ts';
import { ADMINISTRATOR_ROLE } from '../../domain/member-change.ts';
import { assertAdministers, type Ctx } from '../permission-call.ts';

interface RankedName {
  readonly rank: RoleRank;
  readonly fullName: string;
}

/**
 * A role for every organisation, and one of the system, is for administrators; a limited one for those who administer each of its
 * organisations.
 * @throws AppError `permission.role-global`, `permission.role-above`, `permission.not-found`, `permission.not-delegated`
 */
export async function assertMayChangeRole(ctx: Ctx, act: DelegatedAct, orgIds: readonly string[], known?: RankedName): Promise<void> {
  if (ctx.user.isAdministrator) return;
  if (known?.rank === 'system') throw new AppError('permission.role-above', { code: EnvelopeCode.Forbidden, params: { name: known.fullName } });
  if (orgIds.length === 0) throw new AppError('permission.role-global', { code: EnvelopeCode.Forbidden });
  // Parts of a role that reach beyond what the caller sees make it somebody else's.
  if (orgIds.some((id) => !ctx.user.orgIds.includes(id))) throw new AppError('permission.role-shared', { code: EnvelopeCode.Forbidden });
  for (const orgId of orgIds) await assertAdministers(ctx, act, orgId);
}

/** How far a role reaches is said by administrators: it decides who may give it. @throws AppError `permission.role-rank` */
export function assertMayRank(ctx: Ctx, asked: RoleRank | undefined, before: RoleRank): void {
  if (asked !== undefined && asked !== before && !ctx.user.isAdministrator) {
    throw new AppError('permission.role-rank', { code: EnvelopeCode.Forbidden, fields: [{ path: 'rank', msg: '' }] });
  }
}

/** The role of the administrators must stay in use, whatever its name. @throws AppError `permission.role-standard` */
export function assertNotAdministratorRole(role: { readonly enCode: string; readonly fullName: string }): void {
  if (role.enCode === ADMINISTRATOR_ROLE) throw new AppError('permission.role-standard', { params: { name: role.fullName } });
}
