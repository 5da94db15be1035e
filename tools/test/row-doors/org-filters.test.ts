import { expect, it } from 'vitest';
import { orgFiltersIn } from './find-org-filters.mjs';

it.each([
  ['a query', "db.selectFrom('core.audit')\n  .where('org_id', 'in', orgIds)", [2]],
  ['a column of an alias', "query.where('row.orgId', 'in', [...user.orgIds])", [1]],
  ['raw SQL', `sql\`select 1 from core.audit where org_id = any(\${ids})\``, [1]],
  ['raw SQL with a list', `sql\`select 1 from core.audit as a where a.org_id in \${ids}\``, [1]],
  ['a chain behind a private member', "this.#open().where('user.org_id', 'in', orgIds)", [1]],
  ['the key of one row', "query.where('org_id', '=', orgId)", []],
  ['another column', "query.where('id', 'in', ids)", []],
  ['a column in a list', "query.select(['org_id', 'x'])", []],
])('%s', (_what, code, lines) => {
  expect(orgFiltersIn('a.ts', code).found.map(({ line }) => line)).toEqual(lines);
});

it('says how to mend it, takes a reason above the statement, and refuses one that excuses nothing', () => {
  const code = "db.selectFrom('core.audit').where('org_id', 'in', orgIds)";
  expect(orgFiltersIn('a.ts', code).found).toEqual([{ line: 1, problem: expect.stringContaining('through its door') }]);
  expect(orgFiltersIn('a.ts', `// rows: of the caller's own organisations\n${code}`)).toEqual({
    found: [],
    excused: [{ line: 1, reason: "of the caller's own organisations" }],
    problems: [],
  });
  expect(orgFiltersIn('a.ts', '// rows: of the caller\nconst a = 1;').problems).toEqual([{ line: 1, problem: expect.stringContaining('excuses nothing') }]);
  expect(orgFiltersIn('a.ts', `// rows: so\n${code}`).problems).toEqual([{ line: 1, problem: expect.stringContaining('without a reason') }]);
});
