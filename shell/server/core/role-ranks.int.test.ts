import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts';
import { type Database, runMigrations } from '../db/index.ts';
import { MenuSync } from '../identity/menus/menu-sync.ts';
import { coreMigrations } from './core-migrations.ts';
import type { CoreTables } from '../tables/tables.ts';

const before = { ...coreMigrations, migrations: coreMigrations.migrations.filter(({ name }) => name < '0004') };

let database: Database;
afterEach(async () => await database.close());

/** A system as it was in use before roles had ranks: a head office, a delegation, roles of its own. */
async function inUse(): Promise<void> {
  database = await openTestDatabase([before]);
  await database.script(`
    insert into core.org (id, en_code, full_name) values ('root', 'ROOT', '集团');
    insert into core.role (id, en_code, full_name) values ('r1', 'admin', '系统管理员'), ('r2', 'nurse', '护士'), ('r3', 'orgadmin', '机构管理员'),
      ('r4', 'SIM.own', '本中心助理'), ('r5', 'SIM.audit', '审计员'), ('r6', 'SIM.people', '人事');
    insert into core.role (id, en_code, full_name, deleted_at) values ('r7', 'cashier', '收费员', now());
    insert into core.role_org (role_id, org_id) values ('r4', 'root');
    insert into core.user_account (id, account, real_name, org_id) values ('keeper', 'keeper', '守护', 'root');
    insert into core.org_admin (org_id, user_id, this_add) values ('root', 'keeper', true);
    insert into core.permission_grant (subject_type, subject_id, kind, menu_code) values
      ('role', 'r4', 'menu', 'permission.user'), ('role', 'r5', 'menu', 'system.audit'), ('role', 'r6', 'menu', 'permission.user');`);
  await runMigrations(database, [coreMigrations]);
}

describe('systems of before', () => {
  test('get ranks by what their roles do, the rest of the ready-made set, and delegations that can hire', async () => {
    await inUse();
    const db = database.kyselyFor<CoreTables>();
    const roles = await db.selectFrom('core.role').select(['id', 'en_code', 'rank', 'deleted_at']).execute();
    const rankOf = (code: string) => roles.filter((role) => role.en_code === code).map((role) => role.rank);
    expect(['admin', 'nurse', 'orgadmin', 'SIM.own', 'SIM.audit', 'SIM.people'].map(rankOf)).toEqual([
      ['system'],
      ['work'],
      ['administration'],
      ['work'],
      ['system'],
      ['administration'],
    ]);
    // What the site deleted stays deleted.
    expect(roles.filter((role) => role.en_code === 'cashier').map((role) => role.deleted_at !== null)).toEqual([true]);
    const named = await db
      .selectFrom('core.org_admin_role as named')
      .innerJoin('core.role as role', 'role.id', 'named.role_id')
      .select('role.en_code')
      .orderBy('role.en_code')
      .execute();
    expect(named.map((row) => row.en_code)).toEqual(['clerk', 'doctor', 'engineer', 'headnurse', 'nurse', 'pharmacist', 'quality']);
  });

  test('a role that is newer than the menus is offered what each owner means for it, once', async () => {
    await inUse();
    const db = database.kyselyFor<CoreTables>();
    let next = 0;
    const sync = new MenuSync(db, () => `m${next++}`);
    const title = { zh: 'SIM', zhtw: 'SIM', en: 'SIM' };
    const menus = [{ enCode: 'sim.page', type: 2 as const, title, roleHints: ['nurse', 'headnurse', 'SIM.own'] }];
    await sync.show('sim', { menus: [{ ...menus[0], enCode: 'sim.page', type: 2, title, roleHints: ['nurse'] }], permissions: [] });
    const holders = async () => {
      const { rows } = await sql<{
        code: string;
      }>`select role.en_code as code from core.permission_grant as held join core.role as role on role.id = held.subject_id
        where held.menu_code = 'sim.page' order by 1`.execute(database.kysely);
      return rows.map((row) => row.code);
    };
    expect(await holders()).toEqual(['nurse']);
    await sync.show('sim', { menus, permissions: [] });
    expect(await holders()).toEqual(['headnurse', 'nurse']);
    await db.deleteFrom('core.permission_grant').where('menu_code', '=', 'sim.page').execute();
    await sync.show('sim', { menus, permissions: [] });
    expect(await holders()).toEqual([]);
  });

  test('an empty system gets no roles from a migration', async () => {
    database = await openTestDatabase([coreMigrations]);
    expect(await database.kyselyFor<CoreTables>().selectFrom('core.role').select('id').execute()).toEqual([]);
  });
});
