import { describe, expect, it } from 'vitest';
import { checkWaiting } from './check.mjs';

const check = (text: string, file = 'plugins/x/server/x.int.test.ts'): string => checkWaiting(file, text).join('\n');
const PAUSE = "import { setTimeout as pause } from 'node:timers/promises';\n";

describe('tests that depend on time, a port or an order', () => {
  it.each([
    ['a pause', `${PAUSE}await pause(20);`, 'fixed time'],
    ['a timer in a promise', 'await new Promise((done) => setTimeout(done, 20));', 'fixed time'],
    ['a timer under another name', 'const later = globalThis.setTimeout; later(work, 20);', 'fixed time'],
    ["the browser's own", 'await page.waitForTimeout(200);', 'fixed time'],
    ['a pause so many times', `${PAUSE}for (let n = 0; n < 5; n += 1) await pause(20);`, 'fixed time'],
    ['looking for something without end', `${PAUSE}while (!found()) await pause(20);`, 'fixed time'],
    [
      'a pause after a condition in another function',
      `${PAUSE}for (;;) { const f = () => { if (a) return; if (b > c) throw d; }; await pause(5); }`,
      'fixed time',
    ],
    ['a second for vi.waitFor', 'await vi.waitFor(() => expect(a).toBe(1));', 'gives up after one second'],
    ['a short limit', 'await expect.poll(look, { timeout: 2_000 }).toBe(1);', 'gives up after 2000 ms'],
    ['a short limit for what is seen', 'await expect(row).toBeVisible({ timeout: 500 });', 'gives up after 500 ms'],
    ['a short limit of a test', "const SHORT = 5_000; test.runIf(a)('x', async () => {}, SHORT);", 'has 5000 ms in all'],
    ['a minute for a test', "it('x', { timeout: 60_000 }, async () => {});", 'has 60000 ms in all'],
    ['a short limit of a hook', 'beforeAll(async () => {}, 1_000);', 'has 1000 ms in all'],
    ['measured time', 'const began = performance.now(); const took = performance.now() - began; expect(took).toBeLessThan(100);', 'clock on the wall'],
    ['a list of measured times', 'times.push(performance.now() - from); expect(Math.min(...times)).toBeLessThan(20);', 'clock on the wall'],
    ['measured time at once', 'expect(Date.now() - began).toBeLessThanOrEqual(100);', 'clock on the wall'],
    ['a port', "server.listen(8080, '127.0.0.1');", 'fixed port 8080'],
    ['a port by name', 'const PORT = 8080; await app.listen({ port: PORT });', 'fixed port 8080'],
    ['a port for a server', 'await startSimulator({ port: 5090 });', 'fixed port 5090'],
    ['a port in the environment', "spawn(node, [main], { env: { PORT: '5000' } });", 'fixed port 5000'],
    ['an address that is called', "await fetch('http://localhost:5000/api/health');", 'fixed port 5000'],
    ['a free port for later', 'probe.listen(0, () => { const { port } = probe.address(); probe.close(() => resolve(port)); });', 'uses it later'],
    ['a setting of the environment', "process.env.TZ = 'UTC';", 'process.env.TZ stays'],
    ['a setting taken away', 'delete process.env.TZ;', 'process.env.TZ stays'],
    ['a global', 'Object.assign(globalThis, { broken: true });', 'globalThis.broken stays'],
    ['a prototype', "Object.defineProperty(Element.prototype, 'width', { value: 1 });", 'Element.prototype.width stays'],
    ['a clock that stands', 'vi.useFakeTimers();', 'vi.useRealTimers()'],
    ['a stub that is taken back only when all goes well', "vi.stubGlobal('fetch', f); go(); vi.unstubAllGlobals();", 'vi.unstubAllGlobals()'],
    ['rows as they come', "expect(await db.selectFrom('a').execute()).toEqual([{ id: 1 }, { id: 2 }]);", 'order that the query'],
    ['rows of a text', "expect(await desk.rows('select id from a')).toMatchObject([1, 2]);", 'order that the query'],
    [
      'rows that were asked for before',
      'const rows = await sql`select id from a`; expect(rows.map((row) => row.id)).toEqual([1, ...more]);',
      'order that the query',
    ],
    ['rows by their place', "const [one, two] = await desk.rows('select id from a');", 'order that the query'],
    ['the last dialog', "const people = page.getByRole('dialog').last();", 'by its place'],
    ['cases of its own', 'fc.assert(fc.property(a, work), { numRuns: 20 });', 'as many cases'],
    ['cases of its own by name', 'const RUNS = 20; await fc.assert(fc.asyncProperty(a, work), { seed, numRuns: RUNS });', 'as many cases'],
    ['a server for every test', 'beforeEach(async () => { server = await startTestServer({ plugins }); });', 'anew for every test'],
    [
      'a refusal that comes while another is awaited',
      'const one = go(); const two = go(); await expect(one).rejects.toThrow(); await expect(two).rejects.toThrow();',
      'two may be refused',
    ],
    ['refusals of a list one by one', 'const all = [go(), go()]; for (const one of all) await expect(one).rejects.toThrow();', 'all may be refused'],
    ['a refusal of several that are begun together', 'const [a, b] = [go(), go()]; await a; await expect(b).rejects.toThrow();', 'b may be refused'],
    ['a look right after a key', "await field.press('Enter'); if (await dialog.isVisible()) await dialog.getByRole('button').click();", 'looks at this moment'],
    ['a look inside of a loop', 'for (const one of all) if (await one.isHidden()) await one.click();', 'looks at this moment'],
    ['the last entry of the audit log', "db.selectFrom('core.audit').select('body').orderBy('seq', 'desc').limit(1);", 'of an earlier read'],
    ['a file that cannot be read', 'const = 1;', 'cannot be read'],
  ])('%s is found', (_what, text, words) => {
    expect(check(text)).toContain(words);
  });

  it.each([
    ['looking for something with a deadline', `${PAUSE}while (performance.now() < deadline) { if (found()) break; await pause(20); }`],
    ['in the other form', `${PAUSE}for (;;) { if (found()) break; if (now() > deadline) throw late; await pause(20); }`],
    ['so many looks', 'for (let n = 0; n < 2_000 && !look(); n += 1) await act(async () => new Promise((done) => setTimeout(done, 5)));'],
    ['a turn of the event loop', `${PAUSE}await pause(0);`],
    ["the runner's own patience", "await expect.poll(look).toBe(1); test('x', async () => {}, 300_000); await vi.waitFor(look, { timeout: 15_000 });"],
    ['a limit that is tested', 'expect(sent).toMatchObject({ timeout: 10 }); await send(url, { timeoutMs: 20 });'],
    ['a time of the data', 'expect(record.modifyTime).toBeLessThan(later); expect(Date.now()).toBe(1);'],
    ['a port of its own', 'server.listen(0); await startSimulator({ port: 0 });'],
    ['a port in the data', "expect(originOf('http://127.0.0.1:5090/a')).toMatchObject({ port: 5090 });"],
    ['a port where nobody can listen by chance', "await fetch('http://127.0.0.1:9/');"],
    ['what is put back', "beforeAll(() => { process.env.TZ = 'UTC'; }); afterAll(() => { delete process.env.TZ; });"],
    ['what is put back in the end', 'try { vi.useFakeTimers(); } finally { vi.useRealTimers(); }'],
    ['what a global set-up takes back', 'export function setup() { process.env.URL = a; return () => { delete process.env.URL; }; }'],
    ['the prototype of a class of its own', "class Fake {} Object.defineProperty(Fake.prototype, 'a', { value: 1 });"],
    ['rows in order', "const rows = await desk.rows('select id from a order by id'); expect(rows).toEqual([1, 2]);"],
    ['rows that are sorted', "expect((await db.selectFrom('a').execute()).map(idOf).sort()).toEqual([1, 2]);"],
    ['one row', "expect(await desk.rows('select count(*) from a')).toEqual([{ count: 1 }]);"],
    ['a dialog by name', "await page.getByRole('dialog', { name: 'a' }).last().getByRole('button').last().click();"],
    ['cases by effort', 'fc.assert(fc.property(a, work), { numRuns: propertyCases(20) }); fc.sample(a, { numRuns: 1 });'],
    ['a server for a file', 'beforeAll(async () => { server = await startTestServer(); }); beforeEach(() => server.time.advance(1));'],
    [
      'a refusal that is awaited as it comes',
      'const one = go(); await expect(one).rejects.toThrow(); const two = expect(go()).rejects.toThrow(); await work(); await two;',
    ],
    ['refusals at once', 'const [a, b] = [go(), go()]; await Promise.all([expect(a).rejects.toThrow(), expect(b).rejects.toThrow()]);'],
    ['a refusal that was heard', "const one = go(); expect(await told(one)).toBe('no'); await expect(one).rejects.toThrow();"],
    [
      'a call that is begun in another function',
      'const f = () => { const one = go(); return one; }; await g(); const one = f; await expect(one).rejects.toThrow();',
    ],
    ['a look at one of two that was waited for', 'await expect(own.or(more)).toBeVisible(); if (await own.isVisible()) await own.click();'],
    ['the last entry of an action', "db.selectFrom('core.audit').select('body').where('action', '=', 'a').orderBy('seq', 'desc').limit(1);"],
    ['values put together', "expect([await one('select a from b'), 2]).toEqual([1, 2]);"],
  ])('%s is not', (_what, text) => {
    expect(check(text)).toBe('');
  });

  it('modules that several files share keep nothing and hook nothing', () => {
    const shared = (text: string) => check(text, 'plugins/x/testing/desk.ts');
    expect(shared('let count = 0;')).toContain('count keeps its value');
    expect(shared('const made: string[] = []; export const make = () => made.push(1);')).toContain('made keeps its value');
    expect(shared('afterEach(() => close());')).toContain('afterEach runs for the first file only');
    expect(shared('let made: string | undefined; export const get = () => (made ??= make());')).toBe('');
    expect(shared('const heard = new WeakMap(); export const hear = (page: object) => heard.set(page, 1);')).toBe('');
    expect(shared("const NAMES = new Set(['a']); const list = [1]; export const f = () => { const own = []; own.push(NAMES.has('a'), list); };")).toBe('');
    expect(check('let count = 0; const made: string[] = []; afterEach(() => made.push(1));')).toBe('');
  });

  it('an exception says why, on the line or above it, and excuses something', () => {
    expect(check(`${PAUSE}await pause(20); // waits: the process dies at a moment of its own`)).toBe('');
    expect(check(`${PAUSE}// waits: the process dies at a moment of its own\nawait pause(20);`)).toBe('');
    expect(check(`${PAUSE}await pause(20); // waits: well`)).toContain('without a reason');
    expect(check(`${PAUSE}// waits:\nawait pause(20);`)).toContain('without a reason');
    expect(check('const a = 1; // waits: for nothing that is here')).toContain('excuses nothing');
    expect(check(`${PAUSE}// waits: two lines above it does not count\n\nawait pause(20);`)).toMatch(/fixed time.*\n.*excuses nothing/);
  });
});
