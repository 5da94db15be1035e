import type { Readable } from 'node:stream';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../contract/index.ts';
import { parseSheet as readSheet, type XlsxLimits } from './read-xlsx.ts';
import { xlsxReply } from './xlsx-reply.ts';
import { propertyCases } from '../../../tests/support/cases/effort.ts';

const limits: XlsxLimits = { rows: 100, columns: 10 };
const CONTENT = '<worksheet><sheetData>';
const END = '</sheetData></worksheet>';
const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`;

/** A workbook of these parts; those that are not given are as small as they can be. */
async function workbook(sheet: string, parts: Record<string, string | Buffer> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const all: Record<string, string | Buffer> = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Users" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `${CONTENT}${sheet}${END}`,
    ...parts,
  };
  for (const [path, content] of Object.entries(all)) zip.addBuffer(Buffer.isBuffer(content) ? content : Buffer.from(content), path);
  zip.end();
  return Buffer.concat(await (zip.outputStream as Readable).toArray());
}

const cellsOf = async (sheet: string, parts?: Record<string, string>): Promise<(readonly string[])[]> =>
  (await readSheet(await workbook(sheet, parts), limits)).rows.map(({ cells }) => cells);

async function refusal(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (isAppError(error)) return error.key;
    throw error;
  }
  return 'read';
}

/** A zip with one deflated part whose directory says what it is told to say. */
function forgedZip(path: string, content: Buffer, claim: { unpacked?: number; flags?: number; method?: number } = {}): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from(path);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(claim.flags ?? 0, 8);
  entry.writeUInt16LE(claim.method ?? 8, 10);
  entry.writeUInt32LE(crc32(content), 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(claim.unpacked ?? content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(head.length + name.length + packed.length, 16);
  return Buffer.concat([head, name, packed, entry, name, end]);
}

describe('reading a workbook', () => {
  it('texts of every kind, numbers, dates, results of formulas, gaps', async () => {
    const cells = await cellsOf(
      row(
        '<c r="A1" t="s"><v>1</v></c>',
        '<c r="B1" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line </t></r></is></c>',
        '<c r="D1"><v>13800000001</v></c>',
        '<c r="E1" s="1"><v>45292</v></c>',
        '<c r="F1" s="2"><v>45292.5</v></c>',
        '<c r="G1" t="str"><f>A1&amp;"x"</f><v>result</v></c>',
        '<c r="H1"><v>1.3800000001E10</v></c>',
        '<c r="I1" t="b"><v>1</v></c>',
      ),
      {
        'xl/sharedStrings.xml': '<sst><si><t>zero</t></si><si><r><t>张</t></r><r><t>三&amp;_x0041_</t></r><rPh><t>zhang</t></rPh></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      },
    );
    expect(cells).toEqual([['张三&A', 'in line', '', '13800000001', '2024-01-01', '2024-01-01 12:00:00', 'result', '13800000001', '1']]);
  });

  it('rows keep their numbers, empty ones do not count, columns beyond the limit are left out', async () => {
    const sheet =
      '<row r="2"><c r="B2"><v>1</v></c></row><row r="5"><c r="A5"/></row><row r="9"><c r="A9" t="inlineStr"><is><t> a </t></is></c><c r="ZZ9"><v>2</v></c></row>';
    expect((await readSheet(await workbook(sheet), limits)).rows).toEqual([
      { number: 2, cells: ['', '1'] },
      { number: 9, cells: ['a'] },
    ]);
  });

  it('the first sheet that can be seen; prefixes, comments and instructions do not disturb', async () => {
    const content = await workbook('', {
      'xl/workbook.xml':
        '<?xml version="1.0"?><x:workbook xmlns:x="m" xmlns:r="r"><!-- > --><x:sheets><x:sheet name="lists" r:id="rId2" state="hidden"/><x:sheet name="A &amp; B" r:id="rId1"/></x:sheets></x:workbook>',
      'xl/worksheets/sheet1.xml':
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str" r="A1"><x:v><![CDATA[<ok>]]></x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(await readSheet(content, limits)).toEqual({ name: 'A & B', rows: [{ number: 1, cells: ['<ok>'] }] });
  });

  it('[property] reads back what the product itself writes', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/\p{C}/gu, '').trim());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: cell, b: cell }), { maxLength: 8 }), async (rows) => {
        const reply = xlsxReply({
          fileName: 'x',
          sheetName: 'x',
          columns: [
            { key: 'a', title: 'A', kind: 'text' },
            { key: 'b', title: 'B', kind: 'text' },
          ],
          rows: (async function* () {
            yield* rows;
          })(),
        });
        const read = await readSheet(Buffer.concat(await (reply.content as Readable).toArray()), limits);
        const filled = rows.filter(({ a, b }) => a !== '' || b !== '').map(({ a, b }) => (b === '' ? [a] : [a, b]));
        expect(read.rows.slice(1).map(({ cells }) => cells)).toEqual(filled);
      }),
      { numRuns: propertyCases(60) },
    );
  });
});

describe('files that mean harm', () => {
  it('no workbook, half a workbook, a zip of something else', async () => {
    const good = await workbook(row('<c t="str"><v>a</v></c>'));
    expect(await refusal(readSheet(good, limits))).toBe('read');
    for (const bad of [
      Buffer.alloc(0),
      Buffer.from('PK'),
      Buffer.from('%PDF-1.4 this is no workbook at all, is it'),
      good.subarray(0, good.length - 30),
      good.subarray(30),
      forgedZip('readme.txt', Buffer.from('hello')),
      forgedZip('xl/workbook.xml', Buffer.from('<workbook/>')),
      forgedZip('xl/workbook.xml', Buffer.from('<workbook/>'), { flags: 1 }),
      forgedZip('xl/workbook.xml', Buffer.from('<workbook/>'), { method: 12 }),
    ]) {
      expect(await refusal(readSheet(bad, limits))).toBe('core.xlsx-unreadable');
    }
  });

  it('[property] any damage ends in a sentence or in a sheet, never in a fault', async () => {
    const good = await workbook(row('<c t="s"><v>0</v></c>', '<c s="1"><v>45292</v></c>'), { 'xl/sharedStrings.xml': '<sst><si><t>a</t></si></sst>' });
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (at, byte) => {
        const bad = Buffer.from(good);
        bad[at] = byte;
        expect(['read', 'core.xlsx-unreadable', 'core.xlsx-too-large', 'core.xlsx-too-many-rows']).toContain(await refusal(readSheet(bad, limits)));
      }),
      { numRuns: propertyCases(400) },
    );
  });

  it('a bomb: a part that unpacks to far more than a sheet, whether it says so or not', async () => {
    const zeros = Buffer.alloc(64 * 1_048_576, 32);
    const bomb = forgedZip('xl/workbook.xml', zeros);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusal(readSheet(bomb, limits))).toBe('core.xlsx-too-large');
    expect(await refusal(readSheet(bomb, { ...limits, unpackedBytes: 1_048_576 }))).toBe('core.xlsx-too-large');
    // Says it is small: it is read no further than that.
    expect(await refusal(readSheet(forgedZip('xl/workbook.xml', zeros, { unpacked: 500 }), limits))).toBe('core.xlsx-unreadable');
  });

  it('a million rows, and one row without an end', async () => {
    const many = await workbook('<row><c><v>1</v></c></row>'.repeat(200_000));
    expect(await refusal(readSheet(many, { ...limits, unpackedBytes: 4_000_000 }))).toBe('core.xlsx-too-large');
    const some = await workbook(Array.from({ length: 500 }, (_none, n) => `<row><c><v>${n}${'7'.repeat(n % 13)}</v></c></row>`).join(''));
    expect(await refusal(readSheet(some, limits))).toBe('core.xlsx-too-many-rows');
    const endless = await workbook('', {
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row ${Array.from({ length: 300_000 }, (_none, n) => `a${n}="${n * 7919}"`).join(' ')}`,
    });
    expect(await refusal(readSheet(endless, limits))).toBe('core.xlsx-unreadable');
  });

  it('entities and document types: nothing grows, nothing is fetched', async () => {
    const laughs = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>';
    for (const part of ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml', 'xl/_rels/workbook.xml.rels']) {
      const content = await workbook(row('<c t="s"><v>0</v></c>'), {
        'xl/sharedStrings.xml': '<sst/>',
        'xl/styles.xml': '<styleSheet/>',
        [part]: `${laughs}<x>&lol2;</x>`,
      });
      expect(await refusal(readSheet(content, limits)), part).toBe('core.xlsx-unreadable');
    }
    expect(await refusal(readSheet(await workbook(row('<c t="str"><v>&file;</v></c>')), limits))).toBe('core.xlsx-unreadable');
    expect(await refusal(readSheet(await workbook(row('<c t="str"><v>&#0;</v></c>')), limits))).toBe('core.xlsx-unreadable');
    expect(await cellsOf(row('<c t="str"><v>&#x4e2d;&#25991;&lt;</v></c>'))).toEqual([['中文<']]);
  });
});
