import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { defineRecord } from '../define-record.ts';
import { type Field, field } from '../field.ts';
import { FIELD_KINDS, type FieldKindName } from '../field-kind.ts';

interface Judged {
  readonly field: Field<unknown>;
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}
const idOf = (end: string): string => `20260302_${'1'.repeat(32)}.${end}`;
const file = { name: 'a.pdf', fileId: idOf('pdf'), url: `/api/file/Download/record/${idOf('pdf')}`, fileSize: 3 };
const picture = { name: 'a.png', fileId: idOf('png'), url: `/api/file/Image/annexpic/${idOf('png')}`, fileSize: 3 };
const story = (text: string) => ({ ops: [{ insert: text }] });

/** What each kind takes and refuses before any column is asked, in both halves alike. */
const KINDS: Readonly<Record<FieldKindName, Judged>> = {
  text: { field: field.text(5), right: ['', '甲乙丙丁戊'], wrong: ['甲乙丙丁戊己', 5, null] },
  note: { field: field.note(5), right: ['', 'a\nb'], wrong: ['123456', null] },
  code: { field: field.code(5), right: ['', 'A.1'], wrong: ['甲', '.A', 'A B', '123456'] },
  int: { field: field.int(-5, 9), right: [-5, 9], wrong: [-6, 10, 1.5, '7', null] },
  decimal: { field: field.decimal(2, 0, 9), right: [0, 8.99], wrong: [-0.01, 9.01, 0.001, '1'] },
  money: { field: field.money({ max: 10 }), right: [0, 10], wrong: [-0.01, 10.01, '5'] },
  unitPrice: { field: field.unitPrice({ max: 10 }), right: [0.0001], wrong: [-1, 11, '5'] },
  quantity: { field: field.quantity({ min: 1, max: 10 }), right: [1, 9.5], wrong: [0, 11, null] },
  flag: { field: field.flag(), right: [0, 1], wrong: [2, true, '1', null] },
  day: { field: field.day(), right: ['', '2026-02-28'], wrong: ['2026-2-1', '28.02.2026', 20260228] },
  month: { field: field.month(), right: ['', '2026-12'], wrong: ['2026-13', '2026-1', '2026'] },
  instant: { field: field.instant(), right: [null, 0, -1], wrong: [1.5, '2026-02-28'] },
  choice: { field: field.oneOf(['a', '甲', '甲', 'A']), right: ['a', ''], wrong: ['b', 1, null] },
  choices: { field: field.choices(3, ['a', '甲', '甲', 'A']), right: [[], ['a', 'old']], wrong: ['a', ['long'], [1], Array.from({ length: 101 }, () => 'a')] },
  staff: { field: field.staff('user'), right: ['', 'u1'], wrong: ['x'.repeat(65), 1] },
  relation: { field: field.relation('beds.ward'), right: ['', 'w1'], wrong: ['x'.repeat(65), {}] },
  dictionary: { field: field.dictionary('SIM.access', 5), right: ['', 'abc'], wrong: ['abcdef', 1] },
  address: { field: field.address(), right: ['', '440106'], wrong: ['x'.repeat(65), []] },
  richText: { field: field.richText(50), right: [null, story('a\n')], wrong: ['a', { ops: 'a' }, { html: '<b>' }] },
  files: { field: field.files(1, { accept: '.pdf' }), right: [[], [file]], wrong: [[file, file], [{ ...file, fileId: idOf('exe') }], [{ name: 'a' }], null] },
  images: { field: field.images(2), right: [[picture]], wrong: [[file], [picture, picture], 'a.png'] },
  signature: { field: field.signature(), right: [null, picture], wrong: [file, { ...picture, url: `https://elsewhere.example/${idOf('png')}` }, 'a.png'] },
  lines: {
    field: field.lines({ max: 1, fields: { name: field.text(5).label('名称', '名稱', 'Name') } }),
    right: [[], [{ name: 'a' }]],
    wrong: [[{ name: 'a' }, { name: 'b' }], 'a'],
  },
  related: { field: field.related('relation', 'phone'), right: ['020-1'], wrong: [1, null] },
  place: { field: field.place(), right: ['gz'], wrong: ['', 'x'.repeat(65), null] },
};

it.each(Object.entries(KINDS))('%s takes what it is, and refuses what it is not', (kind, { right, wrong }) => {
  const { fields } = defineRecord('beds.bed', {
    title: ['床', '床', 'Bed'],
    wire: { at: '/api/beds/Bed' },
    fields: Object.fromEntries(Object.entries(KINDS).map(([name, { field: of }]) => [name, of.label(name, name, name)])),
    list: { columns: ['text'] },
    acts: {},
  });
  const judged = fields.find(({ name }) => name === kind);
  if (!judged) throw new TypeError(`${kind} is no field`);
  const { of } = judged;
  const isRight = (value: unknown): boolean => Value.Check(of.schema(judged), value) && !of.complaint?.(value, judged, undefined);
  expect(right.filter((value) => !isRight(value))).toEqual([]);
  expect(wrong.filter(isRight)).toEqual([]);
});

it('no kind is left out', () => {
  expect(Object.keys(KINDS).toSorted()).toEqual(Object.keys(FIELD_KINDS).toSorted());
});
