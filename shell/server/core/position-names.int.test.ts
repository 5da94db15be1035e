import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts';
import { type Database, runMigrations } from '../db/index.ts';
import { fillSearchGrams } from '../identity/search-grams.ts';
import { coreMigrations } from './core-migrations.ts';

const at = coreMigrations.migrations.findIndex(({ name }) => name === '0009-position-names');
const before = { ...coreMigrations, migrations: coreMigrations.migrations.slice(0, at) };

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase([before]);
  await db.script(`
    insert into core.org (id, en_code, full_name) values ('gz', 'GZ', 'A'), ('wh', 'WH', 'B');
    insert into core.department (id, org_id, en_code, full_name) values ('d1', 'gz', 'D1', 'C')`);
});
afterEach(() => db.close());

let day = 0;
async function add(id: string, name: string, { org = 'gz', department = null as string | null, deleted = false } = {}): Promise<void> {
  day += 1;
  const created = `2026-01-01T00:00:00Z`;
  await sql`insert into core.position (id, org_id, department_id, en_code, full_name, search_grams, created_at, updated_at, deleted_at)
    values (${id}, ${org}, ${department}, ${id}, ${name}, '{old}', ${created}::timestamptz + ${day} * interval '1 day', ${created}, ${deleted ? created : null})`.execute(
    db.kysely,
  );
}

interface Position {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly grams: readonly string[];
}
async function positions(): Promise<Record<string, Position>> {
  const { rows } = await sql<Position>`select id, full_name as name, version, search_grams as grams from core.position`.execute(db.kysely);
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}
const namesOf = async () => Object.fromEntries(Object.values(await positions()).map(({ id, name }) => [id, name]));

it('of one name twice both stay: the later one is numbered, and found by its new name', async () => {
  await add('first', '护士');
  await add('taken', '护士 (2)');
  await add('second', '护士');
  await add('third', '护士');
  await add('inDepartment', '护士', { department: 'd1' });
  await add('inDepartmentToo', '护士', { department: 'd1' });
  await add('elsewhere', '护士', { org: 'wh' });
  await add('gone', '护士', { deleted: true });
  await runMigrations(db, [coreMigrations]);
  expect(await namesOf()).toEqual({
    first: '护士',
    taken: '护士 (2)',
    second: '护士 (3)',
    third: '护士 (4)',
    inDepartment: '护士',
    inDepartmentToo: '护士 (2)',
    elsewhere: '护士',
    gone: '护士',
  });
  expect(await positions()).toMatchObject({ first: { version: 1, grams: ['old'] }, second: { version: 2, grams: [] } });
  await fillSearchGrams(db);
  expect((await positions()).second?.grams).toEqual(expect.arrayContaining(['护士', '3']));
});

it('a name stays within 50 characters', async () => {
  const name = '长'.repeat(50);
  for (const id of ['a', 'b', 'c']) await add(id, name);
  await runMigrations(db, [coreMigrations]);
  expect(await namesOf()).toEqual({ a: name, b: `${'长'.repeat(46)} (2)`, c: `${'长'.repeat(46)} (3)` });
});

it('from then on a second one is refused, in a department and beside it, until the first is deleted', async () => {
  await add('a', '护士');
  await runMigrations(db, [coreMigrations]);
  const broken = { code: '23505', constraint: 'position_name_idx' };
  await expect(add('b', '护士')).rejects.toMatchObject(broken);
  await add('c', '护士', { department: 'd1' });
  await expect(add('d', '护士', { department: 'd1' })).rejects.toMatchObject(broken);
  await db.script(`update core.position set deleted_at = now() where id = 'a'`);
  await add('b', '护士');
});
