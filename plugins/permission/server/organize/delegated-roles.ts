import { type Giver, problemToGive, type RankedRole } from '../../domain/rights/giving.ts';
import { READY_MADE_ROLES } from '../../domain/rights/ready-made-roles.ts';
import { giverOf, rankedRoles } from '../access/giver.ts';
import { type Ctx, refusedAt } from '../permission-call.ts';
import { roleTable } from '../tables/role.table.ts';

interface Named {
  readonly userId: string;
  /** Roles that may be given, sorted. */
  readonly roleIds: readonly string[];
}

/** As somebody asked for it; without roles they stay. */
interface Wanted {
  readonly userId: string;
  readonly roleIds: readonly string[] | undefined;
}

/** Roles of each person from now on: those that were sent, else those of before, else the ready-made set as far as the caller may name it. */
export async function withRoles<Row extends Wanted>(ctx: Ctx, orgId: string, before: readonly Named[], after: readonly Row[]): Promise<(Row & Named)[]> {
  const isOld = (userId: string): boolean => before.some((row) => row.userId === userId);
  const readyMade = after.some((row) => row.roleIds === undefined && !isOld(row.userId)) ? await readyMadeRoles(ctx, orgId) : [];
  return after.map((row) => ({
    ...row,
    roleIds: [...new Set(row.roleIds ?? before.find((old) => old.userId === row.userId)?.roleIds ?? readyMade)].sort(),
  }));
}

/** The roles of the daily work that every centre needs, as far as the caller may hand them on there. */
export async function readyMadeRoles(ctx: Ctx, orgId: string): Promise<string[]> {
  // rows: which of these roles the caller may hand on is decided below (`mayName`)
  const rows = await ctx.db
    .selectFrom('core.role')
    .select('id')
    .where('en_code', 'in', READY_MADE_ROLES)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
  const roles = await rankedRoles(
    ctx,
    rows.map((row) => row.id),
  );
  const giver = await giverOf(
    ctx,
    roles.flatMap((role) => role.rights),
  );
  return roles.flatMap((role) => (mayName(role, giver, orgId) ? [role.id] : [])).sort();
}

/** A role that decides over the installation is nobody's to hand on; what others hand on they must be able to give there themselves. */
const mayName = (role: RankedRole, giver: Giver, orgId: string): boolean =>
  role.rank !== 'system' && problemToGive(role, giver, { isGiver: false, orgIds: [orgId] }) === undefined;

/** @throws AppError `permission.no-such-role`, `permission.role-above`, `permission.role-not-named` for a role that is named or no longer named */
export async function assertMayName(ctx: Ctx, orgId: string, before: readonly Named[], after: readonly Named[]): Promise<void> {
  const of = (rows: readonly Named[], userId: string): readonly string[] => rows.find((row) => row.userId === userId)?.roleIds ?? [];
  const userIds = new Set([...before, ...after].map((row) => row.userId));
  const changed = new Set(
    [...userIds].flatMap((userId) => {
      const [old, next] = [of(before, userId), of(after, userId)];
      return [...old.filter((id) => !next.includes(id)), ...next.filter((id) => !old.includes(id))];
    }),
  );
  if (changed.size === 0) return;
  const roles = await rankedRoles(ctx, [...changed]);
  const giver = await giverOf(
    ctx,
    roles.flatMap((role) => role.rights),
  );
  for (const id of changed) {
    const role = roles.find((one) => one.id === id);
    if (!role || !(await roleTable.find(ctx, id))) throw refusedAt('list', 'no-such-role');
    const gone = !after.some((row) => row.roleIds.includes(id));
    if (gone && ctx.user.isAdministrator) continue;
    if (!mayName(role, giver, orgId)) throw refusedAt('list', role.rank === 'system' ? 'role-above' : 'role-not-named', { name: role.name });
  }
}
