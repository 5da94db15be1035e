import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { decode, encode } from 'jpeg-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORAGES, type StorageUnderTest, storageUnderTest } from './storage/both-storages.fixture.ts';
import { placeOf } from './storage/file-storage.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

interface Uploaded {
  name: string;
  url: string;
  fileId: string;
  fileVersionId: string;
}

const multipart = (parts: readonly { name: string; fileName?: string; content: Buffer | string }[]) => {
  const boundary = '----nephra';
  const body = parts.map(({ name, fileName, content }) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
  );
  return { payload: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
};

describe.each(STORAGES)('files on %s', (kind) => {
  let storage: StorageUnderTest;
  let server: TestServer;
  let doctor: TestClient;
  beforeAll(async () => {
    storage = await storageUnderTest(kind);
    server = await startTestServer({ config: { ...storage.config, uploadLimitMb: 1, previewHost: 'https://preview.example.org' } });
    doctor = await server.signIn('doctor');
  });
  afterAll(async () => {
    await server.close();
    await storage.close();
  });

  const upload = async (client: TestClient, type: string, fileName: string, content: Buffer | string) => {
    const answer = await client.raw({ method: 'POST', url: `/api/file/Uploader/${type}`, ...multipart([{ name: 'file', fileName, content }]) });
    return answer.json() as { code: number; data: Uploaded; extras: { error: string } | null };
  };
  const waiting = () => readdirSync(path.join(server.config.dataDir, 'files/incoming'));

  it('[3-27] [7.16-05] stores a picture under a name of its own and shows it', async () => {
    const { code, data } = await upload(doctor, 'annexpic', '病历 照片.PNG', PNG);
    expect(code).toBe(200);
    expect(data.name).toMatch(/^20260302_[0-9a-f]{32}\.png$/);
    expect([data.fileId, data.fileVersionId]).toEqual([data.name, data.name]);
    expect(data.url).toBe(`/api/file/Image/annexpic/${data.name}`);
    const shown = await server.nobody.raw({ method: 'GET', url: data.url });
    expect(shown.rawPayload).toEqual(PNG);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'content-security-policy': expect.stringContaining('sandbox') });
    expect((await server.nobody.raw({ method: 'GET', url: data.url.replace(/\.png$/, '@png') })).statusCode).toBe(200);
    expect((await server.nobody.raw({ method: 'GET', url: data.url.replace('annexpic', 'IM') })).statusCode).toBe(404);
  });

  it('a file on record whose content is gone is missing, wherever it is asked for', async () => {
    const { storage: kept, files } = server.server.core;
    const photo = encode({ width: 300, height: 200, data: randomBytes(300 * 200 * 4) }, 95).data;
    const { data: picture } = await upload(doctor, 'annexpic', 'SIM lost.jpg', photo);
    const { data: paper } = await upload(doctor, 'annex', 'SIM lost.pdf', PDF);
    const { data: words } = await upload(doctor, 'annex', 'SIM lost.txt', 'SIM');
    for (const { fileId } of [picture, paper, words]) await kept.remove(placeOf(fileId));
    const link = await doctor.get<{ url: string }>(`/api/file/Download/annex/${paper.fileId}`);
    const asked = [picture.url, `${picture.url}?size=160`, link.data.url, `/api/file/Preview/${paper.fileId}/Content`];
    for (const url of asked) {
      const answer = await doctor.raw({ method: 'GET', url });
      expect([answer.statusCode, answer.json().extras], url).toEqual([404, { error: 'core.file-missing' }]);
      expect(answer.json().msg).toBe('文件不存在');
    }
    expect(await doctor.get(`/api/file/Preview/${words.fileId}`)).toMatchObject({ code: EnvelopeCode.NotFound, extras: { error: 'core.file-missing' } });
    const store = files.forPlugin({ id: 'sim', isFromOutside: false });
    await expect((await store.open(words.fileId)).content.toArray()).rejects.toMatchObject({ key: 'core.file-missing' });
    // Looked at and let go, as by those who only want its name.
    (await store.open(words.fileId)).content.destroy();
    // Once it is there again, it is shown small as well.
    await kept.putBytes(placeOf(picture.fileId), photo);
    const { rawPayload: small } = await doctor.raw({ method: 'GET', url: `${picture.url}?size=160` });
    expect(decode(small).width).toBe(160);
  });

  it('shows a picture small, as it shows it whole: made once, kept beside it, and gone with it', async () => {
    const pixels = randomBytes(300 * 200 * 4);
    const photo = encode({ width: 300, height: 200, data: pixels }, 95).data;
    const { data } = await upload(doctor, 'annexpic', 'photo.jpg', photo);
    const show = (size: string) => server.nobody.raw({ method: 'GET', url: `${data.url}?size=${size}` });
    const [small, again] = await Promise.all([show('160'), show('160')]);
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { width, height } = decode(small.rawPayload);
    expect([width, height]).toEqual([160, 107]);
    expect(again.rawPayload).toEqual(small.rawPayload);
    const { storage: kept, files } = server.server.core;
    const beside = `202603/${data.name.slice(9, 11)}/${data.name}.160.jpg`;
    expect((await kept.look(beside))?.size).toBe(small.rawPayload.length);
    expect((await show('160')).rawPayload).toEqual(small.rawPayload);
    for (const size of ['161', '0', 'x']) expect((await show(size)).rawPayload, size).toEqual(photo);
    expect((await server.nobody.raw({ method: 'GET', url: `${data.url.replace('annexpic', 'IM')}?size=160` })).statusCode).toBe(404);
    await server.database.transaction(() => files.remove(data.name));
    await expect.poll(() => kept.look(beside)).toBeUndefined();
    expect((await show('160')).statusCode).toBe(404);
  });

  it('of a picture that cannot be read, the whole one comes', async () => {
    const broken = Buffer.concat([PNG.subarray(0, 24), randomBytes(40_000)]);
    const { data } = await upload(doctor, 'annexpic', 'broken.png', broken);
    for (let time = 0; time < 2; time += 1)
      expect((await server.nobody.raw({ method: 'GET', url: `${data.url}?size=480` })).rawPayload.equals(broken)).toBe(true);
  });

  it('[7.16-01] [7.16-07] gives a download address that works once and keeps the name', async () => {
    const { data } = await upload(doctor, 'annex', '检查报告.pdf', PDF);
    const link = await doctor.get<{ name: string; url: string }>(`/api/file/Download/annex/${data.name}`);
    expect(link.data.name).toBe('检查报告.pdf');
    const first = await server.nobody.raw({ method: 'GET', url: link.data.url });
    expect(first.rawPayload).toEqual(PDF);
    expect(first.headers['content-disposition']).toBe(`attachment; filename="____.pdf"; filename*=UTF-8''${encodeURIComponent('检查报告.pdf')}`);
    expect((await server.nobody.raw({ method: 'GET', url: link.data.url })).statusCode).toBe(400);
    expect((await server.nobody.raw({ method: 'GET', url: '/api/file/Download?encryption=guess' })).json().extras.error).toBe('core.ticket-invalid');
    const late = await doctor.get<{ url: string }>(`/api/file/Download/annex/${data.name}`);
    server.time.advance(5 * 60_000);
    expect((await server.nobody.raw({ method: 'GET', url: late.data.url })).json().extras.error).toBe('core.ticket-invalid');
  });

  it('[7.16-02] [7.16-08] gives the address of the preview server for documents, our own for others', async () => {
    const pdf = (await upload(doctor, 'annex', 'a.pdf', PDF)).data;
    const address = (await doctor.get<string>(`/api/file/Uploader/Preview?fileName=${pdf.name}&fileVersionId=${pdf.fileVersionId}`)).data;
    expect(address).toMatch(/^https:\/\/preview\.example\.org\/onlinePreview\?url=/);
    expect(Buffer.from(decodeURIComponent(address.split('url=')[1] ?? ''), 'base64').toString()).toContain('/api/file/Download?encryption=');
    const picture = (await upload(doctor, 'annexpic', 'a.png', PNG)).data;
    expect((await doctor.get(`/api/file/Uploader/Preview?fileName=${picture.name}`)).data).toBe(`/api/file/Preview/${picture.name}`);
    expect((await doctor.get('/api/file/Uploader/Preview?fileName=20260302_00000000000000000000000000000000.pdf')).code).toBe(EnvelopeCode.NotFound);
  });

  it.each([
    ['a script in the name of a picture', 'annexpic', 'a.png', '<svg onload=alert(1)>', 'core.file-type'],
    ['a picture that is a page', 'annexpic', 'a.gif', 'GIF8<script>', 'core.file-type'],
    ['an SVG', 'annexpic', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'core.file-type'],
    ['a page', 'annex', 'a.html', '<html></html>', 'core.file-type'],
    ['a page called text', 'annex', 'a.txt', '  <!DOCTYPE html><script>', 'core.file-type'],
    ['a program', 'annex', 'a.exe', 'MZ', 'core.file-type'],
    ['no extension', 'annex', 'README', 'hello', 'core.file-type'],
    ['a document where pictures are wanted', 'annexpic', 'a.pdf', PDF, 'core.image-only'],
    ['an unknown kind of upload', 'whatever', 'a.pdf', PDF, 'core.file-type'],
    ['an empty file', 'annex', 'a.pdf', '', 'core.file-empty'],
    ['too large a file', 'annex', 'a.txt', 'x'.repeat(1_048_577), 'core.file-too-large'],
  ])('refuses %s and leaves nothing on the disk', async (_name, type, fileName, content, error) => {
    const answer = await upload(doctor, type, fileName, content);
    expect(answer.extras?.error).toBe(error);
    expect(waiting()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32' || kind !== 'disk')('keeps what it stored to itself: folders 0700, files 0600', async () => {
    await upload(doctor, 'annex', 'a.pdf', PDF);
    const folder = path.join(server.config.dataDir, 'files');
    const places = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true });
    const modeOf = (place: string) => (statSync(place).mode & 0o777).toString(8);
    expect([modeOf(server.config.dataDir), modeOf(folder)]).toEqual(['700', '700']);
    expect(places.some((one) => one.isFile())).toBe(true);
    for (const one of places) expect(modeOf(path.join(one.parentPath, one.name)), one.name).toBe(one.isDirectory() ? '700' : '600');
  });

  it('keeps a file whose transaction has to be tried again', async () => {
    const { files } = server.server.core;
    const spooled = await files.spool('a.pdf', Readable.from([PDF]));
    let attempts = 0;
    const { fileId } = await server.database.transaction(async () => {
      const stored = await files.keep(spooled, 'annex', { orgId: 'o', userId: 'u' });
      attempts += 1;
      // What the database says when two transactions wait for each other.
      if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      return stored;
    });
    expect(attempts).toBe(2);
    expect(Buffer.concat(await files.read({ fileId }).toArray())).toEqual(PDF);
    expect(await files.record(fileId)).toMatchObject({ name: 'a.pdf' });
  });

  it('[5-16] takes what is smaller than the limit, and not what is as large', async () => {
    expect((await upload(doctor, 'annex', 'a.txt', 'x'.repeat(1_048_575))).code).toBe(200);
    expect((await upload(doctor, 'annex', 'a.txt', 'x'.repeat(1_048_576))).extras?.error).toBe('core.file-too-large');
  });

  it('uses nothing of a hostile name', async () => {
    for (const name of ['../../../etc/passwd.txt', '..\\..\\a.txt', 'a\u202etxt.txt', 'con.txt']) {
      const { data, code } = await upload(doctor, 'annex', name, 'hello');
      expect(code, name).toBe(200);
      expect(data.name, name).toMatch(/^20260302_[0-9a-f]{32}\.txt$/);
      const { data: link } = await doctor.get<{ name: string }>(`/api/file/Download/annex/${data.name}`);
      expect(link.name, name).not.toMatch(/[/\\\u202e]/);
    }
    for (const name of ['..%2f..%2fregistry.json', '%252e%252e', '20260302_zz.pdf', 'registry.json', `${'a'.repeat(110)}`]) {
      expect((await doctor.get(`/api/file/Download/annex/${name}`)).code, name).toBe(EnvelopeCode.NotFound);
      expect((await server.nobody.raw({ method: 'GET', url: `/api/file/Image/annexpic/${name}` })).statusCode, name).toBe(404);
    }
  });

  it('refuses uploads of nobody before reading them, and bodies that are no upload', async () => {
    expect((await upload(server.nobody, 'annex', 'a.pdf', PDF)).code).toBe(EnvelopeCode.LoginExpired);
    const two = multipart([
      { name: 'file', fileName: 'a.pdf', content: PDF },
      { name: 'file', fileName: 'b.pdf', content: PDF },
    ]);
    for (const request of [
      two,
      multipart([{ name: 'note', content: 'no file' }]),
      { payload: 'not a body', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ]) {
      const answer = await doctor.raw({ method: 'POST', url: '/api/file/Uploader/annex', ...request });
      expect(answer.json().extras.error).toBe('core.file-malformed');
    }
    const noBoundary = await doctor.raw({ method: 'POST', url: '/api/file/Uploader/annex', payload: 'x', headers: { 'content-type': 'multipart/form-data' } });
    expect(noBoundary.json().extras.error).toBe('core.file-malformed');
    expect((await doctor.post('/api/file/Uploader/annex', {})).code).not.toBe(200);
    expect(waiting()).toEqual([]);
  });

  it('hides files of organisations that a person cannot reach', async () => {
    const { data } = await upload(doctor, 'annex', 'a.pdf', PDF);
    const elsewhere = await server.db.selectFrom('core.org').select('id').where('en_code', '=', 'SIM.WH').executeTakeFirstOrThrow();
    await server.db.updateTable('core.user_account').set({ org_id: elsewhere.id, department_id: null }).where('account', '=', 'clerk').execute();
    const clerk = await server.signIn('clerk');
    expect((await clerk.get(`/api/file/Download/annex/${data.name}`)).extras?.error).toBe('core.file-missing');
    const nurse = await server.signIn('nurse');
    expect((await nurse.get(`/api/file/Download/annex/${data.name}`)).code).toBe(200);
  });

  it('an address that was given out opens nothing for somebody who may no longer read the file', async () => {
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(64)]);
    const { data } = await upload(doctor, 'annex', 'a.mp4', film);
    const cashier = await server.signIn('cashier');
    const addressOf = async (client: TestClient, from: string) => (await client.get<{ url: string }>(from)).data.url;
    const opened = async (url: string) => (await server.nobody.raw({ method: 'GET', url })).statusCode;
    const download = `/api/file/Download/annex/${data.name}`;
    const [first, second] = [await addressOf(cashier, download), await addressOf(cashier, download)];
    const playing = await addressOf(cashier, `/api/file/Preview/${data.name}/Link`);
    expect([await opened(first), await opened(playing)]).toEqual([200, 200]);
    const own = await addressOf(doctor, download);
    const elsewhere = await server.db.selectFrom('core.org').select('id').where('en_code', '=', 'SIM.WH').executeTakeFirstOrThrow();
    await server.db.updateTable('core.user_account').set({ org_id: elsewhere.id, department_id: null }).where('account', '=', 'cashier').execute();
    expect([await opened(second), await opened(playing), await opened(own)]).toEqual([404, 404, 200]);
  });

  it('what a plugin keeps for its own work is for who sent it, whoever learns its id', async () => {
    const { data } = await upload(doctor, 'annex', 'a.pdf', PDF);
    const nurse = await server.signIn('nurse');
    const ways = [`/api/file/Download/userImport/${data.name}`, `/api/file/Download/annex/${data.name}`, `/api/file/Uploader/Preview?fileName=${data.name}`];
    const codes = async (client: TestClient) => {
      const found: number[] = [];
      for (const way of ways) found.push((await client.get(way)).code);
      return found;
    };
    expect(await codes(nurse)).toEqual([200, 200, 200]);
    await server.db.updateTable('core.stored_file').set({ type: 'userImport' }).where('id', '=', data.name).execute();
    expect(await codes(doctor)).toEqual([200, 200, 200]);
    expect(await codes(nurse)).toEqual([404, 404, 404]);
  });

  it('[7.11-02] takes an own picture as avatar, nothing else', async () => {
    const mine = (await upload(doctor, 'userAvatar', 'me.png', PNG)).data;
    expect((await doctor.put(`/api/permission/Users/Current/Avatar/${mine.name}`)).code).toBe(200);
    expect((await doctor.get<{ userInfo: { headIcon: string } }>('/api/oauth/CurrentUser')).data.userInfo.headIcon).toBe(
      `/api/file/Image/userAvatar/${mine.name}`,
    );
    const nurse = await server.signIn('nurse');
    expect((await nurse.put(`/api/permission/Users/Current/Avatar/${mine.name}`)).extras?.error).toBe('core.file-missing');
    const other = (await upload(doctor, 'annexpic', 'x.png', PNG)).data;
    expect((await doctor.put(`/api/permission/Users/Current/Avatar/${other.name}`)).extras?.error).toBe('core.file-missing');
  });
});

describe('pictures where the site takes larger files', () => {
  const LIMIT = 5_242_880;
  let server: TestServer;
  let doctor: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ config: { uploadLimitMb: 20 } });
    doctor = await server.signIn('doctor');
  });
  afterAll(() => server.close());

  const sized = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);
  const upload = async (type: string, fileName: string, content: Buffer) => {
    const answer = await doctor.raw({ method: 'POST', url: `/api/file/Uploader/${type}`, ...multipart([{ name: 'file', fileName, content }]) });
    return answer.json() as { code: number; msg: string; extras: { error: string } | null };
  };

  it('[5-16] a profile picture is smaller than 5 MB, whoever sends it', async () => {
    expect((await upload('userAvatar', 'me.png', sized(LIMIT - 1))).code).toBe(200);
    expect(await upload('userAvatar', 'me.png', sized(LIMIT))).toMatchObject({
      code: EnvelopeCode.TooLarge,
      msg: '图片大小超过5MB',
      extras: { error: 'core.image-too-large' },
    });
    expect(readdirSync(path.join(server.config.dataDir, 'files/incoming'))).toEqual([]);
    expect((await upload('annexpic', 'scan.png', sized(LIMIT))).code).toBe(200);
  });

  it('[5-25] a picture in a chat is smaller than 5 MB, too, and says so in its own words', async () => {
    expect(await upload('IM', 'chat.png', sized(LIMIT))).toMatchObject({ msg: '图片大小不能超过5M', extras: { error: 'core.chat-image-too-large' } });
    expect((await upload('IM', 'chat.png', sized(LIMIT - 1))).code).toBe(200);
  });
});
