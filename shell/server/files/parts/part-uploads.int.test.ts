import { readdirSync } from 'node:fs';
import path from 'node:path';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartHeaders, uploadBytes } from '../../../../tests/support/faults/cut-call.ts';
import { type Answer, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { PART_BYTES, type PartsArrived } from '../../../contract/files/file-parts.contract.ts';
import { STORAGES, type StorageUnderTest, storageUnderTest } from '../storage/both-storages.fixture.ts';
import { PARTS } from './part-folder.ts';
import { MAX_OPEN_UPLOADS, PartUploads } from './part-uploads.ts';

const HOUR_MS = 3_600_000;
const BOUNDARY = /boundary=(.+)$/.exec(multipartHeaders['content-type'])?.[1] ?? '';
type Made = { readonly name: string; readonly url: string; readonly fileId: string };

/** Fields before the bytes, as clients of the platform send them. */
function partBody(fields: Readonly<Record<string, string | number>>, content: Buffer): Buffer {
  const texts = Object.entries(fields).map(([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return Buffer.concat([Buffer.from(texts.join('')), uploadBytes({ token: '' }, { url: '', fileName: 'blob', content }).body]);
}

describe.each(STORAGES)('uploads in parts, kept on %s', (kind) => {
  let storage: StorageUnderTest;
  let server: TestServer;
  let doctor: TestClient;
  let nurse: TestClient;
  beforeAll(async () => {
    storage = await storageUnderTest(kind);
    server = await startTestServer({ config: { ...storage.config, uploadLimitMb: 20 } });
    doctor = await server.signIn('doctor');
    nurse = await server.signIn('nurse');
  });
  afterAll(async () => {
    await server.close();
    await storage.close();
  });

  const whole = Buffer.alloc(PART_BYTES, 'SIM text ');
  const rest = Buffer.from('the end');
  const folders = async () => (await server.server.core.storage.folders(PARTS)).map(({ name }) => name);
  const send = async (client: TestClient, fields: Readonly<Record<string, string | number>>, content: Buffer) => {
    const answer = await client.raw({ method: 'POST', url: '/api/file/chunk', payload: partBody(fields, content), headers: multipartHeaders });
    return answer.json() as Answer<PartsArrived>;
  };
  const arrived = (client: TestClient, identifier: string) =>
    client.get<PartsArrived>(`/api/file/chunk?chunkNumber=1&identifier=${encodeURIComponent(identifier)}`);
  /** As clients of the platform send it: a multipart form without a file. */
  const merge = async (client: TestClient, fields: Readonly<Record<string, string | number>>) => {
    const texts = Object.entries(fields).map(([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    const payload = Buffer.from(`${texts.join('')}--${BOUNDARY}--\r\n`);
    return (await client.raw({ method: 'POST', url: '/api/file/merge', payload, headers: multipartHeaders })).json() as Answer<Made>;
  };
  const bytesOf = async (client: TestClient, fileId: string) => {
    const { data } = await client.get<{ url: string }>(`/api/file/Download/annex/${fileId}`);
    return (await client.raw({ method: 'GET', url: data.url })).rawPayload;
  };
  const begin = (client: TestClient, identifier: string) => send(client, { identifier, chunkNumber: 2, totalChunks: 2 }, rest);

  it('parts come in any order and twice, are each person’s own, and make one file, however many ask for it', async () => {
    const facts = { identifier: '../../etc/passwd', totalChunks: 2, totalSize: PART_BYTES + rest.length };
    expect((await arrived(doctor, facts.identifier)).data).toEqual({ uploaded: false, chunkNumbers: [] });
    expect((await send(doctor, { ...facts, chunkNumber: 2 }, rest)).data).toEqual({ uploaded: false, chunkNumbers: [2] });
    expect((await arrived(nurse, facts.identifier)).data.chunkNumbers).toEqual([]);
    // Another server, or this one after a restart, knows what has arrived.
    const { parts, files, partUploads, storage: shared } = server.server.core;
    const other = new PartUploads({
      ...parts,
      files,
      storage: shared,
      limitBytes: 20 * 1_048_576,
      assertRoom: async () => undefined,
    });
    const { user_id: userId } = await server.db.selectFrom('core.part_upload').select('user_id').executeTakeFirstOrThrow();
    expect(await other.arrived({ userId, identifier: facts.identifier })).toEqual(await partUploads.arrived({ userId, identifier: facts.identifier }));
    expect((await other.arrived({ userId, identifier: facts.identifier })).chunkNumbers).toEqual([2]);
    const early = await merge(doctor, { identifier: facts.identifier, fileName: 'a.txt' });
    expect([early.extras?.error, early.msg]).toEqual(['core.upload-incomplete', '文件还缺 1 个分片（1…），请继续上传后再试。']);
    await send(doctor, { ...facts, chunkNumber: 1 }, whole);
    expect((await send(doctor, { ...facts, chunkNumber: 1 }, whole)).data).toEqual({ uploaded: true, chunkNumbers: [1, 2] });
    const asked = { identifier: facts.identifier, fileName: '../病程.txt', fileSize: facts.totalSize, fileType: 'text/plain', extension: 'txt', type: 'annex' };
    const answers = await Promise.all([merge(doctor, asked), merge(doctor, asked), merge(doctor, asked)]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    const [made] = answers;
    expect(new Set(answers.map(({ data }) => data.fileId)).size).toBe(1);
    expect(made?.data.url).toBe(`/api/file/Download/annex/${made?.data.name}`);
    const stored = await server.db.selectFrom('core.stored_file').select(['id', 'name']).execute();
    expect(stored).toEqual([{ id: made?.data.fileId, name: '病程.txt' }]);
    expect((await bytesOf(nurse, made?.data.fileId ?? '')).equals(Buffer.concat([whole, rest]))).toBe(true);
    await expect.poll(folders).toEqual([]);
    // The same file once more is another one.
    expect((await arrived(doctor, facts.identifier)).data.uploaded).toBe(false);
    await send(doctor, { ...facts, chunkNumber: 1 }, whole);
    await send(doctor, { ...facts, chunkNumber: 2 }, rest);
    expect((await merge(doctor, asked)).data.fileId).not.toBe(made?.data.fileId);
  });

  it.each<[string, Record<string, string | number>, Buffer, string]>([
    ['a negative number', { identifier: 'x', chunkNumber: -1, totalChunks: 2 }, whole, 'core.invalid'],
    ['the number nought', { identifier: 'x', chunkNumber: 0, totalChunks: 2 }, whole, 'core.invalid'],
    ['a number beyond all others', { identifier: 'x', chunkNumber: '9007199254740993', totalChunks: 2 }, whole, 'core.invalid'],
    ['a number without end', { identifier: 'x', chunkNumber: '1e999', totalChunks: 2 }, whole, 'core.invalid'],
    ['a number that is a path', { identifier: 'x', chunkNumber: '../1', totalChunks: 2 }, whole, 'core.invalid'],
    ['parts without end', { identifier: 'x', chunkNumber: 1, totalChunks: '9007199254740993' }, whole, 'core.invalid'],
    ['less than no part', { identifier: 'x', chunkNumber: 1, totalChunks: -2 }, whole, 'core.invalid'],
    ['less than no bytes', { identifier: 'x', chunkNumber: 1, totalChunks: 2, totalSize: -1 }, whole, 'core.invalid'],
    ['no number', { identifier: 'x', chunkNumber: 'NaN', totalChunks: 2 }, whole, 'core.invalid'],
    ['no name', { chunkNumber: 1, totalChunks: 2 }, whole, 'core.invalid'],
    ['a name without end', { identifier: 'x'.repeat(201), chunkNumber: 1, totalChunks: 2 }, whole, 'core.invalid'],
    ['one of 10,000', { identifier: 'x', chunkNumber: 1, totalChunks: 10_000 }, whole, 'core.file-too-large'],
    ['a short one', { identifier: 'x', chunkNumber: 1, totalChunks: 2 }, rest, 'core.upload-part-size'],
    ['one behind the last', { identifier: 'x', chunkNumber: 3, totalChunks: 2 }, rest, 'core.upload-part-number'],
    ['one without end', { identifier: 'x', chunkNumber: 1, totalChunks: 1 }, Buffer.alloc(2 * PART_BYTES), 'core.file-too-large'],
    ['an empty one', { identifier: 'x', chunkNumber: 1, totalChunks: 1 }, Buffer.alloc(0), 'core.file-empty'],
  ])('a part is refused and leaves nothing: %s', async (_name, fields, content, error) => {
    const answer = await send(doctor, fields, content);
    expect([answer.extras?.error, answer.msg.length > 5]).toEqual([error, true]);
    expect(readdirSync(path.join(server.config.dataDir, 'files/incoming')).filter((name) => name !== 'parts')).toEqual([]);
    expect((await arrived(doctor, 'x')).data.chunkNumbers).toEqual([]);
  });

  it.each<[string, Record<string, string | number>, Buffer, string]>([
    ['a page called text', { fileName: 'a.txt' }, Buffer.from('<!doctype html><script>'), 'core.file-type'],
    ['a picture that is none', { fileName: 'a.png', type: 'annexpic' }, Buffer.from('<svg onload=alert(1)>'), 'core.file-type'],
    ['a document where pictures are wanted', { fileName: 'a.pdf', type: 'annexpic' }, Buffer.from('%PDF-1.4'), 'core.image-only'],
    ['another size than was said', { fileName: 'a.txt', fileSize: 3 }, rest, 'core.upload-size'],
    ['an unknown kind', { fileName: 'a.txt', type: 'codeGenerator' }, rest, 'core.file-type'],
  ])('what they make is judged as any upload: %s', async (_name, fields, content, error) => {
    await send(doctor, { identifier: 'judged', chunkNumber: 1, totalChunks: 1 }, content);
    expect((await merge(doctor, { identifier: 'judged', ...fields })).extras?.error).toBe(error);
    expect((await merge(nurse, { identifier: 'judged', ...fields, fileName: 'a.txt', type: 'annex' })).extras?.error).toBe('core.upload-unknown');
    // Nor does somebody else take it away: the name counts for each person alone.
    expect((await nurse.del('/api/file/chunk?identifier=judged')).code).toBe(200);
    expect((await arrived(doctor, 'judged')).data.chunkNumbers).toEqual([1]);
    expect((await doctor.del('/api/file/chunk?identifier=judged')).code).toBe(200);
    await expect.poll(() => readdirSync(path.join(server.config.dataDir, 'files/incoming')).filter((name) => name !== 'parts')).toEqual([]);
  });

  it('nobody sends, looks or merges without signing in; a form with a file is none', async () => {
    for (const answer of [
      await send(server.nobody, { identifier: 'x', chunkNumber: 1, totalChunks: 1 }, rest),
      await arrived(server.nobody, 'x'),
      await merge(server.nobody, { identifier: 'x', fileName: 'a.txt' }),
    ])
      expect(answer.code).toBe(EnvelopeCode.LoginExpired);
    const answer = await doctor.raw({
      method: 'POST',
      url: '/api/file/merge',
      payload: partBody({ identifier: 'x', fileName: 'a.txt' }, rest),
      headers: multipartHeaders,
    });
    expect(answer.json().extras.error).toBe('core.upload-unexpected');
  });

  it('a person has so many open; the one that is idle longest gives way, and what nobody finished goes after a day', async () => {
    for (let n = 0; n < MAX_OPEN_UPLOADS; n += 1) {
      server.time.advance(1_000);
      expect((await begin(nurse, `open ${n}`)).code).toBe(200);
    }
    expect((await begin(nurse, 'one more')).extras?.error).toBe('core.upload-too-many-open');
    expect((await begin(nurse, 'open 3')).code).toBe(200);
    expect((await begin(doctor, 'of somebody else')).code).toBe(200);
    server.time.advance(2 * HOUR_MS);
    // Hours later the session has ended, too.
    nurse = await server.signIn('nurse');
    expect((await begin(nurse, 'one more')).code).toBe(200);
    expect((await arrived(nurse, 'open 0')).data.chunkNumbers).toEqual([]);
    expect((await arrived(nurse, 'open 1')).data.chunkNumbers).toEqual([2]);
    await expect.poll(async () => (await folders()).length).toBe(MAX_OPEN_UPLOADS + 1);
    server.time.advance(23 * HOUR_MS);
    await server.server.core.partUploads.forgetOld();
    await expect.poll(async () => (await folders()).length).toBe(1);
    nurse = await server.signIn('nurse');
    expect((await arrived(nurse, 'one more')).data.chunkNumbers).toEqual([2]);
    doctor = await server.signIn('doctor');
  });
});
