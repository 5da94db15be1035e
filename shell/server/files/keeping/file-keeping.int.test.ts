import { utimesSync } from 'node:fs';
import path from 'node:path';
import { defineServerPlugin, extend, fileHolders } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartHeaders, uploadBytes } from '../../../../tests/support/faults/cut-call.ts';
import { placeOf } from '../storage/file-storage.ts';
import { type ClamavSimulator, EICAR, startClamavSimulator } from '../../../../tools/sim/clamav/clamav-simulator.ts';
import { type Answer, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';

const DAY_MS = 24 * 3_600_000;

describe('what is kept of files', () => {
  let server: TestServer;
  let doctor: TestClient;
  let scanner: ClamavSimulator;
  const named = new Set<string>();
  let broken = false;
  const held = async (ids: readonly string[]) => {
    if (broken) throw new Error('SIM');
    return ids.filter((id) => named.has(id));
  };
  beforeAll(async () => {
    scanner = await startClamavSimulator();
    server = await startTestServer({
      config: { uploadLimitMb: 20, fileQuotaMb: 1, clamavAddress: { host: '127.0.0.1', port: scanner.port } },
      inline: [
        {
          definition: { id: 'letters', version: '1.0.0', name: { zh: '信件', zhtw: '信件', en: 'Letters' }, sdk: '^1.0.0' },
          server: defineServerPlugin({ extensions: [extend(fileHolders, () => ({ types: ['mail'], held }))] }) as never,
        },
      ],
    });
    doctor = await server.signIn('doctor');
  });
  afterAll(async () => {
    await server.close();
    await scanner.close();
  });

  const upload = async (type: string, content: string, fileName = 'a.txt') => {
    const { body } = uploadBytes(doctor, { url: '', fileName, content });
    const answer = await doctor.raw({ method: 'POST', url: `/api/file/Uploader/${type}`, payload: body, headers: multipartHeaders });
    return answer.json() as Answer<{ fileId: string }>;
  };
  const exists = async (fileId: string) => (await doctor.get(`/api/file/Download/annex/${fileId}`)).code === 200;
  const run = async (job: string) => {
    await server.server.plugins.jobs.runNow(`core.${job}`);
    doctor = await server.signIn('doctor');
  };
  const figures = () => server.server.core.usage.figures();

  it('an organisation keeps as much as the configuration says; a sentence says how much it has and what to do', async () => {
    expect((await upload('annex', 'x'.repeat(600_000))).code).toBe(200);
    const refused = await upload('annex', 'x'.repeat(600_000));
    expect([refused.extras?.error, refused.msg]).toEqual([
      'core.file-quota',
      '本机构的文件空间不够：已用 1 MB，上限 1 MB，此文件需要 1 MB。请删除不再需要的文件，或请系统管理员在“系统配置”中调高上限。',
    ]);
    expect((await upload('annex', 'x'.repeat(300_000))).code).toBe(200);
    const { bytes, quotaBytes, organisations, files } = await figures();
    expect({ bytes, quotaBytes, files, of: organisations.map((one) => [one.name !== '', one.files, one.bytes]) }).toEqual({
      bytes: 900_000,
      quotaBytes: 1_048_576,
      files: 2,
      of: [[true, 2, 900_000]],
    });
    const fields = { identifier: 'x', chunkNumber: '2', totalChunks: '2', totalSize: String(5_242_880 + 3) };
    const { body } = uploadBytes(doctor, { url: '', fileName: 'blob', content: 'abc' });
    const boundary = multipartHeaders['content-type'].split('boundary=')[1];
    const texts = Object.entries(fields).map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    const part = await doctor.raw({
      method: 'POST',
      url: '/api/file/chunk',
      payload: Buffer.concat([Buffer.from(texts.join('')), body]),
      headers: multipartHeaders,
    });
    expect(part.json().extras.error).toBe('core.file-quota');
  });

  it('two uploads at the same moment do not pass a quota together', async () => {
    await server.db.deleteFrom('core.stored_file').execute();
    const answers = await Promise.all(Array.from({ length: 3 }, (_, at) => upload('annex', 'x'.repeat(400_000 + at), `${at}.txt`)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2);
    expect(new Set(answers.flatMap(({ extras }) => extras?.error ?? []))).toEqual(new Set(['core.file-quota']));
    expect((await figures()).bytes).toBeLessThanOrEqual(1_048_576);
    await server.db.deleteFrom('core.stored_file').execute();
    for (const size of [600_000, 300_000]) expect((await upload('annex', 'x'.repeat(size))).code).toBe(200);
  });

  it('an address may be good as often as it was asked for, and no more', async () => {
    const { data } = await upload('annex', 'again', 'often.txt');
    const link = async (times: string) => (await doctor.get<{ url: string }>(`/api/file/Download/annex/${data.fileId}${times}`)).data?.url ?? '';
    const fetched = async (url: string) => (await doctor.raw({ method: 'GET', url })).statusCode;
    const once = await link('');
    expect([await fetched(once), await fetched(once)]).toEqual([200, 400]);
    const often = await link('?times=3');
    expect([await fetched(often), await fetched(often), await fetched(often), await fetched(often)]).toEqual([200, 200, 200, 400]);
    const late = await link('?times=20');
    server.time.advance(61 * 60_000);
    expect(await fetched(late)).toBe(400);
    doctor = await server.signIn('doctor');
    expect((await doctor.get(`/api/file/Download/annex/${data.fileId}?times=21`)).code).toBe(400);
    await server.db.deleteFrom('core.stored_file').where('id', '=', data.fileId).execute();
  });

  it('what nothing names is counted first and removed a day later, by hand; types that nobody claims stay', async () => {
    const [letter, kept, annex] = await Promise.all([upload('mail', 'SIM 1'), upload('mail', 'SIM 2'), upload('annex', 'SIM 3')]);
    named.add(kept.data.fileId);
    await run('find-orphans');
    // Somebody may still be writing the letter.
    expect((await figures()).orphans).toEqual({ files: 0, bytes: 0 });
    server.time.advance(8 * DAY_MS);
    await run('find-orphans');
    expect((await figures()).orphans).toEqual({ files: 1, bytes: 5 });
    await run('remove-orphans');
    expect(await exists(letter.data.fileId)).toBe(true);
    server.time.advance(2 * DAY_MS);
    broken = true;
    await run('remove-orphans').catch(() => undefined);
    doctor = await server.signIn('doctor');
    expect(await exists(letter.data.fileId)).toBe(true);
    broken = false;
    await run('remove-orphans');
    expect([await exists(letter.data.fileId), await exists(kept.data.fileId), await exists(annex.data.fileId)]).toEqual([false, true, true]);
    expect((await figures()).orphans).toEqual({ files: 0, bytes: 0 });
  });

  it('what lies in the storage without a row goes with the orphans once it is a week old; what is on record stays', async () => {
    const { storage } = server.server.core;
    const kept = await upload('annex', 'SIM 5');
    const [lost, fresh] = ['a', 'b'].map((letter) => placeOf(`20260302_${letter.repeat(32)}.txt`));
    for (const place of [lost, fresh]) await storage.putBytes(place ?? '', Buffer.from('SIM'));
    const old = new Date(Date.parse('2026-01-01T00:00:00Z'));
    for (const place of [lost, placeOf(kept.data.fileId)]) utimesSync(path.join(server.config.dataDir, 'files', place ?? ''), old, old);
    await run('remove-orphans');
    const there = await Promise.all([lost, fresh, placeOf(kept.data.fileId)].map(async (place) => (await storage.look(place ?? '')) !== undefined));
    expect(there).toEqual([false, true, true]);
  });

  it('found, and named afterwards: it stays, and is counted no more; a picture of a person is theirs', async () => {
    const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const { body } = uploadBytes(doctor, { url: '', fileName: 'me.png', content: PNG });
    const avatar = (await doctor.raw({ method: 'POST', url: '/api/file/Uploader/userAvatar', payload: body, headers: multipartHeaders })).json() as Answer<{
      fileId: string;
    }>;
    await doctor.put(`/api/permission/Users/Current/Avatar/${avatar.data.fileId}`);
    const late = await upload('mail', 'SIM 4');
    server.time.advance(8 * DAY_MS);
    await run('find-orphans');
    expect((await figures()).orphans.files).toBe(1);
    named.add(late.data.fileId);
    server.time.advance(2 * DAY_MS);
    await run('remove-orphans');
    await run('find-orphans');
    expect([(await figures()).orphans.files, await exists(late.data.fileId), await exists(avatar.data.fileId)]).toEqual([0, true, true]);
  });

  it('a virus is refused, whole or in parts; while the scanner is down files are refused or marked, and scanned afterwards', async () => {
    const refused = await upload('annex', `SIM ${EICAR}`);
    expect([refused.extras?.error, refused.msg]).toEqual([
      'core.file-infected',
      '文件中发现病毒（Win.Test.EICAR_HDB-1），不能使用。请用杀毒软件检查您的电脑。',
    ]);
    const scanned = scanner.scanned;
    expect((await upload('annex', 'SIM')).code).toBe(200);
    expect(scanner.scanned).toBe(scanned + 1);
    scanner.mood = 'hangs-up';
    expect((await upload('annex', 'SIM')).extras?.error).toBe('core.scan-down');
    Object.assign(server.server.core.parts.config, { clamavDown: 'mark' });
    const [good, bad] = [await upload('annex', 'SIM 5'), await upload('annex', `SIM 6 ${EICAR}`)];
    expect([await exists(good.data.fileId), await exists(bad.data.fileId)]).toEqual([true, true]);
    await run('scan-missed').catch(() => undefined);
    expect(await exists(bad.data.fileId)).toBe(true);
    scanner.mood = 'works';
    await run('scan-missed');
    expect([await exists(good.data.fileId), await exists(bad.data.fileId)]).toEqual([true, false]);
    expect((await doctor.get(`/api/file/Preview/${bad.data.fileId}`)).extras?.error).toBe('core.file-infected');
    const marks = await server.db
      .selectFrom('core.stored_file')
      .select('scan')
      .where('id', 'in', [good.data.fileId, bad.data.fileId])
      .orderBy('scan')
      .execute();
    expect(marks.map(({ scan }) => scan)).toEqual(['clean', 'infected']);
  });
});
