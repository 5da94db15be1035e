import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import axios, { AxiosError } from 'axios';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { HttpClient } from '../net/http-client.ts';
import { PART_BYTES } from '../../contract/files/file-parts.contract.ts';
import { createFilePort } from './file-port.ts';
import { uploadInParts } from './parts/upload-in-parts.ts';

const PDF = '%PDF-1.4\n%%EOF\n';
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe('file storage of pages, against the server', () => {
  let server: TestServer;
  let origin: string;
  let doctor: TestClient;
  beforeAll(async () => {
    server = await startTestServer({});
    origin = await server.server.listen();
    doctor = await server.signIn('doctor');
  });
  afterAll(() => server.close());
  afterEach(() => vi.unstubAllGlobals());

  const httpOf = ({ token }: TestClient, instance = axios.create({ adapter: 'http' })) =>
    new HttpClient({
      base: origin,
      pageOrigin: origin,
      token: () => token,
      language: () => 'zh',
      now: () => 1,
      wait: async () => undefined,
      showError: () => undefined,
      onSessionEnded: () => undefined,
      onReachable: () => undefined,
      instance,
    });
  const portOf = (client: TestClient) => createFilePort(httpOf(client));
  /** Lets the port save a file. @returns the address that the browser would fetch */
  async function savedFrom(...[client, file]: [TestClient, Parameters<ReturnType<typeof portOf>['download']>[0]]): Promise<string> {
    const link = { href: '', download: '', click: vi.fn() };
    vi.stubGlobal('document', { createElement: () => link });
    await portOf(client).download(file);
    expect(link.click).toHaveBeenCalledOnce();
    expect(link.download).toBe(file.name);
    return link.href;
  }

  it('a file that was uploaded is had by those who may, under the name that people know, once per address', async () => {
    const sent: number[] = [];
    const stored = await portOf(doctor).upload(new File([PDF], '检查报告.pdf'), { onProgress: (bytes) => sent.push(bytes) });
    expect(stored).toEqual({
      name: '检查报告.pdf',
      fileId: expect.stringMatching(/^\d{8}_[0-9a-f]{32}\.pdf$/),
      fileVersionId: stored.fileId,
      url: `/api/file/Download/annex/${stored.fileId}`,
      fileSize: PDF.length,
    });
    expect(sent.at(-1)).toBeGreaterThanOrEqual(PDF.length);

    const address = await savedFrom(await server.signIn('nurse'), stored);
    const { data, headers } = await axios.get(address, { adapter: 'http' });
    expect(data).toBe(PDF);
    expect(headers['content-disposition']).toContain(encodeURIComponent('检查报告.pdf'));
    await expect(axios.get(address, { adapter: 'http' })).rejects.toMatchObject({ response: { status: 400 } });
  });

  it('those of another organisation do not learn that it exists; nobody has it without signing in', async () => {
    const stored = await portOf(doctor).upload(new File([PDF], 'a.pdf'));
    const elsewhere = await server.db.selectFrom('core.org').select('id').where('en_code', '=', 'SIM.WH').executeTakeFirstOrThrow();
    await server.db.updateTable('core.user_account').set({ org_id: elsewhere.id, department_id: null }).where('account', '=', 'clerk').execute();
    await expect(savedFrom(await server.signIn('clerk'), stored)).rejects.toMatchObject({ error: 'core.file-missing' });
    await expect(savedFrom(server.nobody, stored)).rejects.toMatchObject({ code: 600 });
  });

  it('a picture is stored as one; what is none is refused with a sentence', async () => {
    const picture = await portOf(doctor).upload(new File([PNG], '照片.png'), { type: 'annexpic' });
    expect(picture).toEqual({ name: '照片.png', fileId: picture.fileId, url: `/api/file/Image/annexpic/${picture.fileId}`, fileSize: PNG.length });
    await expect(portOf(doctor).upload(new File([PDF], 'a.pdf'), { type: 'annexpic' })).rejects.toMatchObject({ error: 'core.image-only', message: /图片/ });
  });

  it('an upload that is called off ends', async () => {
    const end = new AbortController();
    end.abort();
    await expect(portOf(doctor).upload(new File([PDF], 'a.pdf'), { signal: end.signal })).rejects.toMatchObject({ error: 'aborted' });
  });

  describe('a large file', () => {
    const bits = [Buffer.alloc(PART_BYTES, 'SIM '), Buffer.alloc(PART_BYTES, 'text '), Buffer.from('the end')];
    /** Chosen anew, as after a reload: another object, the same file. */
    const chosen = () => new File(bits, '影像.txt', { lastModified: 1 });
    const folders = () => {
      const parts = path.join(server.config.dataDir, 'files/incoming/parts');
      return existsSync(parts) ? readdirSync(parts) : [];
    };
    /** A line that lets so many parts through. */
    function lineOf(client: TestClient, parts: { left: number; readonly sent: number[] }) {
      const adapter = axios.getAdapter('http');
      const instance = axios.create({
        adapter: (config) => {
          const part = config.data instanceof FormData ? Number(config.data.get('chunkNumber')) : 0;
          if (part > 0 && parts.left === 0) return Promise.reject(new AxiosError('cut', 'ERR_NETWORK', config));
          if (part > 0) parts.left -= 1;
          if (part > 0) parts.sent.push(part);
          return adapter(config);
        },
      });
      return httpOf(client, instance);
    }

    it('goes on where its line was lost, also when it is chosen anew', async () => {
      const parts = { left: 2, sent: [] as number[] };
      const http = lineOf(doctor, parts);
      const waits: number[] = [];
      const wait = async (ms: number) => void waits.push(ms);
      await expect(uploadInParts(http, chosen(), {}, wait)).rejects.toMatchObject({ error: 'network' });
      expect([parts.sent, waits.length > 2]).toEqual([[1, 2], true]);
      parts.left = 10;
      const progress: number[] = [];
      const stored = await uploadInParts(http, chosen(), { onProgress: (bytes) => progress.push(bytes) });
      expect([parts.sent, progress[0], progress.at(-1)]).toEqual([[1, 2, 3], 2 * PART_BYTES, 2 * PART_BYTES + 7]);
      expect(stored).toEqual({
        name: '影像.txt',
        fileId: stored.fileId,
        fileVersionId: stored.fileId,
        url: `/api/file/Download/annex/${stored.fileId}`,
        fileSize: 2 * PART_BYTES + 7,
      });
      const { data } = await axios.get<Buffer>(await savedFrom(doctor, stored), { adapter: 'http', responseType: 'arraybuffer' });
      expect(Buffer.concat(bits).equals(data)).toBe(true);
      expect(folders()).toEqual([]);
    });

    it('stopped for a while its parts stay, called off they go; what the server refuses leaves nothing', async () => {
      const port = portOf(doctor);
      const stopAt = (control: AbortController, reason?: string) => ({
        signal: control.signal,
        onProgress: (bytes: number) => void (bytes > PART_BYTES && control.abort(reason)),
      });
      await expect(port.upload(chosen(), stopAt(new AbortController(), 'paused'))).rejects.toMatchObject({ error: 'aborted' });
      expect(folders()).toHaveLength(1);
      await expect(port.upload(chosen(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ error: 'aborted' });
      await expect.poll(folders).toEqual([]);
      await expect(port.upload(chosen(), stopAt(new AbortController()))).rejects.toMatchObject({ error: 'aborted' });
      await expect.poll(folders).toEqual([]);
      await expect(port.upload(new File(bits, 'a.exe'))).rejects.toMatchObject({ error: 'core.file-type', message: /不允许上传/ });
      await expect.poll(folders).toEqual([]);
    });

    it('chosen twice at once it is two files', async () => {
      const stored = await Promise.all([portOf(doctor).upload(chosen()), portOf(doctor).upload(chosen())]);
      expect(new Set(stored.map(({ fileId }) => fileId)).size).toBe(2);
    });
  });
});
