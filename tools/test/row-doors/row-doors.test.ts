import { expect, it } from 'vitest';
import { exceptionsIn } from './find-exceptions.mjs';
import { declaredIn, undeclaredTables } from './find-undeclared.mjs';

it.each([
  ["a.everywhere(ctx, 'numbers count all facilities')", [{ line: 1, reason: 'numbers count all facilities' }]],
  ["const x = table\n  .everywhere(\n    ctx,\n    \"a nurse's list of all\",\n    's',\n  )", [{ line: 2, reason: "a nurse's list of all" }]],
  ["a.everywhere({ db }, 'numbers count all facilities', 'n')", [{ line: 1, reason: 'numbers count all facilities' }]],
  ["a.everywhere({ db: this.#db }, 'numbers count all facilities')", [{ line: 1, reason: 'numbers count all facilities' }]],
  ["a.everywhere(ctx, 'because')", [{ line: 1, reason: 'because', problem: expect.stringContaining('says nothing') }]],
  ['a.everywhere(ctx, WHY)', [{ line: 1, reason: '', problem: expect.stringContaining('as a text') }]],
  [`a.everywhere(ctx, \`for $\{why} and more\`)`, [{ line: 1, reason: `for $\{why} and more`, problem: expect.stringContaining('as a text') }]],
  ['a.select(ctx)', []],
])('reads beside a door: %s', (code, found) => {
  expect(exceptionsIn(code)).toEqual(found);
});

const migrations = [
  {
    file: 'plugins/beds/server/migrations/0001-beds.sql',
    sql: '-- create table beds.old (\ncreate table beds.ward (\n);\ncreate table if not exists beds.bed (id text);',
  },
  { file: 'plugins/beds/server/migrations/0002-gone.sql', sql: 'create table beds.draft (id text);\ndrop table beds.draft;' },
];

it('finds the names that a file declares', () => {
  expect(declaredIn("export const a = defineTable('beds.ward', {});\nconst b = defineTable(\n  'beds.bed',")).toEqual(['beds.ward', 'beds.bed']);
});

it('a table without a declaration is a finding that says how to mend it; what was dropped is none', () => {
  expect(undeclaredTables(migrations, ['beds.ward', 'beds.bed'])).toEqual([]);
  expect(undeclaredTables(migrations, ['beds.ward'])).toEqual([
    { file: 'plugins/beds/server/migrations/0001-beds.sql', line: 4, problem: expect.stringContaining("defineTable('beds.bed', …)") },
  ]);
});

it('a table of the shell without a declaration is told where it belongs', () => {
  const shell = [{ file: 'shell/server/core/migrations/0001-core.sql', sql: 'create table core.lamp (id text);' }];
  expect(undeclaredTables(shell, ['core.lamp'])).toEqual([]);
  expect(undeclaredTables([...migrations, ...shell], ['beds.ward', 'beds.bed'])).toEqual([
    { file: 'shell/server/core/migrations/0001-core.sql', line: 1, problem: expect.stringContaining('`*.table.ts` of shell/server/tables') },
  ]);
});
