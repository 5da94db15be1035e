import type { Readable } from 'node:stream';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { xlsxReply } from '@nephra/plugin-sdk/server';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { PreviewContent } from '../../contract/preview/preview.contract.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const XML = 'xmlns:w="w"';

async function zip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), path);
  file.end();
  return Buffer.concat(await (file.outputStream as Readable).toArray());
}

const docx = (body: string): Promise<Buffer> => zip({ 'word/document.xml': `<w:document ${XML}><w:body>${body}</w:body></w:document>` });

async function workbook(rows: number): Promise<Buffer> {
  async function* all() {
    for (let at = 1; at <= rows; at += 1) yield { name: `row ${at}` };
  }
  const { content } = xlsxReply({ fileName: 'a', sheetName: '库存', columns: [{ key: 'name', title: '名称', kind: 'text' }], rows: all() });
  return Buffer.concat(await (content as Readable).toArray());
}

describe('previews', () => {
  let server: TestServer;
  let doctor: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ config: { uploadLimitMb: 4 } });
    doctor = await server.signIn('doctor');
  });
  afterAll(() => server.close());

  const upload = async (fileName: string, content: Buffer | string, type = 'annex'): Promise<string> => {
    const head = `--nephra\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--nephra--\r\n')]);
    const headers = { 'content-type': 'multipart/form-data; boundary=nephra' };
    const answer = await doctor.raw({ method: 'POST', url: `/api/file/Uploader/${type}`, payload, headers });
    return (answer.json() as { data: { fileId: string } }).data.fileId;
  };
  const look = (fileId: string, query = '') => doctor.get<PreviewContent>(`/api/file/Preview/${fileId}${query}`);

  it('[2.4-26] [7.16-02] without a preview server the address leads to the preview of this system', async () => {
    const fileId = await upload('a.pdf', PDF);
    expect((await doctor.get(`/api/file/Uploader/Preview?fileName=${fileId}`)).data).toBe(`/api/file/Preview/${fileId}`);
    expect((await look(fileId)).data).toEqual({ kind: 'pdf' });
    const bytes = await doctor.raw({ method: 'GET', url: `/api/file/Preview/${fileId}/Content` });
    expect(bytes.rawPayload).toEqual(PDF);
    expect(bytes.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-security-policy': expect.stringContaining('sandbox') });
  });

  it('[2.4-15] a recording is played: its bytes come as what they are', async () => {
    const fileId = await upload('a.mp3', 'ID3 SIM', 'IM');
    expect((await look(fileId)).data).toEqual({ kind: 'audio' });
    const bytes = await doctor.raw({ method: 'GET', url: `/api/file/Preview/${fileId}/Content` });
    expect([bytes.rawPayload.toString(), bytes.headers['content-type']]).toEqual(['ID3 SIM', 'audio/mpeg']);
    expect((await look(await upload('a.mp4', '....ftyp', 'IM'))).data).toEqual({ kind: 'video' });
  });

  it('a recording is played by address, in pieces, as long as the session is open and not locked', async () => {
    const fileId = await upload('a.mp3', 'ID3 0123456789');
    const player = await server.signIn('nurse');
    const { data } = await player.get<{ url: string }>(`/api/file/Preview/${fileId}/Link`);
    const play = (headers: Record<string, string> = {}) => server.nobody.raw({ method: 'GET', url: data.url, headers });
    const whole = await play();
    expect([whole.statusCode, whole.rawPayload.toString(), whole.headers['content-length']]).toEqual([200, 'ID3 0123456789', '14']);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-type': 'audio/mpeg',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const piece = await play({ range: 'bytes=4-6' });
    expect([piece.statusCode, piece.rawPayload.toString(), piece.headers['content-range']]).toEqual([206, '012', 'bytes 4-6/14']);
    expect((await play({ range: 'bytes=-3' })).rawPayload.toString()).toBe('789');
    const none = await play({ range: 'bytes=14-' });
    expect([none.statusCode, none.rawPayload.length, none.headers['content-range']]).toEqual([416, 0, 'bytes */14']);
    expect((await play({ range: 'bytes=4-6', 'if-range': '"other"' })).statusCode).toBe(200);
    expect((await player.get(`/api/file/Preview/${await upload('a.pdf', PDF)}/Link`)).code).toBe(EnvelopeCode.NotFound);
    expect((await server.nobody.raw({ method: 'GET', url: data.url.replace('Play?', 'Download?').replace('ticket', 'encryption') })).statusCode).toBe(400);
    await player.post('/api/oauth/LockScreen/Actions/Lock');
    expect((await play()).json().extras.error).toBe('core.ticket-invalid');
    await player.get('/api/oauth/Logout');
    expect((await play({ range: 'bytes=4-6' })).statusCode).toBe(400);
  });

  it('pictures and texts are shown, archives and older formats are not; bytes come of what the browser draws alone', async () => {
    expect((await look(await upload('a.png', PNG, 'annexpic'))).data).toEqual({ kind: 'picture' });
    expect((await look(await upload('a.txt', '血透\r\nok'))).data).toEqual({ kind: 'text', text: '血透\r\nok', cut: false });
    expect((await look(await upload('a.csv', Buffer.from('bbbcd5df2ccdb8cef6', 'hex')))).data).toEqual({ kind: 'text', text: '患者,透析', cut: false });
    const archive = await upload('a.zip', await zip({ 'a.txt': 'a' }));
    expect((await look(archive)).data).toEqual({ kind: 'none' });
    const bytes = await doctor.raw({ method: 'GET', url: `/api/file/Preview/${archive}/Content` });
    expect(bytes.json()).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('a long text is cut between two characters', async () => {
    const { data } = await look(await upload('a.txt', `a${'透'.repeat(200_000)}`));
    expect(data).toMatchObject({ kind: 'text', cut: true });
    expect(data.kind === 'text' && /^a透+$/.test(data.text)).toBe(true);
  });

  it('a text document comes as harmless HTML', async () => {
    const fileId = await upload('a.docx', await docx('<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>&lt;script&gt; 血透</w:t></w:r></w:p>'));
    expect((await look(fileId)).data).toEqual({ kind: 'document', html: '<p><b>&lt;script&gt; 血透</b></p>', cut: false, picturesLeftOut: 0 });
  });

  it('of a workbook the sheet that was asked for, as far as it is shown', async () => {
    const fileId = await upload('a.xlsx', await workbook(1_200));
    const { data } = await look(fileId);
    expect(data).toMatchObject({ kind: 'sheet', sheets: ['库存'], at: 0, moreRows: true, moreColumns: false, maxRows: 1_000, maxColumns: 50 });
    expect(data.kind === 'sheet' && [data.rows.length, data.rows[1]]).toEqual([1_000, { number: 2, cells: ['row 1'] }]);
    expect((await look(fileId, '?sheet=7')).data).toMatchObject({ at: 0 });
    expect((await look(fileId, '?sheet=-1')).code).toBe(EnvelopeCode.Invalid);
  });

  it.each([
    ['a bomb', 'a.docx', async () => await docx(`<w:p><w:r><w:t>${' '.repeat(30_000_000)}</w:t></w:r></w:p>`), 'core.preview-too-large'],
    ['a workbook that is a bomb', 'a.xlsx', async () => await zip({ 'xl/workbook.xml': ' '.repeat(30_000_000) }), 'core.preview-too-large'],
    ['an archive that is called a document', 'a.docx', async () => await zip({ 'a.txt': 'a' }), 'core.preview-unreadable'],
    ['half a document', 'a.docx', async () => (await docx('<w:p/>')).subarray(0, 60), 'core.preview-unreadable'],
    [
      'a document with entities',
      'a.docx',
      async () => await zip({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><w:document/>' }),
      'core.preview-unreadable',
    ],
  ])('refuses %s with a sentence, at once when it is opened again', async (_name, fileName, content, error) => {
    const fileId = await upload(fileName, await content());
    const first = await look(fileId);
    expect(first.extras).toMatchObject({ error });
    expect(first.msg).toMatch(/请下载后查看/);
    expect((await look(fileId)).extras).toMatchObject({ error });
  });

  it('nobody looks at what they may not download', async () => {
    const fileId = await upload('a.txt', 'secret', 'annex');
    await server.db.updateTable('core.stored_file').set({ org_id: 'elsewhere', created_by: 'somebody' }).where('id', '=', fileId).execute();
    for (const address of ['', '/Content']) {
      const answer = await doctor.raw({ method: 'GET', url: `/api/file/Preview/${fileId}${address}` });
      expect(answer.json()).toMatchObject({ code: EnvelopeCode.NotFound, extras: { error: 'core.file-missing' } });
    }
    expect((await doctor.get(`/api/file/Download/annex/${fileId}`)).code).toBe(EnvelopeCode.NotFound);
    const nobody = await server.nobody.raw({ method: 'GET', url: `/api/file/Preview/${fileId}` });
    expect(nobody.json().data).toBeNull();
  });
});
