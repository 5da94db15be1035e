import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, testEngine } from '../../../tests/support/databases/test-database.ts';
import type { Database } from './index.ts';

describe(`values on ${testEngine}`, () => {
  let db: Database;
  const one = async (expression: string): Promise<unknown> => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db.kysely);
    return rows[0]?.value;
  };

  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(async () => await db.close());

  test.each([
    ['12345678901234.56::numeric(16,2)', '12345678901234.56'],
    ['9007199254740993::bigint', '9007199254740993'],
    ['(select count(*) from pg_class where false)', '0'],
    ["'2026-02-29'::date - 0", undefined],
    ["'2026-03-01'::date", '2026-03-01'],
    ["'2026-03-01 08:30:00'::timestamp", '2026-03-01 08:30:00'],
    ['array[1.10, 2.25]::numeric(6,2)[]', ['1.10', '2.25']],
    ['array[9007199254740993]::bigint[]', ['9007199254740993']],
    ["array['2026-03-01']::date[]", ['2026-03-01']],
    ['7::integer', 7],
    ['\'{"a":[1]}\'::jsonb', { a: [1] }],
    ["'血透'::text", '血透'],
    ['null::numeric', null],
    ['true', true],
  ])('%s', async (expression, expected) => {
    if (expected === undefined) return await expect(one(expression)).rejects.toMatchObject({ code: '22008' });
    expect(await one(expression)).toEqual(expected);
  });

  test('an instant is a Date, whatever zone it was written in', async () => {
    expect(await one("'2026-03-01 08:30:00+08'::timestamptz")).toEqual(new Date('2026-03-01T00:30:00Z'));
  });

  test('the business day is that of Shanghai', async () => {
    expect(await one("'2026-02-28 16:30:00+00'::timestamptz::date")).toBe('2026-03-01');
  });

  test('values come back as they were given', async () => {
    const instant = new Date('2026-03-01T00:30:00.123Z');
    const { rows } = await sql`select ${instant}::timestamptz as instant, ${'0.10'}::numeric as price, ${JSON.stringify({ a: "o'b" })}::jsonb as doc,
      ${['a"b', 'c,d']}::text[] as list, ${Buffer.from([0, 255])}::bytea as bytes`.execute(db.kysely);
    expect(rows).toEqual([{ instant, price: '0.10', doc: { a: "o'b" }, list: ['a"b', 'c,d'], bytes: Buffer.from([0, 255]) }]);
  });

  test('text sorts by code point on both engines', async () => {
    const { rows } = await sql<{ name: string }>`select name from (values ('b'), ('A'), ('a'), ('B'), ('阿')) as list(name) order by name`.execute(db.kysely);
    expect(rows.map((row) => row.name)).toEqual(['A', 'B', 'a', 'b', '阿']);
  });

  test('an error keeps its SQLSTATE and constraint name', async () => {
    await db.script('create table value_check (id integer constraint positive check (id > 0))');
    await expect(sql`insert into value_check values (-1)`.execute(db.kysely)).rejects.toMatchObject({ code: '23514', constraint: 'positive' });
  });
});
