import { AppError, EnvelopeCode, type PasswordShape } from '@nephra/plugin-sdk/contract';
import { coreIdentity, sql } from '@nephra/plugin-sdk/server';
import type { UserSaved } from '../../contract/index.ts';
import { assertAdministratorRoleKeepsSomebody } from '../access/administrator-role.ts';
import { type Ctx, notFound } from '../permission-call.ts';
import { assertHoldsAllOfUser } from './take-over.ts';
import { auditFacts } from './user-facts.ts';
import { assertAdministersUsers, assertAdministratorsRemain, assertNotSelf } from '../access/user-scope.ts';
import { type UserStored, userTable } from '../tables/user.table.ts';
import { stateOf } from './users.query.ts';

/** Takes users out of use or back. A user who was locked by hand is unlocked when taken into use (wire facts 13). */
async function setEnabled(ctx: Ctx, rows: readonly UserStored[], enabled: boolean): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  assertNotSelf(ctx, ids);
  await assertAdministersUsers(ctx, 'edit', rows);
  if (!enabled) {
    await assertAdministratorsRemain(ctx, rows);
    await assertAdministratorRoleKeepsSomebody(ctx, ids);
  }
  // rows: people who came through their door, and whom the caller may change (`assertAdministersUsers`)
  await ctx.db
    .updateTable('core.user_account')
    .set((eb) => ({ enabled, ...(enabled ? { locked: false, unlock_at: null } : {}), updated_at: ctx.clock.now(), version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  if (!enabled) for (const id of ids) await ctx.service(coreIdentity).endSessionsOf(id, 'disabled');
}

/** PUT {id}/Actions/State: to what was asked for, or turned round; a locked user goes into use. */
export async function setState(ctx: Ctx, id: string, asked: '0' | '1' | '' | undefined): Promise<UserSaved> {
  const row = await userTable.lock(ctx, id);
  const enabled = asked ? asked === '1' : stateOf(row) !== 1;
  if (stateOf(row) === (enabled ? 1 : 0)) return { id, version: row.version };
  await setEnabled(ctx, [row], enabled);
  ctx.audit({ subject: 'user', subjectId: id, before: { enabledMark: stateOf(row) }, after: { enabledMark: enabled ? 1 : 0 } });
  ctx.message(enabled ? 'user.enabled' : 'user.disabled', { name: row.realName });
  return { id, version: row.version + 1 };
}

/** PUT Actions/State for many: all or none. */
export async function setStates(ctx: Ctx, ids: readonly string[], enabledMark: 0 | 1): Promise<{ count: number }> {
  const all = await userTable.select(ctx, 'person').where('person.id', 'in', ids).orderBy('person.id').forNoKeyUpdate().execute();
  if (all.length !== ids.length) throw notFound();
  const rows = all.filter((row) => stateOf(row) !== enabledMark);
  await setEnabled(ctx, rows, enabledMark === 1);
  ctx.audit({
    subject: 'user',
    before: rows.map((row) => ({ id: row.id, account: row.account, enabledMark: stateOf(row) })),
    after: { enabledMark },
  });
  ctx.message(enabledMark === 1 ? 'user.enabled-many' : 'user.disabled-many', { n: rows.length });
  return { count: rows.length };
}

/** POST {id}/Actions/ResetPassword: for somebody else; one's own password is changed with the old one. */
export async function resetPassword(
  ctx: Ctx,
  id: string,
  { userPassword, validatePassword, passwordShape }: { userPassword: string; validatePassword: string; passwordShape?: PasswordShape },
): Promise<null> {
  const row = await userTable.lock(ctx, id);
  if (userPassword !== validatePassword) {
    throw new AppError('permission.user-password-differs', { code: EnvelopeCode.Invalid, fields: [{ path: 'validatePassword', msg: '' }] });
  }
  assertNotSelf(ctx, [id]);
  await assertAdministersUsers(ctx, 'edit', [row]);
  await assertHoldsAllOfUser(ctx, row);
  await ctx.service(coreIdentity).setPassword(row.id, userPassword, { mustChange: true, ...(passwordShape ? { shape: passwordShape } : {}) });
  ctx.audit({ subject: 'user', subjectId: id, note: 'password reset; must be changed at the next sign-in' });
  ctx.message('user.password-reset', { name: row.realName });
  return null;
}

/** PUT {id}/Actions/unlock. */
export async function unlockUser(ctx: Ctx, id: string): Promise<null> {
  const row = await userTable.lock(ctx, id);
  await assertAdministersUsers(ctx, 'edit', [row]);
  await ctx.service(coreIdentity).unlock(id);
  ctx.audit({ subject: 'user', subjectId: id, before: { locked: row.locked, unlockAt: row.unlockAt?.getTime() ?? null }, after: { locked: false } });
  ctx.message('user.unlocked', { name: row.realName });
  return null;
}

/** PUT {id}/Actions/lock. */
export async function lockUser(ctx: Ctx, id: string, until: number | undefined): Promise<null> {
  const row = await userTable.lock(ctx, id);
  assertNotSelf(ctx, [id]);
  await assertAdministersUsers(ctx, 'edit', [row]);
  const unlockAt = until === undefined ? null : new Date(until);
  if (unlockAt && unlockAt <= ctx.clock.now())
    throw new AppError('permission.user-lock-past', { code: EnvelopeCode.Invalid, fields: [{ path: 'unLockTime', msg: '' }] });
  await assertAdministratorsRemain(ctx, [row]);
  await userTable.update(ctx, row, { locked: true, unlockAt });
  await ctx.service(coreIdentity).endSessionsOf(id, 'disabled');
  ctx.audit({
    subject: 'user',
    subjectId: id,
    before: { locked: row.locked, unlockAt: row.unlockAt?.getTime() ?? null },
    after: { locked: true, unlockAt: unlockAt?.getTime() ?? null },
  });
  ctx.message('user.locked', { name: row.realName });
  return null;
}

const invalidMember = (key: string, params: Record<string, string> = {}): AppError =>
  new AppError(`permission.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path: 'qyWxUserId', msg: '' }] });

/** Binds an account to a member of the work messaging service. Callers of `bindWorkUser` write the audit entry. See `WorkAccounts.bind`. */
export async function bindWorkUser(ctx: Ctx, id: string, workUserId: string): Promise<{ readonly before: string; readonly realName: string }> {
  const value = workUserId.trim();
  if (!/^[A-Za-z0-9@._-]*$/.test(value)) throw invalidMember('user-wechat');
  // No index says that an id belongs to one account; whoever binds waits for the others who do.
  await sql`select pg_advisory_xact_lock(hashtextextended('core.user_account work user', 0))`.execute(ctx.db);
  const row = await userTable.lock(ctx, id);
  await assertAdministersUsers(ctx, 'edit', [row]);
  if (value !== '') {
    // rows: whether somebody has the id, in the whole installation: two accounts of one member could not be told apart at sign-in
    const other = await ctx.db
      .selectFrom('core.user_account')
      .select('real_name')
      .where(sql<string>`lower(qywx_user_id)`, '=', value.toLowerCase())
      .where('id', '<>', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (other) throw invalidMember('user-wechat-taken', { workUserId: value, name: other.real_name });
  }
  await userTable.update(ctx, row, { qyWxUserId: value });
  return { before: row.qyWxUserId, realName: row.realName };
}

/** PUT {id}/Actions/QyWxUserId. */
export async function setWechat(ctx: Ctx, id: string, qyWxUserId: string): Promise<null> {
  const { before } = await bindWorkUser(ctx, id, qyWxUserId);
  ctx.audit({ subject: 'user', subjectId: id, before: { qyWxUserId: before }, after: { qyWxUserId: qyWxUserId.trim() } });
  return null;
}

/** DELETE {id}: the row stays for the records that name the person, everything that gives rights goes. */
export async function removeUser(ctx: Ctx, id: string): Promise<null> {
  const row = await userTable.lock(ctx, id);
  assertNotSelf(ctx, [id]);
  await assertAdministersUsers(ctx, 'delete', [row]);
  await assertAdministratorsRemain(ctx, [row]);
  await assertAdministratorRoleKeepsSomebody(ctx, [id]);
  await assertNobodyDepends(ctx, row);
  const before = await auditFacts(ctx, id);
  await ctx.service(coreIdentity).endSessionsOf(id, 'disabled');
  for (const table of ['core.user_role', 'core.user_position', 'core.user_group_member', 'core.org_admin', 'core.user_org'] as const) {
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(ctx.db);
  }
  // rows: grants of the person who was locked through the door
  await ctx.db.deleteFrom('core.permission_grant').where('subject_type', '=', 'user').where('subject_id', '=', id).execute();
  // rows: the person who was locked through the door
  await ctx.db.updateTable('core.user_account').set({ password_hash: null }).where('id', '=', id).execute();
  await userTable.retire(ctx, row, { enabled: false, isAdministrator: false });
  ctx.audit({ subject: 'user', subjectId: id, before });
  ctx.message('user.removed', { name: row.realName });
  return null;
}

/** @throws AppError naming what is in the way: people who report to the user, departments that the user leads */
async function assertNobodyDepends(ctx: Ctx, row: UserStored): Promise<void> {
  // rows: whether anything depends on the person: counted whoever may see it
  const [people, departments] = await Promise.all([
    ctx.db
      .selectFrom('core.user_account')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('manager_id', '=', row.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('core.department')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('manager_id', '=', row.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  const params = { name: row.realName, people: Number(people.n), departments: Number(departments.n) };
  if (params.people > 0 || params.departments > 0) throw new AppError('permission.user-in-use', { params });
}
