import type { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../tests/support/cases/any-character.ts';
import { compileRecord, defineRecord, FIELD_KINDS, field, type FieldKind, type RecordField, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { parseSheet } from '../../xlsx/read-xlsx.ts';
import { xlsxReply } from '../../xlsx/xlsx-reply.ts';
import { addressCode } from '../relation/address-field.ts';
import { dictionaryCode } from '../relation/dictionary-field.ts';
import { relationCode } from '../relation/relation-field.ts';
import { staffCode } from '../relation/staff-field.ts';
import { cellKind, fieldCell, readCell, saysStored } from './cells.ts';
import { valueOfWord } from './words.ts';

const label = ['甲', '甲', 'A'] as const;
const record = compileRecord(
  defineRecord('beds.any', {
    title: ['甲', '甲', 'A'],
    wire: { at: '/api/beds/Any' },
    fields: {
      text: field.text(100).label(...label),
      note: field.note(40_000).label(...label),
      code: field.code(50).label(...label),
      int: field.int(-1_000_000, 1_000_000).label(...label),
      money: field.money().label(...label),
      unitPrice: field.unitPrice().label(...label),
      quantity: field.quantity().label(...label),
      story: field.richText().label(...label),
      papers: field.files().label(...label),
      pictures: field.images().label(...label),
      sign: field.signature().label(...label),
      flag: field.flag().label(...label),
      enabledMark: STANDARD_FIELDS.enabledMark,
      decimal: field.decimal(2, -1_000_000, 1_000_000).label(...label),
      month: field.month().label(...label),
      choices: field.choices(10, ['a', '甲', '甲', 'Ay'], ['b', '乙', '乙', 'Bee'], ['1', '丙', '丙', 'C']).label(...label),
      day: field
        .day()
        .initial('2026-01-01')
        .label(...label),
      instant: field
        .instant()
        .initial(0)
        .label(...label),
      choice: field.choice(10, ['a', '甲', '甲', 'Ay'], ['b', '乙', '乙', 'a'], ['1', '丙', '丙', 'C']).label(...label),
    },
    list: { columns: ['text'] },
    acts: {},
  }).document,
);
const fieldOf = (name: string): RecordField => record.fields.find((one) => one.name === name) as RecordField;

/** What a reader of workbooks finds in cells of these values. */
async function asRead(of: RecordField, values: readonly unknown[]): Promise<readonly string[]> {
  const { content } = xlsxReply<Record<string, unknown>>({
    fileName: 'x',
    sheetName: 'x',
    columns: [
      { key: 'at', title: 'at', kind: 'integer' },
      { key: 'value', title: 'value', kind: cellKind(of.kind) },
    ] as never,
    rows: (async function* () {
      for (const [at, value] of values.entries()) yield { at: at + 1, value: fieldCell(of, value, 'zh') };
    })(),
  });
  const { rows } = await parseSheet(Buffer.concat(await (content as Readable).toArray()), { rows: values.length + 1, columns: 2 });
  return rows.slice(1).map(({ cells }) => cells[1] ?? '');
}

const day = fc.oneof(
  fc.constantFrom('0099-12-31', '1899-12-31', '1900-02-28', '9999-12-31'),
  fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
);
const anyText = fc.string({ unit: anyCharacter, maxLength: 30 }).filter((text) => !text.includes('\u0000'));
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.oneof(anyText, fc.constantFrom('=1+1', '-5', '_x0041_', "'1", '1e5', '007', '2026-01-01', ' a ', '\u3000')),
  note: fc.oneof(anyText, fc.constantFrom('a\r\nb', 'a\rb', '\n', 'x'.repeat(40_000))),
  code: fc.oneof(anyText, fc.constantFrom('SIM.1', 'Ａ１', '0.10', '1.0')),
  int: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  money: fc.integer({ min: 0, max: 999_999_999_999 }).map((fen) => fen / 100),
  unitPrice: fc.integer({ min: 0, max: 999_999_999_999 }).map((units) => units / 10_000),
  quantity: fc.integer({ min: 0, max: 999_999_999_999 }).map((units) => units / 10_000),
  decimal: fc.integer({ min: -100_000_000, max: 100_000_000 }).map((units) => units / 100),
  month: fc.tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 })).map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`),
  // What older clients stored besides the choices looks as it is, whatever signs stand in it.
  choices: fc.uniqueArray(fc.oneof(fc.constantFrom('a', 'b', '1'), anyText), { maxLength: 4 }),
  flag: fc.constantFrom(0, 1),
  enabledMark: fc.constantFrom(0, 1),
  day,
  instant: fc.oneof(fc.integer({ min: -5_000_000_000_000, max: 5_000_000_000_000 }), fc.constantFrom(0, 1_000_000_000, -1, 999)),
  choice: fc.oneof(fc.constantFrom('a', 'b', '1', ''), anyText),
};

describe('cells', () => {
  it.each(Object.entries(VALUES))('[property] of %s say what stands there when they were made of it', async (name, values) => {
    const of = fieldOf(name);
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 40 }), async (stored) => {
        const cells = await asRead(of, stored);
        expect(cells).toHaveLength(stored.length);
        // An empty cell of a kind without an empty value says nothing.
        const changed = stored.filter((value, at) => !saysStored(of, cells[at] ?? '', value, 'zh') && readCell(of, cells[at] ?? '', 'zh') !== undefined);
        expect(changed).toEqual([]);
      }),
      // Some twenty values in each, and fourteen kinds.
      { numRuns: propertyCases(50) },
    );
  });

  it('there is one for each kind: read back, shown as a text alone, or named by code of the engine', () => {
    const kinds = Object.entries(FIELD_KINDS) as readonly (readonly [string, FieldKind])[];
    const readBack = Object.keys(VALUES).map((name) => fieldOf(name).kind);
    const shownOnly = kinds.filter(([, { shownOnly: only }]) => only).map(([kind]) => kind);
    // Lines stand in no list, and the text of another record's field is made by that record.
    expect(shownOnly).toEqual(['richText', 'files', 'images', 'signature', 'lines', 'related']);
    // Names behind ids; a place is named by the code of its record, which is refused at load without it.
    const named = { dictionary: dictionaryCode, address: addressCode, staff: staffCode, relation: relationCode };
    for (const codeOf of Object.values(named)) expect(codeOf(fieldOf('text'))).toMatchObject({ text: expect.any(Function), parse: expect.any(Function) });
    const covered = new Set([...readBack, ...shownOnly, ...Object.keys(named), 'place']);
    expect(kinds.map(([kind]) => kind).filter((kind) => !covered.has(kind))).toEqual([]);
  });

  it.each([
    ['story', { ops: [{ insert: '甲' }, { insert: '乙\n', attributes: { bold: true } }] }, '甲乙'],
    ['papers', [{ name: 'a.pdf' }, { name: 'b.pdf' }], 'a.pdf、b.pdf'],
    ['pictures', [], ''],
    ['sign', { name: 'sign.png' }, 'sign.png'],
    ['sign', null, ''],
  ])('%s is shown as a text', (name, value, text) => {
    expect(String(fieldCell(fieldOf(name), value, 'zh')).trim()).toBe(text);
  });

  it('words of flags and choices are those of all languages, the caller’s first', () => {
    expect(['启用', '啟用', 'enabled', '是', 'NO', '0', '停用', '也许'].map((word) => valueOfWord(fieldOf('enabledMark'), word, 'en'))).toEqual([
      1,
      1,
      1,
      1,
      0,
      0,
      0,
      undefined,
    ]);
    // What is a word of one choice may be the value of another.
    expect([valueOfWord(fieldOf('choice'), 'a', 'en'), valueOfWord(fieldOf('choice'), 'a', 'zh')]).toEqual(['b', 'a']);
  });

  it.each([
    ['int', '１２', { value: 12 }],
    ['int', '12.0', { value: 12 }],
    ['int', '1,200', { value: 1200 }],
    ['int', '1e3', { value: 1000 }],
    ['int', '0x10', { problem: 'integer' }],
    ['int', '99999999999999999999', { problem: 'integer' }],
    ['money', '￥12.50', { value: 12.5 }],
    ['money', '12元', { problem: 'number' }],
    ['money', '', undefined],
    ['day', '２０２６．３．１', { value: '2026-03-01' }],
    ['day', '46082', { problem: 'day' }],
    ['instant', '2026-03-01 24:61', { problem: 'instant' }],
    ['instant', '2026-03-01 08:30:00 x', { problem: 'instant' }],
    ['note', ' a ', { value: 'a' }],
    ['choice', '', { value: '' }],
  ])('%s %s', (name, text, expected) => {
    expect(readCell(fieldOf(name), text, 'zh')).toEqual(expected);
  });
});
