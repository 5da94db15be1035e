import { expect, it } from 'vitest';
import type { Invariants } from '@nephra/plugin-sdk/server';
import { assertInvariants, sqlGuard } from './sql-guard.ts';

const OWNER = { id: 'beds', privileges: [], schema: 'beds' } as const;
const read = (n: number): string => `select bed.id from beds.bed as bed where bed.id = ${n}`;

it('thousands of new statements are read at once, but a package that sends others all the while is refused and those that were read go on', async () => {
  let now = 0;
  // Each look at the clock takes five milliseconds: so does each text.
  const check = await sqlGuard(OWNER, () => (now += 5));
  let taken = 0;
  const flood = (): void => {
    for (let n = 0; n < 2_000; n += 1, taken += 1) check(read(n));
  };
  expect(flood).toThrow(expect.objectContaining({ key: 'core.foreign-statement', params: { plugin: 'beds', what: expect.stringContaining('parameters') } }));
  expect(taken).toBeGreaterThan(500);
  expect(taken).toBeLessThan(1_000);
  check(read(taken - 1));
  now += 60_000;
  check(read(taken + 1));
});

it('a text longer than any that parameters need is refused before it is read; long ones that pass are known again', async () => {
  let looks = 0;
  const check = await sqlGuard(OWNER, () => {
    looks += 1;
    return 0;
  });
  const long = `select bed.id from beds.bed as bed where bed.id in (${Array.from({ length: 5_000 }, (_, at) => `$${at + 1}`).join(', ')})`;
  check(long);
  const before = looks;
  check(long);
  expect(looks).toBe(before);
  for (const text of [`${long} -- ${'x'.repeat(600_000)}`, `select ${'1,'.repeat(250_000)}1`, 'select 1;'.repeat(20_000)])
    expect(() => check(text)).toThrow(
      expect.objectContaining({ key: 'core.foreign-statement', params: expect.objectContaining({ what: expect.stringContaining('too long') }) }),
    );
  expect(looks).toBe(before);
});

const rule = (sql: string, rowsOf = 'beds.bed') => ({ name: 'a rule', zh: '规则', zhtw: '規則', sql, rowsOf });
const judged = (rules: unknown, concerns: unknown = 'beds:read') => assertInvariants(OWNER, { concerns, rules } as Invariants);

it.each([
  ['rows of the hospital', [rule('select password_hash from core.user_account')], 'core.user_account'],
  ['a file of the server', [rule("select pg_read_file('/etc/passwd')")], 'pg_read_file'],
  ['an end of the transaction, and more', [rule('select id from beds.bed) as found(id); commit; drop table core.session; select (1')], 'not-sql'],
  ['two statements', [rule('select id from beds.bed; select id from beds.bed')], '2 × SelectStmt'],
  ['a write', [rule('delete from beds.bed returning id')], 'DeleteStmt'],
  ['whose rows they are, in a table of others', [rule('select id from beds.bed', 'core.user_account')], 'core.user_account'],
  ['whose rows they are, in a name that is none', [rule('select id from beds.bed', 'beds.bed" as owner, core.session')], 'foreign-table'],
  ['no texts', [{ name: 1 }], '?'],
  ['no list', 'all', '200'],
  ['more than there may be', Array(201).fill(rule('select id from beds.bed')), '200'],
])('a rule of the nightly check that names %s is refused before it runs', async (_what, rules, told) => {
  await expect(judged(rules)).rejects.toMatchObject({ reason: { key: 'invariant-refused', params: { what: expect.stringContaining(told), schema: 'beds' } } });
});

it('a rule is one query of rows of its own', async () => {
  await judged([rule('select id from beds.bed -- all of them'), rule('with free as (select id from beds.bed) select id from free')]);
});
