import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { clientHash } from '../../auth/password/password-hash.ts';

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
    // As a copy that took its time leaves them.
    utimesSync(path.join(web, 'assets/a-1.js.br'), new Date(0), new Date(0));
    writeFileSync(path.join(web, 'index.html.br'), 'of an older build');
    utimesSync(path.join(web, 'index.html.br'), new Date(0), new Date(0));
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

  it('the worker of the PDF engine alone may make machine code, and text becomes a script nowhere', async () => {
    const folder = path.join(server.config.buildDir, 'web/assets/pdf-1.2.3');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'pdf.worker.js'), 'self.x = 1;');
    const policyOf = async (url: string) => (await get(url)).headers['content-security-policy'];
    expect(await policyOf('/assets/pdf-1.2.3/pdf.worker.js')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(await policyOf('/')).toContain("script-src 'self';");
    for (const url of ['/assets/a-1.js', '/assets/a/pdf.worker.js']) expect(await policyOf(url), url).toBe("default-src 'self'");
    writeFileSync(path.join(server.config.buildDir, 'web/assets/a-1.css'), 'p { color: red }');
    expect(await policyOf('/assets/a-1.css')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('leaves a packed neighbour of an older build alone', async () => {
    expect((await get('/', { 'accept-encoding': 'br' })).body).toContain('<title>page');
  });

  it('the icon that browsers ask for by themselves is no fault: the page names its own', async () => {
    const icon = await get('/favicon.ico');
    expect([icon.statusCode, icon.body, icon.headers['cache-control']]).toEqual([204, '', 'public, max-age=86400']);
  });

  it('refuses other methods on pages', async () => {
    expect((await server.nobody.raw({ method: 'POST', url: '/login' })).statusCode).toBe(404);
  });

  describe('pages of other origins', () => {
    const OLD = 'https://old.example.org';
    let open: TestServer;
    beforeAll(async () => {
      open = await startTestServer({ config: { allowedOrigins: [OLD], ratePerMinute: 120 } });
    });
    afterAll(() => open.close());
    const CALL = '/api/oauth/LoginPage';
    const ask = (called: TestServer, origin: string, url = CALL, more: Record<string, string> = {}) =>
      called.nobody.raw({
        method: 'OPTIONS',
        url,
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization,content-type', ...more },
      });
    const call = (called: TestServer, origin: string, url = CALL) => called.nobody.raw({ method: 'GET', url, headers: { origin, 'accept-encoding': 'gzip' } });
    const corsOf = ({ headers }: { readonly headers: object }) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

    it('may call when they are named: the question before and the call itself say so, without credentials', async () => {
      const before = await ask(open, OLD);
      expect([before.statusCode, before.body]).toEqual([204, '']);
      expect(before.headers).toMatchObject({
        'access-control-allow-origin': OLD,
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-max-age': '7200',
        'x-content-type-options': 'nosniff',
      });
      expect(String(before.headers['access-control-allow-headers']).split(', ')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'x-language']),
      );
      const answer = await call(open, OLD);
      expect(answer.json().code).toBe(200);
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': OLD, vary: 'Origin' });
      expect(String(answer.headers['access-control-expose-headers'])).toContain('content-disposition');
      // Sent packed, the answer depends on two headers.
      const { token } = await open.signIn('admin');
      const packed = await open.nobody.raw({
        method: 'GET',
        url: '/api/oauth/CurrentUser',
        headers: { origin: OLD, authorization: token, 'accept-encoding': 'gzip' },
      });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, accept-encoding' });
      for (const one of [before, answer, packed]) expect(one.headers['access-control-allow-credentials']).toBeUndefined();
    });

    it('may read refusals, too: unknown calls, bad bodies, too many calls', async () => {
      expect((await call(open, OLD, '/api/nothing')).headers).toMatchObject({ 'access-control-allow-origin': OLD });
      const bad = await open.nobody.raw({
        method: 'POST',
        url: '/api/oauth/Ticket',
        payload: '{',
        headers: { origin: OLD, 'content-type': 'application/json' },
      });
      expect([bad.statusCode, bad.headers['access-control-allow-origin']]).toEqual([400, OLD]);
      let last = await call(open, OLD);
      for (let n = 0; n < 40 && last.statusCode !== 429; n += 1) last = await call(open, OLD);
      expect([last.statusCode, last.headers['access-control-allow-origin']]).toEqual([429, OLD]);
      // Questions before calls take nothing of what calls may be.
      expect((await ask(open, OLD)).statusCode).toBe(204);
      open.time.advance(60_000);
    });

    it('draw pictures that everybody may see, and nothing else unasked', async () => {
      const picture = await call(open, OLD, '/api/file/ImageCode/1700000000');
      expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' });
      expect((await call(open, OLD)).headers['cross-origin-resource-policy']).toBe('same-origin');
      expect((await call(server, OLD, '/api/file/ImageCode/1700000000')).headers['cross-origin-resource-policy']).toBe('same-origin');
    });

    it.each(['https://old.example.org.evil.example', 'http://old.example.org', 'https://old.example.org:444', 'https://evil.example', 'null'])(
      'are told nothing when they are not named: %s',
      async (origin) => {
        const before = await ask(open, origin);
        expect([before.statusCode, corsOf(before)]).toEqual([404, []]);
        const answer = await call(open, origin);
        expect([answer.json().code, corsOf(answer), answer.headers.vary]).toEqual([200, [], 'Origin']);
      },
    );

    it('are called below /api alone, and an OPTIONS call that asks for nothing is unknown', async () => {
      expect(corsOf(await ask(open, OLD, '/login'))).toEqual([]);
      expect(corsOf(await call(open, OLD, '/apiary'))).toEqual([]);
      const bare = await open.nobody.raw({ method: 'OPTIONS', url: CALL, headers: { origin: OLD } });
      expect([bare.statusCode, corsOf(bare)]).toEqual([404, []]);
    });

    it('may do nothing unless the configuration names any', async () => {
      const before = await ask(server, OLD);
      expect([before.statusCode, corsOf(before)]).toEqual([404, []]);
      const answer = await call(server, OLD);
      expect([answer.json().code, corsOf(answer), answer.headers.vary]).toEqual([200, [], undefined]);
    });
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
