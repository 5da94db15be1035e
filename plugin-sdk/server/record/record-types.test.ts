import { describe, expect, expectTypeOf, it } from 'vitest';
import { get, Type } from '../../contract/index.ts';
import { defineRecord, field, type RecordBody, type RecordRow, recordContract, STANDARD_FIELDS, shown, type ValuesOf } from '../../contract/record/index.ts';
import { column, kept } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import type { RecordChange } from './record-code.ts';
import { serveRecord } from './serve-record.ts';

/**
 * What the compiler must find, one slip for each place where a name or a value is written. `npm run check` compiles this file: a line below a
 * `@ts-expect-error` that compiles after all is an error there. What runs, runs to keep the lines alive.
 */
const bedTable = defineTable('beds.bed', {
  id: column.id(),
  orgId: column.org(),
  fullName: column.text(50),
  kind: column.text(10),
  price: column.money(),
  enabled: column.flag(),
  sortCode: column.int(0, 1_000_000),
  description: column.text(500),
  searchGrams: column.grams('fullName'),
  ...kept,
});
const fields = {
  fullName: field.text(50).required().label('名称', '名稱', 'Name'),
  organizeId: field.place().required().label('机构', '機構', 'Organisation'),
  kind: field.choice(10, ['a', '甲', '甲', 'A']).label('类型', '類型', 'Kind'),
  price: field.money().label('价格', '價格', 'Price'),
  ...STANDARD_FIELDS,
} as const;
const frame = { title: ['床', '床', 'Bed'], wire: { at: '/api/beds/Bed' }, fields, shown: { people: shown.int('人数', '人數', 'People') } } as const;
const bed = defineRecord('beds.bed', { ...frame, list: { columns: ['fullName', 'people'], filter: ['organizeId'] }, acts: { create: {}, edit: {} } });
interface BedRow extends RecordRow<typeof bed> {}
interface BedBody extends RecordBody<typeof bed> {}
const bedContract = recordContract(bed);
const code = {
  organizeId: { read: ({ orgId }: { readonly orgId: string }) => orgId, write: async (_ctx: unknown, orgId: string) => ({ orgId: orgId as never }) },
};
const noCode = async () => [{ people: 1 }];

type Values = ValuesOf<typeof bed>;
/** Names of the members that are `any`. */
type AnyMembers<T> = { [K in keyof T]-?: 0 extends 1 & T[K] ? K : never }[keyof T];

describe('types of a record', () => {
  it('know every value, and nothing is `any`', () => {
    expectTypeOf<Values>().toEqualTypeOf<{
      readonly fullName: string;
      readonly organizeId: string;
      readonly kind: string;
      readonly price: number;
      readonly sortCode: number;
      readonly enabledMark: 0 | 1;
      readonly description: string;
    }>();
    expectTypeOf<keyof BedRow>().toEqualTypeOf<
      keyof Values | 'id' | 'version' | 'creatorTime' | 'lastModifyTime' | 'labels' | 'beside' | 'people' | 'treeLevel'
    >();
    expectTypeOf<AnyMembers<Values>>().toBeNever();
    expectTypeOf<AnyMembers<BedRow>>().toBeNever();
    expectTypeOf<AnyMembers<Required<BedBody>>>().toBeNever();
    expectTypeOf<BedBody['enabledMark']>().toEqualTypeOf<0 | 1 | undefined>();
    type Change = RecordChange<(typeof bedTable)['columns']>;
    expectTypeOf<AnyMembers<Change>>().toBeNever();
    expectTypeOf<AnyMembers<NonNullable<Change['before']>>>().toBeNever();
    expectTypeOf<AnyMembers<NonNullable<Change['after']>>>().toBeNever();
    expectTypeOf<Change['act']>().toEqualTypeOf<'create' | 'edit' | 'remove' | 'state'>();
    // The measure itself finds what it looks for.
    // biome-ignore lint/suspicious/noExplicitAny: what must be found
    expectTypeOf<AnyMembers<{ readonly a: any; readonly b: unknown; readonly c: never }>>().toEqualTypeOf<'a'>();
  });

  it('know routes and replies', () => {
    expectTypeOf<keyof typeof bedContract.routes>().toEqualTypeOf<'list' | 'one' | 'create' | 'edit'>();
    // @ts-expect-error the record is never deleted
    expect(bedContract.routes.remove).toBeUndefined();
  });

  it('a slip in a name is found where it stands', () => {
    const acts = {};
    const slips: readonly (() => unknown)[] = [
      // @ts-expect-error columns
      () => defineRecord('beds.bed', { ...frame, acts, list: { columns: ['fulName'] } }),
      // @ts-expect-error columns, hidden
      () => defineRecord('beds.bed', { ...frame, acts, list: { columns: ['-peple'] } }),
      // @ts-expect-error sort
      () => defineRecord('beds.bed', { ...frame, acts, list: { columns: ['people'], sort: ['people'] } }),
      // @ts-expect-error filter
      () => defineRecord('beds.bed', { ...frame, acts, list: { columns: ['people'], filter: ['creatorTime'] } }),
      // @ts-expect-error totals
      () => defineRecord('beds.bed', { ...frame, acts, list: { columns: ['people'], totals: ['people'] } }),
      // @ts-expect-error order
      () => defineRecord('beds.bed', { ...frame, acts, list: { columns: ['people'], order: '-fulName' } }),
      () => {
        const left = { tree: 'places', narrows: 'organiseId' } as const;
        // @ts-expect-error left.narrows
        return defineRecord('beds.bed', { ...frame, acts, list: { columns: ['people'], filter: ['organizeId'], left } });
      },
    ];
    for (const slip of slips) expect(slip).toThrow(/REC-014/);
    const others: readonly (() => unknown)[] = [
      // @ts-expect-error an act that there is not
      () => defineRecord('beds.bed', { ...frame, list: { columns: ['people'] }, acts: { explode: {} } }),
      // @ts-expect-error an audit class that there is not
      () => defineRecord('beds.bed', { ...frame, list: { columns: ['people'] }, acts: { edit: { audit: 'loud' } } }),
      // @ts-expect-error a label without English
      () => field.text(5).label('名', '名'),
      // @ts-expect-error a text has a length
      () => field.text(),
    ];
    expect(others).toHaveLength(4);
  });

  it('a slip in code is found where it stands', () => {
    const { routes } = bedContract;
    const more = { count: get('/api/beds/Bed/count', { summary: 'How many', need: 'session', audit: 'none', reply: Type.Integer() }) };
    const slips: readonly (() => unknown)[] = [
      // @ts-expect-error a field that there is not
      () => serveRecord<never>()(bedContract, bedTable, { shown: noCode, fields: { ...code, organiseId: code.organizeId } }),
      // @ts-expect-error a value of another type
      () => serveRecord<never>()(bedContract, bedTable, { shown: noCode, fields: { organizeId: { ...code.organizeId, read: () => 1 } } }),
      () => {
        const write = async () => ({ organId: 'x' });
        // @ts-expect-error a column that there is not
        return serveRecord<never>()(bedContract, bedTable, { shown: noCode, fields: { organizeId: { ...code.organizeId, write } } });
      },
      // @ts-expect-error what is shown misses a member
      () => serveRecord<never>()(bedContract, bedTable, { fields: code, shown: async (_ctx, rows) => rows.map(() => ({})) }),
      // @ts-expect-error what is shown has another type
      () => serveRecord<never>()(bedContract, bedTable, { fields: code, shown: async (_ctx, rows) => rows.map(({ fullName }) => ({ people: fullName })) }),
      // @ts-expect-error a row has no such column
      () => serveRecord<never>()(bedContract, bedTable, { fields: code, shown: async (_ctx, rows) => rows.map(({ fulName }) => ({ people: fulName.length })) }),
      // @ts-expect-error a change has no such column
      () => serveRecord<never>()(bedContract, bedTable, { fields: code, shown: noCode, check: async (_ctx, { turnsOn }) => void turnsOn('enabledMark') }),
      // @ts-expect-error a stage that there is not
      () => serveRecord<never>()(bedContract, bedTable, { fields: code, shown: noCode, before: async () => undefined }),
      // @ts-expect-error a handler where there is no route
      () => serveRecord<never>()(bedContract, bedTable, { fields: code, shown: noCode, more: { count: async () => 1 } }),
      // @ts-expect-error no handler for a route beside the record
      () => serveRecord<never>()(recordContract(bed, more), bedTable, { fields: code, shown: noCode }),
      // @ts-expect-error a handler that answers another type
      () => serveRecord<never>()(recordContract(bed, more), bedTable, { fields: code, shown: noCode, more: { count: async () => 'many' } }),
    ];
    expect(slips).toHaveLength(11);
    expect(Object.keys(routes)).toEqual(['list', 'one', 'create', 'edit']);
    const right = serveRecord<never>()(recordContract(bed, more), bedTable, {
      fields: code,
      shown: async (_ctx, rows) => rows.map(({ fullName }) => ({ people: fullName.length })),
      check: async (_ctx, { turnsOn }) => void turnsOn('enabled'),
      more: { count: async () => 1 },
    });
    expect(Object.keys(right.handlers)).toEqual(['list', 'one', 'create', 'edit', 'count']);
  });
});
