import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

/** As much as a header may hold. */
const LONG = 15_000;

describe('calls of strangers that hold long rows of one sign', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { ratePerMinute: 1_000_000 } });
  });
  afterAll(() => server.close());

  it.each(['1', '.', 'Version/1', ' ', '(', '/'])('a browser called by a row of %s is put on record like any other', async (unit) => {
    const agent = `Version/${unit.repeat(LONG / unit.length)}`.trim();
    const form = 'account=nobody&password=0123456789abcdef0123456789abcdef&origin=password&grant_type=password';
    const answer = await server.nobody.post('/api/oauth/Login', form, { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent });
    expect(answer.code).not.toBe(EnvelopeCode.Fault);
    expect(answer.code).not.toBe(EnvelopeCode.Ok);
  });

  it.each([
    ['accept-encoding', 'br;'],
    ['accept-encoding', 'br; '],
    ['accept-language', 'zh;'],
    ['accept-language', 'zh-'],
    ['authorization', ' '],
    ['content-type', 'multipart/form-data; '],
    ['x-forwarded-for', ','],
  ])('%s of a row of “%s” is answered', async (header, unit) => {
    const row = `x${unit.repeat(LONG / unit.length)}x`;
    for (const url of ['/api/oauth/getLoginConfig', `/api/x${'/'.repeat(LONG)}x`]) {
      const answer = await server.nobody.raw({ method: 'GET', url, headers: { [header]: row } });
      expect(answer.statusCode, url).toBeLessThan(500);
    }
  });
});
