import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoundRoute } from '../../shell/server/http/pipeline/bound-route.ts';
import { multipartHeaders, uploadBytes } from '../support/faults/cut-call.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

/** Calls that would end or lock the session that makes the other calls. */
const LEFT_OUT = new Set(['session.logout', 'session.lock', 'session.unlock']);
const JSON_TYPE = 'application/json';
const deep = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;

describe('bodies that no route expects', () => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await startTestServer({
      plugins: ALL_PLUGINS,
      config: { ratePerMinute: 1_000_000_000, loginFailuresAllowed: 100, addressFailuresAllowed: 10_000 },
    });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.close());

  const routes = (): readonly BoundRoute[] => server.server.plugins.host.snapshot.routes.filter(({ name }) => !LEFT_OUT.has(name));
  const isUpload = ({ route }: BoundRoute): boolean => route.method !== 'GET' && route.encoding === 'multipart';
  const urlOf = ({ route }: BoundRoute): string => route.path.replace(/\{\w+\}/g, 'x');
  const send = async (bound: BoundRoute, type: string | undefined, payload: string | Buffer) => {
    const answer = await admin.raw({
      method: bound.route.method,
      url: urlOf(bound),
      payload,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
    const { code, msg, extras } = answer.json() as { code: number; msg: string; extras: { error: string } | null };
    return { name: bound.name, status: answer.statusCode, code, msg, error: extras?.error };
  };
  const received = (): string[] => {
    const folder = path.join(server.config.dataDir, 'files/incoming');
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };

  it('nested thousands deep are refused with a sentence by every route', async () => {
    const asked = routes().filter(({ route }) => route.method !== 'GET');
    expect(asked.length).toBeGreaterThan(100);
    for (const [at, bound] of asked.entries()) {
      for (const payload of at < 10 ? [deep(2_000), deep(100_000), `[${deep(20_000)}]`] : [deep(20_000)]) {
        const answer = await send(bound, JSON_TYPE, payload);
        expect(answer).toMatchObject({ status: 400, code: EnvelopeCode.Invalid, error: 'core.body-too-deep' });
        expect(answer.msg).toContain('64');
      }
    }
    // What real clients send is far below.
    const usual = await send(asked[0] as BoundRoute, JSON_TYPE, deep(60));
    expect(usual.error).not.toBe('core.body-too-deep');
  });

  it('that are no upload are refused by every route that takes one', async () => {
    const uploads = routes().filter(isUpload);
    expect(uploads.length).toBeGreaterThan(1);
    // Looks like what a handler gets of an upload. Taken for one, the server would remove, or keep and hand out, whatever file it names.
    const bait = path.join(server.config.dataDir, 'bait.txt');
    mkdirSync(server.config.dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(bait, 'still here');
    const pretending = { file: { path: bait, name: 'bait.txt', size: 10, sha256: '', kind: { extension: 'txt', contentType: 'text/plain' } }, fields: {} };
    const bodies = [
      [JSON_TYPE, JSON.stringify(pretending)],
      [JSON_TYPE, '"text"'],
      [JSON_TYPE, ''],
      ['application/x-www-form-urlencoded', 'file=a&fields=b'],
    ] as const;
    for (const bound of uploads) {
      for (const [type, payload] of bodies) {
        expect(await send(bound, type, payload)).toMatchObject({ code: EnvelopeCode.Invalid, error: 'core.upload-expected' });
        expect(readFileSync(bait, 'utf8')).toBe('still here');
      }
    }
    // Of a kind that may be kept.
    expect((await admin.post('/api/file/Uploader/annex', pretending)).extras?.error).toBe('core.upload-expected');
    expect(readFileSync(bait, 'utf8')).toBe('still here');
  });

  it('that are an upload are refused by every route that takes none, unread', async () => {
    const { body } = uploadBytes(admin, { url: '', fileName: 'a.txt', content: 'hello' });
    const type = multipartHeaders['content-type'];
    for (const bound of routes().filter((one) => one.route.method !== 'GET' && !isUpload(one))) {
      const answer = await send(bound, type, body);
      expect(answer.code, `${bound.name} ${answer.msg}`).not.toBe(EnvelopeCode.Ok);
      expect(answer.code, `${bound.name} ${answer.msg}`).not.toBe(EnvelopeCode.Fault);
      expect(answer.msg, bound.name).not.toBe('');
    }
    expect(received()).toEqual([]);
  });

  it('of types that nobody knows are refused', async () => {
    for (const bound of routes()
      .filter(({ route }) => route.method !== 'GET')
      .slice(0, 40)) {
      for (const type of ['text/xml', 'application/octet-stream', 'application/json; charset=nonsense-7']) {
        const answer = await send(bound, type, '<a/>');
        expect(answer, bound.name).toMatchObject({ status: 400, code: EnvelopeCode.Invalid });
        expect(answer.msg).not.toBe('');
      }
    }
  });
});
