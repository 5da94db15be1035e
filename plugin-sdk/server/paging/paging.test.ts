import { createFakeServerContext } from '@nephra/plugin-sdk/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderedRows, pageBounds, selectPage } from './paging.ts';

interface Tables {
  'test.drug': { id: string; name: string; price: string };
}
const SORTS = { drugName: 'test.drug.name', price: 'test.drug.price' } as const;

async function statementsOf(request: Parameters<typeof pageBounds>[0], countUpTo?: number) {
  const ctx = createFakeServerContext<Tables>();
  const query = ctx.db.selectFrom('test.drug').select(['test.drug.id', 'test.drug.name']).where('test.drug.name', '=', 'x');
  const page = await selectPage(query, { db: ctx.db, request, sorts: SORTS, byDefault: ['test.drug.name', 'asc'], tieBreaker: 'test.drug.id', countUpTo });
  return { page, statements: ctx.record.statements };
}

describe('pages', () => {
  it('[9-01] 20 rows of page 1 unless asked; named columns, a tie-breaker, and a count of the same rows', async () => {
    const { page, statements } = await statementsOf({});
    expect(statements).toEqual([
      'select "test"."drug"."id", "test"."drug"."name" from "test"."drug" where "test"."drug"."name" = $1 order by "test"."drug"."name" asc, "test"."drug"."id" asc limit $2 offset $3',
      'select count(*) as total from (select 1 as "one" from "test"."drug" where "test"."drug"."name" = $1 limit $2) as counted',
    ]);
    expect(page.pagination).toEqual({ currentPage: 1, pageIndex: 1, pageSize: 20, total: 0 });
  });

  it('a known sort key becomes its column, anything else the default order', async () => {
    expect((await statementsOf({ sidx: 'price', sort: 'asc' })).statements[0]).toContain('order by "test"."drug"."price" asc, "test"."drug"."id" asc');
    expect((await statementsOf({ sidx: 'price' })).statements[0]).toContain('order by "test"."drug"."price" desc');
    for (const sidx of ['', 'unknown', 'toString', '__proto__', 'name; drop table x']) {
      expect((await statementsOf({ sidx, sort: 'desc' })).statements[0]).toContain('order by "test"."drug"."name" asc');
    }
  });

  it('text of the caller never becomes SQL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.constantFrom('asc', 'desc', ''), async (sidx, sort) => {
        const { statements } = await statementsOf({ sidx, sort: sort as 'asc' });
        expect(statements[0]).toMatch(/order by "test"\."drug"\."(name|price)" (asc|desc), "test"\."drug"\."id" (asc|desc) limit \$2 offset \$3$/);
      }),
    );
  });

  it('a page behind the last counted row is empty and asks only for the total', async () => {
    const { page, statements } = await statementsOf({ currentPage: 1_000_000, pageSize: 50 });
    expect(page.list).toEqual([]);
    expect(statements).toHaveLength(1);
    expect(statements[0]).toContain('count(*)');
  });

  it('rows of several facilities: one ordered walk each, merged; of one facility a plain query; of none nothing', async () => {
    const ctx = createFakeServerContext<Tables>();
    const rowsOf = (orgIds: readonly string[]) =>
      ctx.db
        .selectFrom('test.drug')
        .select(['test.drug.id', 'test.drug.name'])
        .where('test.drug.id', 'in', [...orgIds]);
    const order = [
      ['test.drug.name', 'desc'],
      ['test.drug.id', 'asc'],
    ] as const;
    await orderedRows(rowsOf, ['a'], { order, limit: 20, offset: 0 });
    await orderedRows(rowsOf, ['a', 'b'], { order, limit: 20, offset: 40 });
    expect(await orderedRows(rowsOf, [], { order, limit: 20, offset: 0 })).toEqual([]);
    const walk = 'select "test"."drug"."id", "test"."drug"."name" from "test"."drug" where "test"."drug"."id" in';
    expect(ctx.record.statements).toEqual([
      `${walk} ($1) order by "test"."drug"."name" desc, "test"."drug"."id" asc limit $2 offset $3`,
      `${walk} ($1) and false union all (${walk} ($2) order by "test"."drug"."name" desc, "test"."drug"."id" asc limit $3) union all (${walk} ($4) order by "test"."drug"."name" desc, "test"."drug"."id" asc limit $5) order by "name" desc, "id" asc limit $6 offset $7`,
    ]);
  });

  it('a page over facilities walks each and counts all; without facilities nothing is asked', async () => {
    const ctx = createFakeServerContext<Tables>();
    const rowsOf = (orgIds: readonly string[]) =>
      ctx.db
        .selectFrom('test.drug')
        .select(['test.drug.id', 'test.drug.name'])
        .where('test.drug.id', 'in', [...orgIds]);
    const options = { db: ctx.db, request: {}, sorts: SORTS, byDefault: ['test.drug.name', 'asc'], tieBreaker: 'test.drug.id' } as const;
    expect((await selectPage(rowsOf, { ...options, orgIds: [] })).pagination.total).toBe(0);
    expect(ctx.record.statements).toEqual([]);
    await selectPage(rowsOf, { ...options, orgIds: ['a', 'b'] });
    expect(ctx.record.statements[0]).toMatch(/ union all \(.* limit \$3\) union all \(.* limit \$5\) order by "name" asc, "id" asc limit \$6 offset \$7$/);
    expect(ctx.record.statements[1]).toContain(' in ($1, $2) limit $3');
  });

  it('counting stops where it is told to', async () => {
    expect((await statementsOf({}, 1000)).statements[1]).toBe(
      'select count(*) as total from (select 1 as "one" from "test"."drug" where "test"."drug"."name" = $1 limit $2) as counted',
    );
  });

  it('bounds stay within the limits whatever comes', () => {
    fc.assert(
      fc.property(
        fc.record({ currentPage: fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e6, max: 1e6 })), pageSize: fc.integer() }, { requiredKeys: [] }),
        (request) => {
          const { currentPage, pageSize, offset } = pageBounds(request);
          expect(pageSize).toBeGreaterThanOrEqual(1);
          expect(pageSize).toBeLessThanOrEqual(500);
          expect(currentPage).toBeGreaterThanOrEqual(1);
          expect(Number.isInteger(offset) && offset >= 0).toBe(true);
        },
      ),
    );
  });
});
