import { describe, expect, expectTypeOf, it } from 'vitest';
import { checkRecord } from './check-record.ts';
import { compileRecord } from '../compile-record.ts';
import { defineRecord } from '../define-record.ts';
import { field, STANDARD_FIELDS } from '../field.ts';
import type { FieldDocument, RecordDocument } from '../record-document.ts';
import type { RecordBody, RecordRow } from '../record-types.ts';
import { recordContract } from '../routes/record-contract.ts';

const dishes = field.lines({
  max: 60,
  fields: { code: field.code(20).required().label('编码', '代碼', 'Code'), grams: field.decimal(1, 0, 500).label('克', '克', 'Grams') },
});
const diet = defineRecord('meals.diet', {
  title: ['膳食', '膳食', 'Diet'],
  wire: { at: '/api/meals/Diet' },
  fields: { fullName: field.text(20).required().label('名称', '名稱', 'Name'), dishes: dishes.label('菜品', '菜品', 'Dishes'), ...STANDARD_FIELDS },
  list: { columns: ['fullName'] },
  acts: { create: {}, edit: {} },
});

/** Findings of the record when its lines are described otherwise. */
const findings = (lines: object, over: object = {}): string[] => {
  const stored = diet.document.fields.dishes;
  return checkRecord({
    ...diet.document,
    fields: { ...diet.document.fields, dishes: { ...stored, ...lines } as FieldDocument },
    ...over,
  } as RecordDocument).map(({ number, where }) => `${number} ${where}`);
};
const cell = { ...diet.document.fields.dishes?.fields?.code, required: undefined };
const withCell = (over: object): string[] => findings({ fields: { code: { ...cell, ...over } } });

describe('lines of a record', () => {
  it('know their cells in their order, whatever the order of the members is', () => {
    const cells = diet.document.fields.dishes?.fields ?? {};
    const turned = {
      ...diet.document,
      fields: { ...diet.document.fields, dishes: { ...diet.document.fields.dishes, fields: Object.fromEntries(Object.entries(cells).reverse()) } },
    };
    expect(compileRecord(turned as RecordDocument).fields[1]?.cells?.map(({ name }) => name)).toEqual(['code', 'grams']);
    const counted = field.lines({ max: 3, min: 1, fields: { code: field.code(5).label('编码', '代碼', 'Code') } }).label('甲', '甲', 'A');
    const title = ['甲', '甲', 'A'] as const;
    const { fields } = defineRecord('meals.one', { title, wire: { at: '/api/meals/One' }, fields: { counted }, list: { columns: ['id'] }, acts: {} });
    expect(fields[0]).toMatchObject({ required: true, min: 1, max: 3 });
  });

  it('have types of their own: an id, and each cell as on the wire; lists have none of them', () => {
    type Line = NonNullable<RecordRow<typeof diet>['dishes']>[number];
    expectTypeOf<Line['id']>().toEqualTypeOf<string>();
    expectTypeOf<Line['grams']>().toEqualTypeOf<number>();
    expectTypeOf<RecordRow<typeof diet>['dishes']>().not.toBeAny();
    expectTypeOf<undefined>().toExtend<RecordRow<typeof diet>['dishes']>();
    expectTypeOf<RecordBody<typeof diet>['dishes']>().toEqualTypeOf<RecordRow<typeof diet>['dishes']>();
    // @ts-expect-error no such cell
    expectTypeOf<Line['salt']>().toBeNever();
    const { routes } = recordContract(diet);
    const properties = (schema: unknown) => Object.keys((schema as { readonly properties: object }).properties);
    expect(properties(routes.one.reply)).toContain('dishes');
    expect(properties(routes.edit.body)).toContain('dishes');
    const list = (routes.list.reply as unknown as { readonly properties: { readonly list: { readonly items: unknown } } }).properties.list.items;
    expect(properties(list)).not.toContain('dishes');
  });

  it.each<[string, () => string[]]>([
    ['REC-080 fields.dishes.initial', () => findings({ initial: 1 })],
    ['REC-080 fields.dishes.column', () => findings({ column: 'rows' })],
    ['REC-090 fields.dishes.when', () => findings({ when: { edit: "fullName = 'a'" } })],
    [
      'REC-090 fields.fullName.when.edit',
      () => findings({}, { fields: { ...diet.document.fields, fullName: { ...diet.document.fields.fullName, when: { edit: 'dishes is empty' } } } }),
    ],
    ['REC-081 fields.dishes.max', () => findings({ max: 501 })],
    ['REC-081 fields.dishes.max', () => findings({ max: 0 })],
    ['REC-081 fields.dishes.min', () => findings({ min: 1.5 })],
    ['REC-006 fields.dishes.min', () => findings({ min: 61 })],
    ['REC-005 fields.dishes', () => findings({ max: undefined })],
    ['REC-082 list.columns[0] "dishes"', () => findings({}, { list: { columns: ['-dishes'] } })],
    ['REC-014 list.sort[0] "dishes"', () => findings({}, { list: { columns: ['fullName'], sort: ['dishes'] } })],
    ['REC-083 fields.dishes.fields', () => findings({ fields: {} })],
    ['REC-084 fields.dishes.fields.code.kind', () => withCell({ kind: 'lines', fields: { code: cell } })],
    ['REC-084 fields.dishes.fields.code.kind', () => withCell({ kind: 'place', max: undefined })],
    ['REC-084 fields.dishes.fields.code.kind', () => withCell({ kind: 'place', max: undefined })],
    ['REC-085 fields.dishes.fields.code.span', () => withCell({ span: 2 })],
    ['REC-085 fields.dishes.fields.code.numbered', () => withCell({ numbered: { prefix: '', digits: 2 } })],
    ['REC-071 fields.dishes.fields.code.when.show', () => withCell({ when: { show: "fullName = 'a'" } })],
    ['REC-073 fields.dishes.fields.code', () => withCell({ when: { show: "code = 'a'" } })],
    ['REC-077 fields.dishes.fields.code.value', () => withCell({ value: { calc: '1' } })],
    ['REC-014 fields.dishes.totals[0] "code"', () => findings({ totals: ['code'] })],
    ['REC-015 fields.dishes.totals[1] "grams"', () => findings({ totals: ['grams', 'grams'] })],
    ['REC-001 fields.dishes.fields.id', () => findings({ fields: { id: cell } })],
    ['REC-002 fields.dishes.fields.more.at', () => findings({ fields: { code: cell, more: cell } })],
    ['REC-003 fields.dishes.fields.code.kind', () => withCell({ kind: 'nothing' })],
    ['REC-005 fields.dishes.fields.code', () => withCell({ max: undefined })],
    ['REC-004 fields.fullName.fields', () => findings({}, { fields: { fullName: { ...diet.document.fields.fullName, fields: { code: cell } } } })],
    ['REC-017 form.fields', () => findings({ min: 1 }, { form: { fields: ['fullName'] } })],
    ['REC-028 fields.dishes', () => findings({ min: 1 }, { acts: { create: {}, edit: {}, import: { key: 'fullName' } } })],
  ])('%s', (told, found) => {
    expect(found()).toContain(told);
  });

  it('a cell needs its words', () => {
    expect(() => field.lines({ max: 3, fields: { code: field.code(5) } })).toThrow('REC-010 lines.code: a field needs a label in three languages');
  });
});
