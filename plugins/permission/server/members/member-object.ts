import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { MemberObjectType } from '../../contract/members.contract.ts';
import { ADMINISTRATOR_ROLE } from '../../domain/member-change.ts';
import { groupTable } from '../tables/group.table.ts';
import { type Ctx, notFound } from '../permission-call.ts';
import { positionTable } from '../tables/position.table.ts';
import { roleTable } from '../tables/role.table.ts';

/** Something that people are members of. */
export interface MemberObject {
  readonly type: Exclude<Lowercase<MemberObjectType>, never>;
  readonly id: string;
  readonly name: string;
  /** Organisation of a position. */
  readonly orgId: string | null;
  /** The role that somebody must always have. */
  readonly isAdministratorRole: boolean;
}

async function findRole(ctx: Ctx, id: string): Promise<MemberObject | undefined> {
  const row = await roleTable.find(ctx, id);
  return row && { type: 'role', id, name: row.fullName, orgId: null, isAdministratorRole: row.enCode === ADMINISTRATOR_ROLE };
}

async function findPosition(ctx: Ctx, id: string): Promise<MemberObject | undefined> {
  const row = await positionTable.find(ctx, id);
  return row && { type: 'position', id, name: row.fullName, orgId: row.orgId, isAdministratorRole: false };
}

async function findGroup(ctx: Ctx, id: string): Promise<MemberObject | undefined> {
  const row = await groupTable.find(ctx, id);
  return row && { type: 'group', id, name: row.fullName, orgId: null, isAdministratorRole: false };
}

const FINDERS = { role: findRole, position: findPosition, group: findGroup } as const;

/** @throws AppError 404 for what does not exist or is hidden from the caller */
export async function requireMemberObject(ctx: Ctx, id: string, type?: MemberObjectType): Promise<MemberObject> {
  const wanted = type === undefined ? (['role', 'position', 'group'] as const) : [type.toLowerCase() as MemberObject['type']];
  for (const one of wanted) {
    const found = await FINDERS[one](ctx, id);
    if (found) return found;
  }
  throw notFound();
}

/** The codes of one page do not open the members of another. @throws AppError 403 */
export function assertMayMember(ctx: Ctx, { type }: MemberObject, button?: 'btn_member'): void {
  const code = `permission.${type}${button ? `:${button}` : ''}`;
  if (!ctx.can(code)) throw new AppError('permission.forbidden', { code: EnvelopeCode.Forbidden });
}
