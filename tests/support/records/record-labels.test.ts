import { defineRecord, field } from '@nephra/plugin-sdk/record';
import { expect, it } from 'vitest';
import { labelFindings } from './record-labels.ts';

type Label = readonly [zh: string, zhtw: string, en: string];
const { document } = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: { kind: field.choice(10, ['a', '甲', '甲', 'A']).label('类型', '類型', 'Kind') },
  list: { columns: ['kind'] },
  acts: {},
  buttons: { btn_beds: ['床位', '床位', 'Beds'] },
});

it('labels in three languages are as they should be', () => {
  expect(labelFindings(document)).toEqual([]);
});

it.each<[string, Label]>([
  ['a language is missing', ['类型', ' ', 'Kind']],
  ['Traditional Chinese holds a simplified character: 类型', ['类型', '类型', 'Kind']],
  ['both scripts say 类型', ['类型', '类型', 'Kind']],
  ['Simplified Chinese holds a traditional character: 類型', ['類型', '類型', 'Kind']],
  ['English holds Chinese: 类型', ['类型', '類型', '类型']],
  ['the key stands in place of a text: kind', ['类型', '類型', 'kind']],
  ['用戶 → 使用者', ['用户', '用戶', 'User']],
])('%s', (sentence, [zh, zhtw, en]) => {
  const label = { zh, zhtw, en };
  const kind = { ...document.fields.kind, label } as NonNullable<typeof document.fields.kind>;
  expect(labelFindings({ ...document, fields: { kind } })).toContain(`beds.ward fields.kind.label: ${sentence}`);
});

it('texts of buttons and choices are looked at as well', () => {
  const texts = { zh: '电话', zhtw: '电话', en: 'Phone' };
  const kind = { ...document.fields.kind, choices: [{ value: 'a', label: texts }] } as NonNullable<typeof document.fields.kind>;
  const places = labelFindings({ ...document, fields: { kind }, buttons: { btn_call: texts } }).map((line) => line.split(':')[0]);
  expect(new Set(places)).toEqual(new Set(['beds.ward fields.kind.choices.0.label', 'beds.ward buttons.btn_call']));
});
