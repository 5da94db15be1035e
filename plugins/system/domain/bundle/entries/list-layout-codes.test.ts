import { expect, it } from 'vitest';
import type { FileValue } from '../bundle-file.ts';
import { columnsCode, holdsIds, pageOf } from './list-layout-codes.ts';

it('names a page by the code of its menu, and the list in it', () => {
  const codes = new Map([['m1', 'patient.list']]);
  expect([pageOf('m1', codes), pageOf('m1:left', codes), pageOf('m2', codes)]).toEqual(['patient.list', 'patient.list:left', undefined]);
});

it('gives each audience of a page a code of its own, whatever is in its codes', () => {
  const places = [
    { page: 'p', orgCode: 'a', roleCode: 'b' },
    { page: 'p', orgCode: 'a|b', roleCode: '' },
    { page: 'p', orgCode: '', roleCode: 'a|b' },
    { page: 'p', orgCode: '', roleCode: '' },
  ];
  expect(new Set(places.map(columnsCode)).size).toBe(places.length);
});

it('finds ids of rows wherever they stand in a search, and takes nothing else for one', () => {
  const id = '0190f3a1b2c30000aabbccddeeff0011';
  const known = new Set(['org-gz']);
  const filters: readonly FileValue[] = [{ ward: id }, { wards: `x,${id}` }, { deep: [{ one: id }] }, { orgId: 'org-gz' }];
  for (const filter of filters) expect(holdsIds(filter, known)).toBe(true);
  expect(holdsIds({ keyword: '张 org-gzx', day: ['2026-01-01', '2026-12-31'], idCard: '110101199003071234', n: 12, on: true, none: null }, known)).toBe(false);
});
