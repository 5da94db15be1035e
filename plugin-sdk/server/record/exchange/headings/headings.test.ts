import { describe, expect, it } from 'vitest';
import { defineRecord, field } from '../../../../contract/record/index.ts';
import { columnsOf, headingRow } from './headings.ts';

const illness = defineRecord('beds.illness', {
  title: ['疾病', '疾病', 'Illness'],
  wire: { at: '/api/beds/Illness' },
  fields: {
    name: field.text(20).required().label('疾病名称', '疾病名稱', 'Name'),
    code: field.text(20).required().fixed().narrow().label('疾病编码', '疾病編碼', 'Illness code'),
  },
  list: { columns: ['code', 'name'] },
  acts: { create: {}, edit: {}, import: { key: 'code', headings: { code: ['ICD-10编码', '编码'], name: ['诊断'] } } },
});
const found = (...headings: string[]) => {
  const { fields, unknown, missing } = columnsOf(illness, headings, 'zh');
  return [fields.map((one) => one?.name ?? ''), unknown, missing.map(({ name }) => name)];
};

describe('headings of a workbook', () => {
  it('are labels in any language, and what others call them, whatever signs stand around', () => {
    expect(found('*疾病编码 ', 'NAME')).toEqual([['code', 'name'], [], []]);
    expect(found('ＩＣＤ—１０ 编码', '（诊断）', '备注')).toEqual([['code', 'name', ''], ['备注'], []]);
  });

  it('the label goes before what others call it, and of these the first that is named; a label twice is refused', () => {
    expect(found('编码', 'ICD-10编码', '诊断')).toEqual([['', 'code', 'name'], ['编码'], []]);
    expect(found('编码', '疾病编码', '编码')).toEqual([['', 'code', ''], ['编码', '编码'], ['name']]);
    expect(found('编码', '编码')).toEqual([['code', ''], ['编码'], ['name']]);
    expect(() => found('疾病编码', 'Illness code')).toThrow('core.import-doubled');
    expect(() => found('诊断')).toThrow('core.import-no-key');
  });

  it('stand in the first row that has the column by which rows are found, ten rows below at most', () => {
    const rows = (above: number) => [
      ...Array.from({ length: above }, () => ({ cells: ['国家临床版', ''] })),
      { cells: ['诊断', 'ICD10编码'] },
      { cells: ['x', 'y'] },
    ];
    expect([0, 3, 10, 11].map((above) => headingRow(illness, rows(above)))).toEqual([0, 3, 10, 0]);
    expect(headingRow(illness, [])).toBe(0);
  });
});
