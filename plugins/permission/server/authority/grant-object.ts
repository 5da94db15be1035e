import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type GrantSubject, shownRoleName } from '@nephra/plugin-sdk/server';
import type { GrantObjectType } from '../../contract/authority.schema.ts';
import type { Receiver } from '../../domain/rights/giving.ts';
import { assertMayChangeGroup } from '../group/group.repo.ts';
import { groupTable } from '../tables/group.table.ts';
import { userTable } from '../tables/user.table.ts';
import { assertAdministers, type Ctx, notFound } from '../permission-call.ts';
import { positionTable } from '../tables/position.table.ts';
import { assertMayChangeRole } from '../role/role-reach.ts';
import { roleOrgIds } from '../role/role.repo.ts';
import { roleTable } from '../tables/role.table.ts';
import { assertAdministersUsers, orgIdsOfPeople } from '../access/user-scope.ts';
import { hasItself } from '../access/giver.ts';

/** Something that rights are granted to. */
export interface GrantObject {
  readonly type: GrantSubject;
  readonly id: string;
  readonly name: string;
  /** The name on screens, where it is another one: roles of the product have one in each language. */
  readonly shownName?: string;
  /** Who comes to hold what is granted to it. */
  receiver(): Promise<Receiver>;
  /** Refuses callers who may see the object but not change what it grants. */
  assertMayChange(): Promise<void>;
}

export const OBJECT_TYPES: Readonly<Record<GrantSubject, GrantObjectType>> = { role: 'Role', position: 'Position', user: 'User', group: 'Group' };
export const subjectOf = (type: GrantObjectType): GrantSubject => type.toLowerCase() as GrantSubject;

async function findRole(ctx: Ctx, id: string): Promise<GrantObject | undefined> {
  const row = await roleTable.select(ctx, 'role').select(roleOrgIds.as('orgIds')).where('role.id', '=', id).executeTakeFirst();
  return (
    row && {
      type: 'role',
      id,
      name: row.fullName,
      shownName: shownRoleName(row.enCode, row.fullName, ctx.language),
      receiver: async () => ({ isGiver: await hasItself(ctx, 'role', id), orgIds: row.orgIds }),
      assertMayChange: () => assertMayChangeRole(ctx, 'edit', row.orgIds, row),
    }
  );
}

async function findPosition(ctx: Ctx, id: string): Promise<GrantObject | undefined> {
  const row = await positionTable.find(ctx, id);
  return (
    row && {
      type: 'position',
      id,
      name: row.fullName,
      receiver: async () => ({ isGiver: await hasItself(ctx, 'position', id), orgIds: [row.orgId] }),
      assertMayChange: () => assertAdministers(ctx, 'edit', row.orgId),
    }
  );
}

async function findUser(ctx: Ctx, id: string): Promise<GrantObject | undefined> {
  const row = await userTable.find(ctx, id);
  return (
    row && {
      type: 'user',
      id,
      name: `${row.realName}/${row.account}`,
      receiver: async () => ({ isGiver: id === ctx.user.userId, orgIds: await orgIdsOfPeople(ctx, [id]) }),
      assertMayChange: () => assertAdministersUsers(ctx, 'edit', [row]),
    }
  );
}

async function findGroup(ctx: Ctx, id: string): Promise<GrantObject | undefined> {
  const row = await groupTable.find(ctx, id);
  // A group is of no organisation: nothing that was delegated for one counts there.
  const receiver = async (): Promise<Receiver> => ({ isGiver: false, orgIds: [] });
  return row && { type: 'group', id, name: row.fullName, receiver, assertMayChange: () => assertMayChangeGroup(ctx, id) };
}

const FINDERS = { role: findRole, position: findPosition, user: findUser, group: findGroup } as const;

/** The object, unless it does not exist or is hidden from the caller. @throws AppError 403 when the caller's codes do not open it */
export async function findGrantObject(ctx: Ctx, id: string, objectType?: GrantObjectType): Promise<GrantObject | undefined> {
  const wanted = objectType === undefined ? (['role', 'position', 'user', 'group'] as const) : [subjectOf(objectType)];
  for (const type of wanted) {
    const found = await FINDERS[type](ctx, id);
    if (!found) continue;
    assertMayOpen(ctx, type);
    return found;
  }
  return undefined;
}

/** @throws AppError 404, 403 */
export async function requireGrantObject(ctx: Ctx, id: string, objectType?: GrantObjectType): Promise<GrantObject> {
  const found = await findGrantObject(ctx, id, objectType);
  if (!found) throw notFound();
  return found;
}

/** The authorise page opens every kind of object, the button of a page its own kind. @throws AppError 403 */
function assertMayOpen(ctx: Ctx, type: GrantSubject): void {
  if (ctx.can('permission.authorize:btn_authorize') || ctx.can(`permission.${type}:btn_authorize`)) return;
  throw new AppError('permission.forbidden', { code: EnvelopeCode.Forbidden });
}
