import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { clientHash } from '../auth/password-hash.ts';

describe('pages and files', () => {
  let server: TestServer;
  const script = 'System.register([], function () { return {}; });'.repeat(10);
  beforeAll(async () => {
    server = await startTestServer();
    const web = path.join(server.config.buildDir, 'web');
    mkdirSync(path.join(web, 'assets'), { recursive: true });
    writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>page</title>');
    writeFileSync(path.join(web, 'assets/a-1.js'), script);
    writeFileSync(path.join(web, 'assets/a-1.js.br'), brotliCompressSync(script));
    writeFileSync(path.join(web, 'assets/b-1.js'), 'new');
    writeFileSync(path.join(web, 'assets/b-1.js.br'), 'of an older build');
    utimesSync(path.join(web, 'assets/b-1.js.br'), new Date(0), new Date(0));
  });
  afterAll(() => server.close());

  const get = (url: string, headers: Record<string, string> = {}) => server.nobody.raw({ method: 'GET', url, headers });

  it('shows the page for every address that is no file, and never from a cache unasked', async () => {
    for (const url of ['/', '/login', '/his/pharmacy?tab=1', '/404', '/index.html']) {
      const page = await get(url);
      expect(page.statusCode, url).toBe(200);
      expect(page.body, url).toContain('<title>page');
      expect(page.headers['cache-control'], url).toBe('no-cache');
    }
  });

  it('sends hashed files packed and for ever, and says so when nothing changed', async () => {
    const packed = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
    expect(packed.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const plain = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(script);
    expect((await get('/assets/a-1.js', { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304);
    const head = await server.nobody.raw({ method: 'HEAD', url: '/assets/a-1.js' });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(script.length)]);
  });

  it('leaves a packed neighbour of an older build alone', async () => {
    expect((await get('/assets/b-1.js', { 'accept-encoding': 'br' })).body).toBe('new');
  });

  it('refuses other methods on pages', async () => {
    expect((await server.nobody.raw({ method: 'POST', url: '/login' })).statusCode).toBe(404);
  });
});

describe('log', () => {
  it('holds no token, password, code or ticket, however a call carried them', async () => {
    let written = '';
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString();
        done();
      },
    });
    const server = await startTestServer({ config: { logLevel: 'trace' }, logTo: sink });
    const doctor = await server.signIn('doctor');
    const { ticket } = (await doctor.post<{ ticket: string }>('/api/oauth/Ticket/Actions/Issue', { target: '/home' })).data;
    await server.nobody.raw({ method: 'GET', url: `/home?token=${ticket}` });
    await server.nobody.raw({ method: 'GET', url: `/api/file/Download?encryption=${ticket}&name=x` });
    await doctor.post('/api/oauth/LockScreen', { account: 'doctor', password: clientHash('secret1') });
    await server.nobody.post('/api/oauth/MobileCode', { mobile: '13812345678' });
    await doctor.put('/api/permission/Users/Current/BaseInfo', { mobilePhone: 'nonsense-13812345678' });
    // A number of somebody else, which the log must not hold.
    const mobile = (await server.db.selectFrom('core.user_account').select('mobile').where('account', '=', 'nurse').executeTakeFirstOrThrow()).mobile;
    expect((await doctor.put('/api/permission/Users/Current/BaseInfo', { mobilePhone: mobile })).extras?.error).toBe('core.mobile-unproven');
    await server.close();
    expect(written).toContain('/api/oauth/Login');
    for (const secret of [doctor.token.slice('Bearer '.length), ticket, clientHash('secret1'), clientHash('Demo2026'), mobile, '13812345678', 'scrypt$']) {
      expect(written, secret).not.toContain(secret);
    }
  });
});
