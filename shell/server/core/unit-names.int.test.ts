import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts';
import { type Database, runMigrations } from '../db/index.ts';
import { fillSearchGrams } from '../identity/search-grams.ts';
import { coreMigrations } from './core-migrations.ts';

const at = coreMigrations.migrations.findIndex(({ name }) => name === '0010-unit-names');
const before = { ...coreMigrations, migrations: coreMigrations.migrations.slice(0, at) };

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase([before]);
  await db.script(`
    insert into core.org (id, en_code, full_name) values ('gz', 'GZ', 'A'), ('wh', 'WH', 'B');
    insert into core.department (id, org_id, en_code, full_name) values ('d', 'gz', 'D', 'C')`);
});
afterEach(() => db.close());

const MADE = '2026-01-01T00:00:00Z';
let day = 0;

interface Unit {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly grams: readonly string[];
}
interface Made {
  readonly parent?: string;
  readonly org?: string;
  readonly deleted?: boolean;
  readonly property?: object;
}

function kindOf(table: 'org' | 'department') {
  async function add(id: string, name: string, { parent, org = 'gz', deleted = false, property = {} }: Made = {}): Promise<void> {
    day += 1;
    const row = {
      ...(table === 'org' ? { property: JSON.stringify(property) } : { org_id: org }),
      ...{ id, parent_id: parent ?? null, en_code: id, full_name: name, search_grams: ['old'] },
      ...{ created_at: new Date(Date.parse(MADE) + day * 86_400_000), updated_at: MADE, deleted_at: deleted ? MADE : null },
    };
    await db.kyselyFor<Record<string, Record<string, unknown>>>().insertInto(`core.${table}`).values(row).execute();
  }
  async function units(): Promise<Record<string, Unit>> {
    const { rows } = await sql<Unit>`
      select id, full_name as name, version, search_grams as grams from ${sql.table(`core.${table}`)} where id not in ('gz', 'wh', 'd')`.execute(db.kysely);
    return Object.fromEntries(rows.map((row) => [row.id, row]));
  }
  return { add, units, namesOf: async () => Object.fromEntries(Object.values(await units()).map(({ id, name }) => [id, name])) };
}

describe.each([
  { table: 'org', inside: 'gz' },
  { table: 'department', inside: 'd' },
] as const)('core.$table', ({ table, inside }) => {
  const { add, units, namesOf } = kindOf(table);

  it('of one name twice both stay: the later one is numbered, and found by its new name', async () => {
    await add('first', '透析室');
    await add('taken', '透析室 (2)');
    await add('second', '透析室');
    await add('third', '透析室');
    await add('inside', '透析室', { parent: inside });
    await add('insideToo', '透析室', { parent: inside });
    await add('gone', '透析室', { deleted: true });
    await runMigrations(db, [coreMigrations]);
    expect(await namesOf()).toEqual({
      first: '透析室',
      taken: '透析室 (2)',
      second: '透析室 (3)',
      third: '透析室 (4)',
      inside: '透析室',
      insideToo: '透析室 (2)',
      gone: '透析室',
    });
    expect(await units()).toMatchObject({ first: { version: 1, grams: ['old'] }, second: { version: 2, grams: [] } });
    await fillSearchGrams(db);
    expect((await units()).second?.grams).toEqual(expect.arrayContaining(['透析', '3']));
  });

  it('a name stays within 50 characters', async () => {
    const name = '长'.repeat(50);
    for (const id of ['a', 'b', 'c']) await add(id, name);
    await runMigrations(db, [coreMigrations]);
    expect(await namesOf()).toEqual({ a: name, b: `${'长'.repeat(46)} (2)`, c: `${'长'.repeat(46)} (3)` });
  });

  it('from then on a second one is refused, at the top and below, until the first is deleted', async () => {
    await add('a', '透析室');
    await runMigrations(db, [coreMigrations]);
    const broken = { code: '23505', constraint: `${table}_name_idx` };
    await expect(add('b', '透析室')).rejects.toMatchObject(broken);
    await add('c', '透析室', { parent: inside });
    await expect(add('e', '透析室', { parent: inside })).rejects.toMatchObject(broken);
    await db.script(`update core.${table} set deleted_at = now() where id = 'a'`);
    await add('b', '透析室');
  });
});

it('departments of two organisations may have one name', async () => {
  const { add, namesOf } = kindOf('department');
  await add('a', '透析室');
  await add('b', '透析室', { org: 'wh' });
  await runMigrations(db, [coreMigrations]);
  await add('c', '检验科');
  await add('e', '检验科', { org: 'wh' });
  expect(await namesOf()).toEqual({ a: '透析室', b: '透析室', c: '检验科', e: '检验科' });
});

it('an organisation that was numbered is still found by its short name and its number at the insurer', async () => {
  const { add, units } = kindOf('org');
  await add('a', '透析室');
  await add('b', '透析室', { property: { shortName: '荔湾', fixmedinsCode: 'H44' } });
  await runMigrations(db, [coreMigrations]);
  await fillSearchGrams(db);
  expect((await units()).b?.grams).toEqual(expect.arrayContaining(['透析', '荔湾', 'h4']));
});
