import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { DelegatedAct } from '../../domain/delegation.ts';
import { ADMINISTRATOR_ROLE } from '../../domain/member-change.ts';
import { assertAdministers, type Ctx } from '../permission-call.ts';

/**
 * A role for every organisation is for administrators; a limited one for those who administer each of its organisations.
 * @throws AppError `permission.role-global`, `permission.not-found`, `permission.not-delegated`
 */
export async function assertMayChangeRole(ctx: Ctx, act: DelegatedAct, orgIds: readonly string[]): Promise<void> {
  if (ctx.user.isAdministrator) return;
  if (orgIds.length === 0) throw new AppError('permission.role-global', { code: EnvelopeCode.Forbidden });
  // Parts of a role that reach beyond the caller's sight make it somebody else's.
  if (orgIds.some((id) => !ctx.user.orgIds.includes(id))) throw new AppError('permission.role-shared', { code: EnvelopeCode.Forbidden });
  for (const orgId of orgIds) await assertAdministers(ctx, act, orgId);
}

/** The role of the administrators must stay in use, whatever its name. @throws AppError `permission.role-standard` */
export function assertNotAdministratorRole(role: { readonly en_code: string; readonly full_name: string }): void {
  if (role.en_code === ADMINISTRATOR_ROLE) throw new AppError('permission.role-standard', { params: { name: role.full_name } });
}
