import { searchGrams, sql } from '@nephra/plugin-sdk/server';
import type { ImportRow, PreviewRow } from '../../contract/index.ts';
import { inManagerOrder } from '../../domain/user-import/compare-rows.ts';
import type { RowProblem } from '../../domain/user-import/row-problem.ts';
import type { Ctx } from '../permission-call.ts';
import { type CheckedRow, checkRows, givenRows, importedKeys, presentCheckedRow } from './check-rows.ts';

export interface ImportResult {
  snum: number;
  fnum: number;
  resultType: 0 | 1;
  failResult: PreviewRow[];
}

/** A row that will become a user. */
interface NewUser extends CheckedRow {
  readonly id: string;
}

/**
 * POST ImportData: adds the rows that are right, in one transaction; the others come back with their reasons. A row whose key was
 * imported before counts as added, so a list that is sent again after a lost answer makes nobody twice. New users have no password.
 */
export async function importUsers(ctx: Ctx, list: readonly ImportRow[]): Promise<ImportResult> {
  const given = givenRows(list);
  const done = await importedKeys(ctx, given.map((row) => row.rowKey).filter(Boolean));
  const { rows, managerIds } = await checkRows(
    ctx,
    given.filter((row) => !done.has(row.rowKey)),
  );
  const { good, bad } = separate(rows, managerIds);
  const users = good.map((row) => ({ ...row, id: ctx.newId() }));
  const added = await insertUsers(ctx, users, managerIds);
  // Somebody else was faster, maybe this same list on another way.
  const lost = users.filter((user) => !added.has(user.id));
  const meanwhile = await importedKeys(ctx, lost.map((row) => row.rowKey).filter(Boolean));
  const failed = [...bad, ...lost.filter((row) => !meanwhile.has(row.rowKey)).map((row) => ({ ...row, problems: [taken(row)] }))];
  const snum = given.length - failed.length;
  ctx.audit({
    subject: 'user-import',
    after: users
      .filter((user) => added.has(user.id))
      .map(({ id, row }) => ({ id, account: row.account, realName: row.realName, places: row.places, roles: row.roleIds, positions: row.positionIds })),
    note: `${snum} of ${given.length} rows`,
  });
  ctx.message(failed.length === 0 ? 'user.imported' : 'user.imported-some', { n: snum, failed: failed.length });
  return { snum, fnum: failed.length, resultType: failed.length === 0 ? 0 : 1, failResult: failed.map((row) => presentCheckedRow(ctx, row)) };
}

const taken = ({ row }: CheckedRow): RowProblem => ({ field: 'account', key: 'accountTaken', value: row.account });

/** Right rows with their managers first. A row whose manager stands in the list, but is not right, is not right either. */
function separate(rows: readonly CheckedRow[], managerIds: ReadonlyMap<string, string>): { good: CheckedRow[]; bad: CheckedRow[] } {
  const ordered = inManagerOrder(rows.map((checked) => ({ account: checked.row.account, manager: checked.row.manager, checked })));
  const accepted = new Set<string>();
  const good: CheckedRow[] = [];
  const bad: CheckedRow[] = [];
  for (const { account, manager, checked } of ordered) {
    const managed = manager === '' || managerIds.has(manager) || accepted.has(manager);
    if (checked.problems.length === 0 && managed) {
      good.push(checked);
      accepted.add(account.toLowerCase());
    } else if (checked.problems.length > 0) bad.push(checked);
    else bad.push({ ...checked, problems: [{ field: 'managerId', key: 'unknownManager', value: manager }] });
  }
  return { good, bad };
}

/** @returns ids of the users that are there now; one whose account or mobile was taken meanwhile is left out. */
async function insertUsers(ctx: Ctx, users: readonly NewUser[], managerIds: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
  if (users.length === 0) return new Set();
  const now = ctx.clock.now();
  const inserted = await ctx.db
    .insertInto('core.user_account')
    .values(
      users.map(({ id, row }) => ({
        // No password: nobody signs in with it before somebody sets one.
        ...{ password_hash: null, password_changed_at: null, unlock_at: null, last_login_at: null, prev_login_at: null, deleted_at: null },
        ...{ language: ctx.language, created_by: ctx.user.userId, created_at: now, updated_at: now },
        id,
        account: row.account,
        real_name: row.realName,
        en_code: row.enCode,
        gender: row.gender,
        mobile: row.mobilePhone,
        email: row.email,
        sort_code: row.sortCode,
        description: row.description,
        property: JSON.stringify(row.personal),
        search_grams: searchGrams(row.realName, row.account, row.enCode, row.mobilePhone),
        enabled: row.enabledMark !== 0,
        locked: row.enabledMark === 2,
        org_id: row.places[0]?.orgId ?? '',
        department_id: row.places[0]?.departmentId ?? null,
        manager_id: managerIds.get(row.manager) ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const added = new Set(inserted.map((row) => row.id));
  await link(
    ctx,
    users.filter((user) => added.has(user.id)),
  );
  return added;
}

/** Writes everything that hangs on the new users: where they work, what they have, whom they report to, which rows they were. */
async function link(ctx: Ctx, users: readonly NewUser[]): Promise<void> {
  const places = users.flatMap(({ id, row }) => row.places.map((place, at) => ({ id, orgId: place.orgId, departmentId: place.departmentId, major: at === 0 })));
  const positions = users.flatMap(({ id, row }) => row.positionIds.map((position, at) => ({ id, position, major: at === 0 })));
  const roles = users.flatMap(({ id, row }) => row.roleIds.map((role) => ({ id, role })));
  const keyed = users.filter((user) => user.rowKey !== '');
  await sql`insert into core.user_org (user_id, org_id, department_id, is_major)
    select user_id, org_id, department_id, is_major from unnest(${places.map((one) => one.id)}::text[], ${places.map((one) => one.orgId)}::text[],
      ${places.map((one) => one.departmentId)}::text[], ${places.map((one) => one.major)}::boolean[]) as place (user_id, org_id, department_id, is_major)`.execute(
    ctx.db,
  );
  await sql`insert into core.user_position (user_id, position_id, is_major)
    select user_id, position_id, is_major from unnest(${positions.map((one) => one.id)}::text[], ${positions.map((one) => one.position)}::text[],
      ${positions.map((one) => one.major)}::boolean[]) as position (user_id, position_id, is_major)`.execute(ctx.db);
  await sql`insert into core.user_role (user_id, role_id)
    select user_id, role_id from unnest(${roles.map((one) => one.id)}::text[], ${roles.map((one) => one.role)}::text[]) as role (user_id, role_id)`.execute(
    ctx.db,
  );
  await sql`insert into permission.user_import_row (created_by, row_key, user_id, created_at)
    select ${ctx.user.userId}, row_key, user_id, ${ctx.clock.now()} from unnest(${keyed.map((one) => one.rowKey)}::text[], ${keyed.map((one) => one.id)}::text[]) as done (row_key, user_id)
    on conflict do nothing`.execute(ctx.db);
  const idOf = new Map(users.map((user) => [user.row.account.toLowerCase(), user.id]));
  const managed = users.flatMap((user) => {
    const managerId = idOf.get(user.row.manager);
    return managerId === undefined ? [] : [{ id: user.id, managerId }];
  });
  if (managed.length === 0) return;
  // rows: people whom this import has added
  await sql`update core.user_account as person set manager_id = boss.manager_id
    from unnest(${managed.map((one) => one.id)}::text[], ${managed.map((one) => one.managerId)}::text[]) as boss (id, manager_id) where person.id = boss.id`.execute(
    ctx.db,
  );
}
