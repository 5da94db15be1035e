import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Money, Quantity, UnitPrice } from '../../contract/index.ts';
import { defineRecord, FIELD_KINDS, field, STANDARD_FIELDS } from '../../contract/record/index.ts';
import { column, kept } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import type { ContentOf, DbOf, StoredOf } from '../table/table-types.ts';
import { fieldColumns } from './field-columns.ts';
import { assertFits } from './record-fit.ts';

/** One field of each kind, and of those that may be left out one that may not. */
const fields = {
  text: field.text(50).label('甲', '甲', 'A'),
  note: field.note(500).label('甲', '甲', 'A'),
  code: field.code(20).required().label('甲', '甲', 'A'),
  choice: field.choice(10, ['a', '甲', '甲', 'A']).label('甲', '甲', 'A'),
  dictionary: field.dictionary('SIM.access').label('甲', '甲', 'A'),
  address: field.address().label('甲', '甲', 'A'),
  choices: field.choices(10, ['a', '甲', '甲', 'A']).label('甲', '甲', 'A'),
  int: field.int(-5, 70_000).label('甲', '甲', 'A'),
  decimal: field.decimal(3, 0, 9).label('甲', '甲', 'A'),
  money: field.money().label('甲', '甲', 'A'),
  unitPrice: field.unitPrice().label('甲', '甲', 'A'),
  quantity: field.quantity().label('甲', '甲', 'A'),
  flag: field.flag().label('甲', '甲', 'A'),
  day: field.day().label('甲', '甲', 'A'),
  dueDay: field.day().required().label('甲', '甲', 'A'),
  month: field.month().label('甲', '甲', 'A'),
  instant: field.instant().label('甲', '甲', 'A'),
  staff: field.staff('user').label('甲', '甲', 'A'),
  relation: field.relation('beds.bed').label('甲', '甲', 'A'),
  wardId: field.relation('beds.bed').required().label('甲', '甲', 'A'),
  richText: field.richText().label('甲', '甲', 'A'),
  files: field.files().label('甲', '甲', 'A'),
  images: field.images().label('甲', '甲', 'A'),
  signature: field.signature().label('甲', '甲', 'A'),
  place: field.place().label('甲', '甲', 'A'),
  related: field.related('wardId', 'text').label('甲', '甲', 'A'),
  lines: field.lines({ max: 5, fields: { name: field.text(5).label('甲', '甲', 'A') } }).label('甲', '甲', 'A'),
  ...STANDARD_FIELDS,
} as const;
const bed = defineRecord('beds.bed', { title: ['床', '床', 'Bed'], wire: { at: '/api/beds/Bed' }, fields, list: { columns: ['text'] }, acts: {} });
const bedTable = defineTable('beds.bed', {
  id: column.id(),
  orgId: column.org(),
  ...fieldColumns(bed, 'place', 'lines', 'related'),
  enabled: column.flag(),
  searchGrams: column.grams('text'),
  ...kept,
});
interface Bed extends StoredOf<typeof bedTable> {}

describe('columns of the fields of a record', () => {
  it('there is one for every kind that a column holds', () => {
    const without = Object.entries(FIELD_KINDS).filter(([, { columns }]) => columns.length === 0);
    expect(without.map(([name]) => name)).toEqual(['lines', 'related', 'place']);
    expect(Object.keys(FIELD_KINDS).filter((kind) => !bed.fields.some((one) => one.kind === kind))).toEqual([]);
  });

  it('hold what the record needs, to its limits', () => {
    const code = { place: { read: () => '', write: async () => ({}) } };
    expect(() => assertFits(bed, bedTable, code as never)).not.toThrow();
    expect(bedTable.limits.text).toEqual({ maxLength: 50 });
    expect(bedTable.limits.int).toEqual({ minimum: -5, maximum: 70_000 });
    expect(bedTable.limits.decimal).toMatchObject({ precision: 14, scale: 3 });
    expect(bedTable.limits.sortCode).toEqual({ minimum: 0, maximum: 1_000_000 });
  });

  it('are null only where a field may be left out', () => {
    const nullable = Object.entries(bedTable.defs).filter(([, def]) => def.nullable);
    expect(nullable.map(([key]) => key).sort()).toEqual(['day', 'deletedAt', 'instant', 'relation', 'richText', 'signature', 'staff']);
  });

  it('have the types of rules and of statements', () => {
    expectTypeOf<Pick<Bed, 'money' | 'unitPrice' | 'quantity' | 'decimal' | 'flag' | 'day' | 'dueDay' | 'instant' | 'wardId' | 'relation'>>().toEqualTypeOf<{
      readonly money: Money;
      readonly unitPrice: UnitPrice;
      readonly quantity: Quantity;
      readonly decimal: string;
      readonly flag: boolean;
      readonly day: string | null;
      readonly dueDay: string;
      readonly instant: Date | null;
      readonly wardId: string;
      readonly relation: string | null;
    }>();
    expectTypeOf<DbOf<typeof bedTable.columns>['money']>().toEqualTypeOf<string>();
    expectTypeOf<DbOf<typeof bedTable.columns>['flag']>().toEqualTypeOf<boolean>();
    expectTypeOf<keyof Bed & 'place'>().toBeNever();
    expectTypeOf<ContentOf<typeof bedTable>['choices']>().toEqualTypeOf<readonly string[]>();
    // @ts-expect-error there is no such field
    expect(() => fieldColumns(bed, 'place', 'lines', 'related', 'plase')).not.toThrow();
  });

  it('a field that no column holds, or whose column has another name, must be left out', () => {
    expect(() => fieldColumns(bed)).toThrow('beds.bed fields.place: no column holds a field of kind place; leave it out and give code for it');
    const renamed = defineRecord('beds.cot', {
      title: ['床', '床', 'Cot'],
      wire: { at: '/api/beds/Cot' },
      fields: { name: field.text(9).column('fullName').label('甲', '甲', 'A') },
      list: { columns: ['name'] },
      acts: {},
    });
    expect(() => fieldColumns(renamed)).toThrow(
      'beds.cot fields.name: its column "fullName" has another name; declare it in the table and leave the field out',
    );
    expect(Object.keys(fieldColumns(renamed, 'name'))).toEqual([]);
  });
});
