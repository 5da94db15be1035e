import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, silentLog } from '../../../tests/support/databases/test-database.ts';
import { CONDITION_CONTENTS, CONDITION_OPERATORS, type DataCondition, type DataRights, parseDay } from '../../contract/index.ts';
import { defineDataModel } from './data-model.ts';
import { type PlainRow, seenPlainly } from './plain-rows.fixture.ts';
import { visibleRows } from './visible-rows.ts';
import { propertyCases } from '../../../tests/support/cases/effort.ts';

const sample = defineDataModel({
  menu: 'his.sample',
  table: 'sample.row',
  orgColumn: 'org_id',
  fields: {
    creatorUserId: { column: 'owner_id', type: 'User' },
    orgId: { column: 'org_id', type: 'Organize' },
    reimWay: { column: 'reim_way', type: 'String' },
    payStatus: { column: 'pay_status', type: 'Int32' },
    totalPrice: { column: 'total', type: 'Double' },
    dpDate: { column: 'at', type: 'DateTime' },
    businessDay: { column: 'day', type: 'DateTime', stored: 'day' },
    elsewhere: { column: null, type: 'String' },
  },
});

interface SampleTable {
  id: string;
  org_id: string;
  owner_id: string | null;
  reim_way: string;
  pay_status: number;
  total: string;
  at: Date | null;
  day: string | null;
}

const migration = `create table sample.row (id text primary key, org_id text not null, owner_id text, reim_way text not null,
  pay_status smallint not null, total numeric(12, 2) not null, at timestamptz, day date);`;

const people = ['u1', 'u2', 'u3', 'u4'];
const orgs = ['o1', 'o2', 'o3', 'o4'];
const words = ['310', '390', '自费', 'a_b', '50%', "o'clock", 'A\\b', '310,390'];
const days = ['2026-01-01', '2026-01-02', '2026-02-28'];

/** Every combination would be many; the strides are coprime, so that values meet in all pairs. */
const rows: PlainRow[] = Array.from({ length: 420 }, (_, at) => ({
  id: `r${String(at).padStart(3, '0')}`,
  org_id: orgs[at % 4] ?? 'o1',
  owner_id: at % 11 === 0 ? null : (people[Math.floor(at / 4) % 4] ?? null),
  reim_way: words[at % 7] ?? words[0] ?? '',
  pay_status: (at % 5) - 1,
  total: (at % 13) * 12.5 - 25,
  at: at % 17 === 0 ? null : parseDay(days[at % 3] ?? '') + (at % 9) * 10_800_000,
  day: at % 19 === 0 ? null : parseDay(days[at % 3] ?? ''),
}));

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let table: Kysely<{ 'sample.row': SampleTable }>;
beforeAll(async () => {
  db = await openTestDatabase([{ plugin: 'sample', schema: 'sample', migrations: [{ name: '0001-sample', sql: migration }] }]);
  table = db.kyselyFor();
  await table
    .insertInto('sample.row')
    .values(
      rows.map((row) => ({
        id: String(row.id),
        org_id: String(row.org_id),
        owner_id: row.owner_id === null ? null : String(row.owner_id),
        reim_way: String(row.reim_way),
        pay_status: Number(row.pay_status),
        total: String(row.total),
        at: row.at === null ? null : new Date(Number(row.at)),
        day: row.day === null ? null : new Date(Number(row.day) + 28_800_000).toISOString().slice(0, 10),
      })),
    )
    .execute();
});
afterAll(() => db.close());

const seen = async (rights: DataRights): Promise<string[]> => {
  const found = await table
    .selectFrom('sample.row')
    .select('id')
    .where(visibleRows({ log: silentLog }, sample, { rights }))
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
};

const rightsOf = (conditions: readonly DataCondition[], over: Partial<DataRights> = {}): DataRights => ({
  menu: 'his.sample',
  userId: 'u1',
  orgId: 'o1',
  orgIds: ['o1', 'o2'],
  scope: { kind: 'schemes', conditions, userAndBelow: ['u1', 'u2'] },
  ...over,
});

const hostile = [
  "' or true --",
  '1) or (1=1',
  '"; drop table sample.row; --',
  '%',
  '_',
  '\\',
  '{u1,u2}',
  '@',
  '@userid',
  '@ userId',
  '',
  ' ',
  'null',
  'NaN',
  '1e9',
  '99999999999',
  '2026-02-30',
  "o'clock",
];
const value = fc.oneof(
  fc.constantFrom(...CONDITION_CONTENTS),
  fc.constantFrom(...people, ...orgs, ...words, '310, 390', 'u1,u3,u9', 'o1，o2'.replace('，', ',')),
  fc.constantFrom('-1', '0', '1', '+2', '3', '12.5', '100', '-25.00', '0.0', '0,1', '12.5,25', '1,x'),
  fc.constantFrom(...days, '2026-01-01 03:00:00', '2026-01-02 00:00:00', '2026-01-02 00:00:01', '2026-01-02 25:00:00'),
  fc.constantFrom(...hostile),
  fc.string({ maxLength: 12 }).filter((text) => !/[，]/.test(text)),
);
const field = fc.constantFrom(...Object.keys(sample.fields), 'unknown', 'owner_id', '__proto__', 'toString');
const comparison = fc.record({
  field,
  type: fc.constant('String'),
  op: fc.constantFrom(...CONDITION_OPERATORS, ...CONDITION_OPERATORS, '=', 'Like') as fc.Arbitrary<(typeof CONDITION_OPERATORS)[number]>,
  value,
});
/** Comparisons that mean something, so that rows are really told apart. */
const meant = (code: string, ops: readonly (typeof CONDITION_OPERATORS)[number][], values: readonly string[]) =>
  fc.record({ field: fc.constant(code), type: fc.constant('String'), op: fc.constantFrom(...ops), value: fc.constantFrom(...values) });
const ORDERED = ['Equal', 'NotEqual', 'GreaterThan', 'GreaterThanOrEqual', 'LessThan', 'LessThanOrEqual'] as const;
const sensible = fc.oneof(
  meant('creatorUserId', ['Equal', 'NotEqual', 'In'], ['@userId', '@userAraSubordinates', 'u3', 'u1,u4']),
  meant('orgId', ['Equal', 'NotEqual', 'In'], ['@organizeId', '@organizationAndSuborganization', 'o2', 'o1,o3']),
  meant('reimWay', ['Equal', 'NotEqual', 'In', 'Contains'], ['310', '自费', '3', '310,a_b', '@userId']),
  meant('payStatus', [...ORDERED, 'In'], ['0', '2', '1,3']),
  meant('totalPrice', [...ORDERED, 'In'], ['0', '12.5', '-12.50', '0,25']),
  meant('dpDate', ORDERED, [...days, '2026-01-02 03:00:00']),
  meant('businessDay', ORDERED, days),
);
const condition: fc.Arbitrary<DataCondition> = fc.array(
  fc.record({
    logic: fc.constantFrom('and' as const, 'or' as const),
    groups: fc.array(fc.oneof({ weight: 4, arbitrary: sensible }, comparison), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 3 },
);
const rights = fc
  .record({
    conditions: fc.array(condition, { maxLength: 4 }),
    orgIds: fc.constantFrom(['o1'], ['o1', 'o2'], ['o1', 'o2', 'o3']),
    userId: fc.constantFrom('u1', 'u4', 'nobody'),
  })
  .map(({ conditions, ...over }) => rightsOf(conditions, over));

describe('rows that data schemes let through', () => {
  it('[6-02] SQL and plain evaluation agree on any schemes, values and rows', async () => {
    await fc.assert(
      fc.asyncProperty(rights, async (given) => {
        const expected = rows.filter((row) =>
          seenPlainly(
            sample,
            given.scope.kind === 'schemes' ? { ...given, scope: { ...given.scope, userAndBelow: [...given.scope.userAndBelow, given.userId] } } : given,
            row,
          ),
        );
        expect(await seen(given)).toEqual(expected.map((row) => row.id));
      }),
      { numRuns: propertyCases(400) },
    );
  });

  it('never leave the organisations of the caller, and more schemes never show less', async () => {
    await fc.assert(
      fc.asyncProperty(rights, condition, async (given, more) => {
        if (given.scope.kind !== 'schemes') return;
        const before = await seen(given);
        const after = await seen({ ...given, scope: { ...given.scope, conditions: [...given.scope.conditions, more] } });
        expect(after).toEqual(expect.arrayContaining(before));
        const own = await seen({ ...given, scope: { kind: 'organisation' } });
        expect(own).toEqual(expect.arrayContaining(after));
      }),
      { numRuns: propertyCases(150) },
    );
  });

  it('hostile texts stay texts', async () => {
    for (const text of hostile) {
      for (const op of CONDITION_OPERATORS) {
        for (const code of Object.keys(sample.fields)) {
          const given = rightsOf([[{ logic: 'or', groups: [{ field: code, type: 'String', op, value: text }] }]]);
          expect(await seen(given)).toEqual(rows.filter((row) => seenPlainly(sample, given, row)).map((row) => row.id));
        }
      }
    }
    expect(await seen(rightsOf([], { scope: { kind: 'organisation' } }))).toHaveLength(210);
  });

  it('nothing granted, nothing seen; a scheme without conditions shows the organisations', async () => {
    expect(await seen(rightsOf([]))).toEqual([]);
    expect(await seen(rightsOf([[]]))).toHaveLength(210);
    expect(await seen(rightsOf([[]], { orgIds: [] }))).toEqual([]);
  });
});
