import { describe, expect, it } from 'vitest';
import { defineRecord, type Field, field, recordContract } from '../../contract/record/index.ts';
import { column, kept } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import { serveRecord } from './serve-record.ts';

const CHOICES = [
  ['a', '甲', '甲', 'A'],
  ['b', '乙', '乙', 'B'],
] as const;

function serve(level: Field<string>, taken: readonly string[], { shared, keeps }: { readonly shared?: true; readonly keeps?: true } = {}) {
  const record = defineRecord('beds.room', {
    title: ['房间', '房間', 'Room'],
    wire: { at: '/api/beds/Room' },
    fields: { fullName: field.text(20).required().label('名称', '名稱', 'Name'), level: level.label('级别', '級別', 'Level') },
    list: { columns: ['fullName'], ...(shared && { shared }) },
    acts: {},
  });
  const table = defineTable('beds.room', {
    id: column.id(),
    orgId: column.org(),
    fullName: column.text(20),
    level: column.choice(...taken),
    searchGrams: column.grams('fullName'),
    ...kept,
  });
  return () => serveRecord()(recordContract(record), table, keeps ? { keeps: async () => true } : {});
}

describe('a record that its table or its code does not serve is refused when the plugin is loaded', () => {
  const said = (value: string) => `REC-064 beds.room fields.level: column "level" of beds.room does not take "${value}"`;
  it('REC-064: a column takes some choices alone', () => {
    expect(serve(field.oneOf(...CHOICES).required(), ['a', 'c'])).toThrow(said('b'));
    expect(serve(field.oneOf(...CHOICES), ['a', 'b'])).toThrow(said(''));
    expect(serve(field.choice(9, ...CHOICES), ['a', 'b', ''])).toThrow(said('…'));
    expect(serve(field.oneOf(...CHOICES), ['a', 'b', ''])).not.toThrow();
  });

  it('REC-065: a shared list that nobody keeps, and a keeper of one that is not shared', () => {
    const level = field.oneOf(...CHOICES).required();
    expect(serve(level, ['a', 'b'], { shared: true })).toThrow('REC-065 beds.room list.shared: give "keeps"');
    expect(serve(level, ['a', 'b'], { keeps: true })).toThrow('REC-065 beds.room list.shared: its code');
    expect(serve(level, ['a', 'b'], { shared: true, keeps: true })).not.toThrow();
  });
});
