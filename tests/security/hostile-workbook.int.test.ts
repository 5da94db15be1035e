import type { Readable } from 'node:stream';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { offerForeignFileReader } from '@nephra/plugin-sdk/server';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForeignFiles } from '../../shell/server/foreign/foreign-files.ts';
import { multipartHeaders, uploadBytes } from '../support/faults/cut-call.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

const USERS = '/api/permission/Users';

/** A small workbook of parts that unpack to whatever the test says. */
async function workbook(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  const all = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Users" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="str"><v>a</v></c></row></sheetData></worksheet>',
    ...parts,
  };
  for (const [path, text] of Object.entries(all)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return Buffer.concat(await (zip.outputStream as Readable).toArray());
}

const styles = (format: string): string =>
  `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(200)}</cellXfs></styleSheet>`;

describe('workbooks made to hold the server up', () => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ plugins: ALL_PLUGINS });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.close());

  const preview = async (content: Buffer, language?: string) => {
    const { body } = uploadBytes(admin, { url: '', fileName: 'users.xlsx', content });
    const uploaded = (await admin.raw({ method: 'POST', url: `${USERS}/Uploader`, payload: body, headers: multipartHeaders })).json();
    expect(uploaded.code).toBe(EnvelopeCode.Ok);
    return await admin.get(`${USERS}/ImportPreview?fileName=${uploaded.data.name}`, language ? { 'x-language': language } : {});
  };

  it.each([
    ['number formats of many brackets', { 'xl/styles.xml': styles('['.repeat(900_000)) }],
    ['number formats of many open quotes', { 'xl/styles.xml': styles('&quot;['.repeat(120_000)) }],
    ['a tag of many attributes', { 'xl/workbook.xml': `<workbook${' r="'.repeat(200_000)}/>` }],
    [
      'cells of blanks where a day is looked for',
      { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="str"><v>2026${' '.repeat(30_000)}x</v></c></row></sheetData></worksheet>` },
    ],
  ])('%s are read or refused at once', async (_name, parts) => {
    const content = await workbook(parts);
    expect(content.length).toBeLessThan(10_000);
    const { code, msg } = await preview(content);
    expect(code).toBe(EnvelopeCode.Invalid);
    expect(msg).not.toBe('');
  });

  it('whatever holds a reader up is given up with a sentence, and the next file is read', async () => {
    const content = await workbook({});
    const takeBack = offerForeignFileReader(new ForeignFiles({ answerMs: 1, memoryMb: 64 }));
    try {
      const told = [];
      for (const language of ['zh', 'zhtw', 'en']) told.push(await preview(content, language));
      expect(told.map(({ extras }) => extras?.error)).toEqual(['core.xlsx-too-slow', 'core.xlsx-too-slow', 'core.xlsx-too-slow']);
      expect(new Set(told.map(({ msg }) => msg)).size).toBe(3);
    } finally {
      takeBack();
    }
    expect((await preview(content)).extras?.error).toBe('permission.user-import-columns');
  });
});
