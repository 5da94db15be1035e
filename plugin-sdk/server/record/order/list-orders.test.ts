import { describe, expect, it } from 'vitest';
import { defineRecord, field, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { missingOrderSql } from '../../../testing/order-indexes.ts';
import { column, kept } from '../../table/column.ts';
import { defineTable } from '../../table/define-table.ts';
import type { Columns, Table } from '../../table/table-types.ts';
import { listOrders } from './list-orders.ts';

const wardWith = (list: object, tree?: { parent: 'parentId'; maxDepth: number }) =>
  defineRecord('beds.ward', {
    title: ['病区', '病區', 'Ward'],
    wire: { at: '/api/beds/Ward' },
    fields: {
      fullName: field.text(50).required().label('名称', '名稱', 'Name'),
      parentId: field.relation('beds.ward').label('上级', '上層', 'Below'),
      enabledMark: STANDARD_FIELDS.enabledMark,
      sortCode: STANDARD_FIELDS.sortCode,
    },
    list: { columns: ['fullName'], ...list },
    ...(tree && { tree }),
    acts: { create: {}, edit: {} },
  });
const own = { id: column.id(), fullName: column.text(50), parentId: column.id().nullable(), enabled: column.flag(), sortCode: column.int(0, 9), ...kept };
const named = { ...own, pinyin: column.initials('fullName') };
const sorted = wardWith({ sort: ['fullName', 'sortCode', 'creatorTime'] });

describe('orders of a list', () => {
  it('are those that one can ask for and the usual one, each once, by the columns behind them', () => {
    const { defs } = defineTable('beds.ward', own, { scope: 'installation' });
    expect(listOrders(sorted, defs)).toEqual(['fullName', 'sortCode', 'createdAt']);
    expect(listOrders(wardWith({ sort: ['fullName'], order: '-lastModifyTime' }), defs)).toEqual(['fullName', 'updatedAt']);
    expect(listOrders(wardWith({ sort: ['enabledMark'] }), defs)).toEqual(['enabled', 'sortCode']);
  });

  it('are by initials where the table keeps them of the field', () => {
    const { defs } = defineTable('beds.ward', named, { scope: 'installation' });
    expect(listOrders(sorted, defs)).toEqual(['pinyin', 'sortCode', 'createdAt']);
  });

  it('of a tree leave out the usual one, which is walked among brothers', () => {
    const { defs } = defineTable('beds.ward', own, { scope: 'installation' });
    expect(listOrders(wardWith({ sort: ['fullName'] }, { parent: 'parentId', maxDepth: 4 }), defs)).toEqual(['fullName']);
  });
});

describe('indexes of orders', () => {
  const table = (options: object = {}) => defineTable('beds.ward', own, { scope: 'installation', list: sorted, ...options }) as unknown as Table<Columns>;
  const all = missingOrderSql(table(), []);
  const live = '(deleted_at IS NULL)';

  it('are written for what no index walks', () => {
    expect(all).toEqual([
      'create index ward_by_full_name_idx on beds.ward (full_name, id) where deleted_at is null;',
      'create index ward_by_sort_code_idx on beds.ward (sort_code, id) where deleted_at is null;',
      'create index ward_by_created_at_idx on beds.ward (created_at, id) where deleted_at is null;',
    ]);
    expect(missingOrderSql(defineTable('beds.ward', own, { scope: 'installation' }) as unknown as Table<Columns>, [])).toEqual([]);
  });

  it.each([
    ['over live rows', { columns: ['full_name', 'id'], condition: live, unique: false }, all.slice(1)],
    ['over all rows, and more columns behind', { columns: ['full_name', 'id', 'version'], condition: null, unique: false }, all.slice(1)],
    ['unique over the column alone', { columns: ['full_name'], condition: 'deleted_at is null', unique: true }, all.slice(1)],
    ['not unique, without the id', { columns: ['full_name'], condition: null, unique: false }, all],
    ['over other rows', { columns: ['full_name', 'id'], condition: '(enabled AND (deleted_at IS NULL))', unique: false }, all],
    ['behind another column', { columns: ['enabled', 'full_name', 'id'], condition: null, unique: false }, all],
    ['of an expression', { columns: ['lower(full_name)', 'id'], condition: null, unique: false }, all],
  ])('one that is there counts or not: %s', (_what, index, missing) => {
    expect(missingOrderSql(table(), [index])).toEqual(missing);
  });
});
