import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyFromText, quantityFromText, unitPriceFromText } from '../../contract/index.ts';
import { readXlsx } from '../../testing/read-xlsx.ts';
import type { RawReply } from '../context.ts';
import { xlsxReply } from './xlsx-reply.ts';
import { anyCharacter } from '../../../tests/support/cases/any-character.ts';
import { propertyCases } from '../../../tests/support/cases/effort.ts';

const contentOf = (reply: RawReply): Readable => {
  if (!(reply.content instanceof Readable)) throw new Error('not a stream');
  return reply.content;
};

async function* of<Row>(...rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const texts = (rows: AsyncIterable<{ text: string }>, more: { sheetName?: string; rowsPerSheet?: number } = {}) =>
  xlsxReply({ fileName: 'list', sheetName: 'List', columns: [{ key: 'text', title: 'Text', kind: 'text' }], rows, ...more });

const cellOf = async (text: string) => (await readXlsx(contentOf(texts(of({ text })))))[0]?.cells[1]?.[0];

describe('excel answers', () => {
  test('every kind of column arrives as what it is: amounts as numbers, times as dates in Asia/Shanghai', async () => {
    const row = {
      name: '阿莫西林胶囊',
      pieces: 12,
      paid: moneyFromText('1234.50'),
      total: '99.90',
      price: unitPriceFromText('0.1234'),
      amount: quantityFromText('2.5'),
      born: '1958-03-07',
      day: new Date('2026-01-04T16:30:00Z'),
      at: new Date('2026-01-04T16:30:15Z'),
      noted: '2026-01-05 08:00',
      empty: null as string | null,
    };
    const reply = xlsxReply({
      fileName: '处方明细',
      sheetName: '明细',
      columns: [
        { key: 'name', title: '药品', kind: 'text' },
        { key: 'pieces', title: '数量', kind: 'integer' },
        { key: 'paid', title: '实付', kind: 'money' },
        { key: 'total', title: '合计', kind: 'money' },
        { key: 'price', title: '单价', kind: 'price' },
        { key: 'amount', title: '用量', kind: 'quantity' },
        { key: 'born', title: '出生日期', kind: 'date' },
        { key: 'day', title: '日期', kind: 'date', width: 30 },
        { key: 'at', title: '时间', kind: 'datetime' },
        { key: 'noted', title: '登记', kind: 'datetime' },
        { key: 'empty', title: '备注', kind: 'text' },
      ],
      rows: of(row),
    });
    expect(reply).toMatchObject({ fileName: '处方明细.xlsx', disposition: 'attachment', contentType: expect.stringContaining('spreadsheetml.sheet') });
    const [sheet] = await readXlsx(contentOf(reply));
    expect(sheet).toMatchObject({ name: '明细', frozenRows: 1 });
    expect(sheet?.widths[7]).toBe(30);
    expect(sheet?.rows).toEqual([
      ['药品', '数量', '实付', '合计', '单价', '用量', '出生日期', '日期', '时间', '登记', '备注'],
      ['阿莫西林胶囊', '12', '1234.50', '99.90', '0.1234', '2.5000', '1958-03-07', '2026-01-05', '2026-01-05 00:30:15', '2026-01-05 08:00:00', ''],
    ]);
    expect(sheet?.cells[1]?.map(({ type }) => type).join(' ')).toBe('text number number number number number number number number number empty');
  });

  test('text stays text: nothing that a person typed is a formula, and none becomes one when edited', async () => {
    for (const text of ['=1+1', '+7', '-7', '@SUM(A1)', "=cmd|'/c calc'!A1", '\t=1', '=HYPERLINK("http://x","y")']) {
      expect(await cellOf(text), text).toEqual({ type: 'text', value: text, format: 49 });
    }
  });

  test('[property] any text comes back as it went in, but for characters that no document can hold', async () => {
    const written = (text: string): string =>
      Buffer.from(text)
        .toString()
        .replaceAll('\r\n', '\n')
        .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('_x0041_', '</t>&amp;', ']]>', ' a ', '_x005F_x0041_')), async (text) => {
        expect((await cellOf(text))?.value).toBe(written(text));
      }),
      { numRuns: propertyCases(60) },
    );
  });

  test('numbers that a spreadsheet cannot hold stay whole as text, and words in a money column are not lost', async () => {
    const reply = xlsxReply({
      fileName: 'a.xlsx',
      sheetName: 'a',
      columns: [
        { key: 'code', title: 'code', kind: 'integer' },
        { key: 'paid', title: 'paid', kind: 'money' },
        { key: 'day', title: 'day', kind: 'date' },
      ],
      rows: of({ code: '450103198001011234', paid: 'free', day: 'soon' }, { code: '7', paid: '-0.10', day: '1898-01-01' }),
    });
    expect(reply.fileName).toBe('a.xlsx');
    const [sheet] = await readXlsx(contentOf(reply));
    expect(sheet?.cells.slice(1).map((row) => row.map(({ type, value }) => `${type} ${value}`))).toEqual([
      ['text 450103198001011234', 'text free', 'text soon'],
      ['number 7', 'number -0.10', 'text 1898-01-01'],
    ]);
  });

  test('a cell longer than a spreadsheet allows is cut with a mark', async () => {
    const value = (await cellOf('长'.repeat(40_000)))?.value ?? '';
    expect([value.length, value.endsWith('…')]).toEqual([32_767, true]);
  });

  test('rows beyond a sheet go on in the next one, under the same heading', async () => {
    const sheets = await readXlsx(
      contentOf(texts(of(...['a', 'b', 'c', 'd', 'e'].map((text) => ({ text }))), { rowsPerSheet: 2, sheetName: "'费用[1]: 明细/合计'" })),
    );
    expect(sheets.map(({ name }) => name)).toEqual(['费用 1   明细 合计', '费用 1   明细 合计 (2)', '费用 1   明细 合计 (3)']);
    expect(sheets.map(({ rows }) => rows.flat())).toEqual([
      ['Text', 'a', 'b'],
      ['Text', 'c', 'd'],
      ['Text', 'e'],
    ]);
  });

  test('no rows make a sheet with its heading', async () => {
    const sheets = await readXlsx(contentOf(texts(of())));
    expect(sheets.map(({ rows }) => rows)).toEqual([[['Text']]]);
  });

  test('a source that fails at once fails before the first byte; one that fails later breaks the file off', async () => {
    async function* failing(after: number): AsyncGenerator<{ text: string }> {
      for (let row = 0; row < after; row += 1) yield { text: 'x'.repeat(1_000) };
      throw new Error('no database');
    }
    let bytes = 0;
    const drain = async (rows: AsyncIterable<{ text: string }>): Promise<void> => {
      bytes = 0;
      for await (const chunk of contentOf(texts(rows))) bytes += (chunk as Buffer).length;
    };
    await expect(drain(failing(0))).rejects.toThrow('no database');
    expect(bytes).toBe(0);
    await expect(drain(failing(3_000))).rejects.toThrow('no database');
  });

  test('it reads no faster than it is read, and a reader who leaves ends the source', async () => {
    let made = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<{ text: string }> {
      try {
        for (;;) {
          made += 1;
          // Random text does not pack, so what is read here is what comes out.
          yield { text: Buffer.from(Array.from({ length: 600 }, (_none, place) => (made * 31 + place * place * 17) % 251)).toString('base64') };
        }
      } finally {
        ended = true;
      }
    }
    const content = contentOf(texts(endless()));
    const closed = new Promise((resolve) => content.once('close', resolve));
    for await (const chunk of content) if ((chunk as Buffer).length > 100) break;
    await closed;
    expect(content.destroyed).toBe(true);
    expect(made).toBeLessThan(10_000);
    const whenLeft = made;
    await new Promise(setImmediate);
    expect([made - whenLeft < 200, ended]).toEqual([true, true]);
  });
});
