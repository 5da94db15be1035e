import { expect, it } from 'vitest';
import { physicalNamesIn } from './find-physical.mjs';
import { tablesInSql } from './sql-names.mjs';

const declared = new Set(['beds.ward', 'beds.bed', 'beds.stay']);
const linesOf = (code: string) => physicalNamesIn('beds.query.ts', code, declared).found.map(({ line, table }) => `${line} ${table}`);

it.each([
  ['a query', "ctx.db.selectFrom('beds.ward').selectAll()", ['1 beds.ward']],
  ['an alias', "ctx.db\n  .selectFrom('beds.ward as w')\n  .innerJoin('beds.bed as b', 'b.ward_id', 'w.id')", ['2 beds.ward', '3 beds.bed']],
  ['several tables', "db.selectFrom(['beds.ward as w', 'beds.bed as b'])", ['1 beds.ward', '1 beds.bed']],
  ['a sub-query', "where((eb) => eb.exists(eb.selectFrom('beds.bed').select('id')))", ['1 beds.bed']],
  ['an update', "db.updateTable('beds.ward').set({})", ['1 beds.ward']],
  ['a deletion', "db.deleteFrom('beds.ward').using('beds.bed')", ['1 beds.ward', '1 beds.bed']],
  ['a name that a constant holds', "const WARDS = 'beds.ward as w';\ndb.selectFrom(WARDS)", ['2 beds.ward']],
  ['a template without parts', 'db.selectFrom(`beds.ward`)', ['1 beds.ward']],
  ['raw SQL', 'sql`select 1 from beds.ward w\n  left join beds.bed b on b.ward_id = w.id`', ['1 beds.ward', '2 beds.bed']],
  ['raw SQL around what is put in', `sql\`select \${x} from \${y}, beds.ward where \${z}\``, ['1 beds.ward']],
  ['a part of raw SQL', `sql\`select 1 \${live ? sql\`from beds.ward\` : sql\`\`}\``, ['1 beds.ward']],
  ['a statement in quotes', "pool.query('delete from beds.ward')", ['1 beds.ward']],
  ['a name in a statement', `sql\`select 1 from \${sql.table('beds.bed')}\``, ['1 beds.bed']],
  ['a new row', "db.insertInto('beds.ward').values({})", []],
  ['a new row in SQL', 'sql`insert into beds.ward (id) values (1)`', []],
  ['a table of somebody else', "db.selectFrom('core.audit')", []],
  ['a type', "type T = Kysely<{ 'beds.ward': Row }>; const lease: Claim = { table: 'beds.ward' };", []],
  ['a reference', "column.ref('beds.ward')", []],
  ['a comment', '// from beds.ward\nsql`select 1 -- from beds.ward\n`', []],
])('%s', (_what, code, found) => {
  expect(linesOf(code)).toEqual(found);
});

it.each([
  ['select 1 from beds.ward w, beds.bed b where x', ['beds.ward', 'beds.bed']],
  ['select 1 from beds.ward as w, beds.bed', ['beds.ward', 'beds.bed']],
  ['select a, beds.bed from x', []],
  ['select 1 from (select 1 from beds.bed) b', ['beds.bed']],
  ['select 1 from only beds.ward', ['beds.ward']],
  ['select 1 from "beds"."ward"', ['beds.ward']],
  ["select 'from beds.ward' /* join beds.bed */ from x", []],
  ['update beds.ward set name = 1', ['beds.ward']],
  ['delete from beds.ward using beds.bed', ['beds.ward', 'beds.bed']],
  ['select 1 from x where a is distinct from beds.name order by x, beds.y', ['beds.name']],
])('tables in “%s”', (sql, tables) => {
  expect(tablesInSql(sql).map(({ table }) => table)).toEqual(tables);
});

it('says how to mend it: a read, and a change', () => {
  const { found } = physicalNamesIn('a.ts', "db.selectFrom('beds.ward');\ndb.updateTable('beds.ward');\nsql`delete from beds.bed`", declared);
  expect(found.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('beds.ward is read by its own name: read it through its door, `…Table.select(ctx)`'),
    expect.stringContaining('beds.ward is changed by its own name'),
    expect.stringContaining('beds.bed is changed by its own name'),
  ]);
});

const EXCUSED = [
  ['on the line', "db.selectFrom('beds.ward'); // rows: numbers of all facilities", 1],
  ['above the line', "// rows: numbers of all facilities\ndb.selectFrom('beds.ward');", 1],
  [
    'above the statement',
    "// rows: numbers of all facilities\nconst rows = await db\n  .selectFrom('beds.ward')\n  .innerJoin('beds.bed', 'a', 'b')\n  .execute();",
    1,
  ],
  ['above what is exported', "// rows: numbers of all facilities\nexport const q = (db) => db.selectFrom('beds.ward');", 1],
  ['in a block of comments', "// rows: numbers of all facilities,\n// which nobody sees\ndb.selectFrom('beds.ward');", 1],
  ['in the middle of a chain', "db\n  // rows: numbers of all facilities\n  .selectFrom('beds.ward')\n  .execute();", 2],
  ['above a member of a class', "class A {\n  // rows: numbers of all facilities\n  read = () => db.selectFrom('beds.ward');\n}", 2],
] as const;
it.each(EXCUSED)('a reason %s is told', (_where, code, line) => {
  expect(physicalNamesIn('a.ts', code, declared)).toEqual({
    found: [],
    problems: [],
    excused: [{ line, reason: expect.stringContaining('numbers of all facilities') }],
  });
});

it('a reason speaks of its own statement alone', () => {
  expect(linesOf("// rows: numbers of all facilities\ndb.selectFrom('beds.ward');\ndb.selectFrom('beds.bed');")).toEqual(['3 beds.bed']);
  expect(linesOf("// rows: numbers of all facilities\nfunction f() {\n  return db.selectFrom('beds.ward');\n}")).toEqual(['3 beds.ward']);
});

it('an empty reason, one that says nothing, and one that excuses nothing are problems', () => {
  const problemsOf = (code: string) => physicalNamesIn('a.ts', code, declared).problems;
  expect(problemsOf("// rows:\ndb.selectFrom('beds.ward');")).toEqual([{ line: 1, problem: expect.stringContaining('without a reason') }]);
  expect(problemsOf("// rows: because\ndb.selectFrom('beds.ward');")).toEqual([{ line: 1, problem: expect.stringContaining('without a reason') }]);
  expect(problemsOf('// rows: numbers of all facilities\nwardTable.select(ctx);')).toEqual([{ line: 1, problem: expect.stringContaining('excuses nothing') }]);
});
