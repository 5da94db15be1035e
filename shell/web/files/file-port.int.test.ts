import axios from 'axios';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { HttpClient } from '../net/http-client.ts';
import { createFilePort } from './file-port.ts';

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

  const portOf = ({ token }: TestClient) =>
    createFilePort(
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
        instance: axios.create({ adapter: 'http' }),
      }),
    );
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
});
