import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSource } from '../../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { ApartPackages } from '../apart-packages.ts';
import { packageProgram } from '../program.ts';
import { TELLS } from './message-budget.ts';

let server: TestServer;
beforeAll(async () => {
  await packageProgram();
  // Less than a minute of rest, so that it comes within the test.
  server = await startTestServer({ config: { pluginIdleMinutes: 1 / 600 } });
});
afterAll(async () => {
  await server?.close();
});

const facts = { version: '1.0.0', settings: {}, editable: [], overlays: {}, publisher: undefined };
const load = async (packages: ApartPackages, pluginId: string, publisher: string | undefined, more = '') => {
  const code = serverSource(`/api/${pluginId}`, "'runs'", more);
  const { apart } = await packages.load({ ...facts, pluginId, code, publisher });
  await apart.make();
  return apart;
};
const caller = { user: null, language: 'zh', ip: '', r: 0 };
const STAYS = 'start: () => undefined,';

it('packages of one publisher share a process and fall together, others have their own', async () => {
  const packages = new ApartPackages(server.server.core.parts, 'off');
  const [one, two, other] = await Promise.all([
    load(packages, 'one', 'a key', STAYS),
    load(packages, 'two', 'a key', STAYS),
    load(packages, 'other', undefined, STAYS),
  ]);
  const [first, second, third] = await Promise.all([one.process(), two.process(), other.process()]);
  expect(first?.pid).toBe(second?.pid);
  expect(first?.packages.toSorted()).toEqual(['one', 'two']);
  expect(third?.packages).toEqual(['other']);
  expect((await first?.memory())?.peakMb).toBeGreaterThan(10);
  first?.kill({ kind: 'crash', detail: 'of the test' });
  for (const [apart, restarts] of [
    [one, 1],
    [two, 1],
    [other, 0],
  ] as const) {
    await expect.poll(() => apart.call('route', [0, 'read', {}, caller]).catch(() => 'away')).toBe('runs');
    expect(apart.restarts).toBe(restarts);
  }
  await Promise.all([one.end(), two.end(), other.end()]);
  expect(first?.over && third?.over).toBe(true);
});

it('one that nobody uses rests, and the next call starts it; that is no crash of it', async () => {
  const apart = await load(new ApartPackages(server.server.core.parts, 'off'), 'idle', undefined);
  await apart.start();
  expect(await apart.call('route', [0, 'read', {}, caller])).toBe('runs');
  await expect.poll(() => apart.process()).toBeUndefined();
  expect(await apart.call('route', [0, 'read', {}, caller])).toBe('runs');
  expect([apart.restarts, apart.hasGivenUp]).toEqual([1, false]);
  await apart.end();
});

/** Tries every way out, and says which of them led anywhere. */
const WAYS_OUT = `
import { connect } from 'node:net';
const ways = {
  fetch: () => fetch('http://127.0.0.1:1/'),
  connect: () => new Promise((done, fail) => connect(1, '127.0.0.1').on('connect', done).on('error', fail)),
  imported: async () => (await import('node:http')).get('http://127.0.0.1:1/'),
  dns: async () => (await import('node:dns/promises')).lookup('localhost'),
  program: async () => (await import('node:child_process')).execSync('id'),
  file: async () => (await import('node:fs')).readFileSync('/etc/passwd', 'utf8'),
};
const contract = { name: 'out', routes: { out: { method: 'GET', path: '/api/out', summary: 'fixture', need: 'public', audit: 'none', reply: {} } } };
export default { implementations: [{ contract, handlers: { out: async () => {
  const said = {};
  for (const [name, way] of Object.entries(ways)) said[name] = await (async () => way())().then(() => 'led out', (error) => error.name);
  return said;
} } }] };
`;

it('where the system offers neither a network of its own nor an end with the server, that is said once, the ways out are shut all the same, and it ends with its channel', async () => {
  const { parts } = server.server.core;
  const said: string[] = [];
  const log = { ...parts.log, child: () => parts.log, warn: (_fields: object, message: string) => said.push(message) } as unknown as typeof parts.log;
  const packages = new ApartPackages({ ...parts, log }, 'off', () => ({ before: [], network: false, endsWithServer: false }));
  const order = { ...facts, code: WAYS_OUT };
  const [{ apart }, { apart: other }] = [await packages.load({ ...order, pluginId: 'out' }), await packages.load({ ...order, pluginId: 'out-too' })];
  expect(said).toEqual([expect.stringContaining('cannot keep them from the network')]);
  const refused = 'NotForPackages';
  expect(await apart.call('route', [0, 'out', {}, caller])).toEqual({
    ...{ fetch: refused, connect: refused, imported: refused, dns: refused, program: refused, file: refused },
  });
  const { pid = 0 } = (await apart.process()) ?? {};
  expect(pid).toBeGreaterThan(0);
  await Promise.all([apart.end(), other.end()]);
  await expect.poll(() => isThere(pid)).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('an error that escapes is told and the process goes on; the hundred and first within a minute ends it', async () => {
  const packages = new ApartPackages(server.server.core.parts, 'off');
  // Each is thrown by itself: one that escapes takes no other with it.
  const loose = "(() => { for (let n = 0; n < 101; n += 1) setTimeout(() => { throw new Error('loose ' + n); }, 0); return new Promise(() => undefined); })()";
  const { apart, attach } = await packages.load({ ...facts, pluginId: 'loose', code: serverSource('/api/loose', loose, STAYS) });
  const told: string[] = [];
  attach({
    context: { pluginId: 'loose', log: server.server.core.parts.log } as unknown as Parameters<typeof attach>[0]['context'],
    texts: server.server.core.parts.texts,
    fault: (place, kind, error) => told.push(`${kind} ${place} ${String(error)}`),
  });
  await apart.make();
  await expect(apart.call('route', [0, 'read', {}, caller])).rejects.toThrow();
  expect(told.slice(0, 101)).toEqual(Array.from({ length: 101 }, (_, n) => `exception outside-of-calls Error: loose ${n}`));
  expect(told.slice(101)).toEqual([expect.stringMatching(/^crash route .*code 70/)]);
  await apart.end();
});

it('one that says a million things that nobody asked for is listened to later, then ended by name; others answer meanwhile', async () => {
  const packages = new ApartPackages(server.server.core.parts, 'off');
  const flooding = serverSource(
    '/api/flooding',
    "(() => { for (let n = 0; n < 1e6; n += 1) ctx.publish({ id: 'nobody@1' }, { n }); return 'said'; })()",
    STAYS,
  );
  const { apart, attach } = await packages.load({ ...facts, pluginId: 'flooding', code: flooding });
  let heard = 0;
  const told: string[] = [];
  attach({
    context: { pluginId: 'flooding', log: server.server.core.parts.log, publish: () => (heard += 1) } as unknown as Parameters<typeof attach>[0]['context'],
    texts: server.server.core.parts.texts,
    fault: (_place, kind, error) => told.push(`${kind}: ${String(error)}`),
  });
  await apart.make();
  const other = await load(packages, 'calm', undefined, STAYS);
  const began = performance.now();
  const said = apart.call('route', [0, 'read', {}, caller]);
  let over = false;
  const ended = expect(said)
    .rejects.toThrow()
    .finally(() => {
      over = true;
    });
  do expect(await other.call('route', [0, 'read', {}, caller])).toBe('runs');
  while (!over);
  await ended;
  expect(told).toEqual([expect.stringContaining(`more than ${TELLS.perSecond} messages a second that nobody asked for`)]);
  // What it may say at once, and what it may say in the seconds until its end.
  expect(heard).toBeGreaterThan(TELLS.atOnce);
  // waits: the limit is so many a second, and on a busy machine it floods for more of them
  expect(heard).toBeLessThan(TELLS.atOnce + TELLS.perSecond * (2 + (performance.now() - began) / 1_000));
  await Promise.all([apart.end(), other.end()]);
});
