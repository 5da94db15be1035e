import { describe, expect, it } from 'vitest';
import { defineRecord, field, type RecordField } from '../../../contract/record/index.ts';
import { column, kept } from '../../table/column.ts';
import { defineTable } from '../../table/define-table.ts';
import type { EngineTable } from '../record-rows.ts';
import { lineColumns } from './line-columns.ts';
import { completeLine } from './line-values.ts';

const order = defineRecord('meals.order', {
  title: ['订单', '訂單', 'Order'],
  wire: { at: '/api/meals/Order' },
  fields: {
    fullName: field.text(20).label('名称', '名稱', 'Name'),
    lines: field
      .lines({
        max: 9,
        fields: {
          kind: field.choice(10, ['a', '主食', '主食', 'Main'], ['b', '汤', '湯', 'Soup']).label('类型', '類型', 'Kind'),
          salt: field.text(5).when({ show: "kind = 'b'", require: "kind = 'b'" }).label('盐', '鹽', 'Salt'),
          note: field.text(9).when({ edit: "kind = 'a'" }).label('备注', '備註', 'Note'),
          pieces: field.int(0, 99).label('份数', '份數', 'Pieces'),
          price: field.money({ max: 1_000 }).label('单价', '單價', 'Price'),
          total: field.money({ max: 500 }).value({ calc: 'pieces * price' }).label('金额', '金額', 'Amount'),
        },
        totals: ['total'],
      })
      .label('明细', '明細', 'Lines'),
  },
  list: { columns: ['fullName'] },
  acts: {},
});
const lines = order.fields[1] as RecordField;
const table = defineTable('meals.order_line', { id: column.id(), orgId: column.org(), ...lineColumns(order, 'lines'), ...kept }) as unknown as EngineTable;
const complete = (given: object, stored?: Readonly<Record<string, unknown>>) => {
  const { values, problems } = completeLine(lines, table, 1, given as Readonly<Record<string, unknown>>, stored, 'en');
  return { values, at: problems.map(({ path }) => path) };
};

describe('conditions and calculations of cells', () => {
  it('look at the other cells of their line; what is sent of a calculated one does not count', () => {
    expect(complete({ kind: 'b', salt: '1g', pieces: 3, price: 12.35, total: 1 })).toEqual({
      values: { kind: 'b', salt: '1g', note: '', pieces: 3, price: 12.35, total: 37.05 },
      at: [],
    });
  });

  it('a hidden cell is empty and not asked for, a shown one is, with the number of the line', () => {
    expect(complete({ kind: 'a', salt: '1g' })).toMatchObject({ values: { salt: '' }, at: [] });
    expect(complete({ kind: 'b' }).at).toEqual(['lines.1.salt']);
    // Too long for its column, and away: nobody could mend it.
    expect(complete({ kind: 'a', salt: 'much too long' }).at).toEqual([]);
  });

  it('one that may not be edited stays what it was', () => {
    const stored = { kind: 'b', salt: '1g', note: 'old', pieces: 1, price: 1, total: 1 };
    expect(complete({ note: 'new' }, stored)).toEqual({ values: stored, at: [] });
    expect(complete({ kind: 'a', note: 'new' }, stored).values).toMatchObject({ note: 'new', salt: '' });
  });

  it('what is asked for from now on is asked for, although the line stood there without', () => {
    const stored = { kind: 'a', salt: '', note: '', pieces: 0, price: 0, total: 0 };
    expect(complete({}, stored).at).toEqual([]);
    expect(complete({ kind: 'b' }, stored).at).toEqual(['lines.1.salt']);
  });

  it('a calculated value is held to its limits', () => {
    expect(complete({ pieces: 99, price: 10 }).at).toEqual(['lines.1.total']);
  });
});
