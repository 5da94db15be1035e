import { readdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSource } from '../../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import type { ApartPackage } from '../apart-package.ts';
import { ApartPackages } from '../apart-packages.ts';
import { osFence } from '../os-fence.ts';
import { pluginOver } from '../plugin-over.ts';
import { packageProgram } from '../program.ts';

let server: TestServer;
beforeAll(async () => {
  await packageProgram();
  server = await startTestServer();
});
afterAll(async () => {
  await server?.close();
});

const facts = { version: '1.0.0', settings: {}, editable: [], overlays: {}, publisher: undefined };
const caller = { user: null, language: 'zh', ip: '', r: 0 };
const call = (apart: ApartPackage) => apart.call('route', [0, 'read', {}, caller]);

/** As one start of the server does it. */
async function started(pluginId: string, more = '', given: Partial<typeof facts> = {}, reply = "'runs'", packages = starting()) {
  const { apart, described } = await packages.load({ ...facts, ...given, pluginId, code: serverSource(`/api/${pluginId}`, reply, more) });
  await apart.make();
  await apart.start();
  return { apart, described, runs: (await apart.process()) !== undefined };
}
const starting = (maxUncalled?: number) => new ApartPackages(server.server.core.parts, 'off', osFence, maxUncalled);

/** What two starts one after the other find; the second one's package is still there. */
async function twice(pluginId: string, more: string, reply = "'runs'") {
  const first = await started(pluginId, more);
  await first.apart.end();
  const second = await started(pluginId, more, {}, reply);
  expect(first.runs).toBe(true);
  return { first, second };
}

it('a package that said before what it is has no process until somebody calls it', async () => {
  const { first, second } = await twice('quiet', "schema: 'quiet', migrations: [{ name: '0001-one', sql: 'create table quiet.one (id text)' }],");
  expect(second.runs).toBe(false);
  expect(second.described).toEqual(first.described);
  expect(await call(second.apart)).toBe('runs');
  expect((await second.apart.process())?.over).toBe(false);
  expect(second.apart.restarts).toBe(0);
  await second.apart.end();
});

it.each([
  ['brings a service', "services: [{ token: { id: 'eager.one@1' }, create: () => ({ name: 'made' }) }],", "'runs'"],
  ['has a start', 'start: () => undefined,', "'runs'"],
  ['is another code under the same version', '', "'runs anew'"],
] as const)('one that %s runs from the start', async (what, more, reply) => {
  const { second } = await twice(what.replaceAll(' ', '-'), more, reply);
  expect(second.runs).toBe(true);
  expect(second.apart.made.services).toEqual(what === 'brings a service' ? [{ name: 'made' }] : []);
  await second.apart.end();
});

it('a change of the site that does not fit is told at the start, however well the package is known', async () => {
  await (await started('changed')).apart.end();
  await expect(started('changed', '', { overlays: { ward: {} } })).rejects.toThrow('REC-118');
});

it('a write starts its process before its transaction takes a connection, a read when it calls', async () => {
  const code = serverSource('/api/waking', "'runs'");
  for (const [method, runs] of [
    ['GET', false],
    ['POST', true],
  ] as const) {
    const order = { ...facts, pluginId: `waking-${method}`, code: code.replace("method: 'GET'", `method: '${method}'`) };
    await (await starting().load(order)).apart.end();
    const { apart, described } = await starting().load(order);
    const handler = pluginOver(apart, described).implementations?.[0]?.handlers.read as { readonly queues?: () => unknown };
    await handler.queues?.();
    expect([method, (await apart.process()) !== undefined]).toEqual([method, runs]);
    await apart.end();
  }
});

it('what was kept and cannot be read is asked for again', async () => {
  await (await started('torn')).apart.end();
  const folder = path.join(server.server.core.parts.config.dataDir, 'plugins/.described');
  expect(readdirSync(folder)).toContain('torn.json');
  truncateSync(path.join(folder, 'torn.json'), 20);
  const again = await started('torn');
  expect(again.runs).toBe(true);
  await again.apart.end();
  const healed = await started('torn');
  expect(healed.runs).toBe(false);
  await healed.apart.end();
});

it('of many new packages a few wait ready for their first call; one that was called stays', async () => {
  const packages = starting(2);
  const of = async (id: string) => (await started(id, '', {}, "'runs'", packages)).apart;
  const called = await of('new-1');
  expect(await call(called)).toBe('runs');
  const others = [await of('new-2'), await of('new-3'), await of('new-4')];
  await expect
    .poll(async () => await Promise.all([called, ...others].map(async (one) => (await one.process()) !== undefined)))
    .toEqual([true, false, true, true]);
  expect(await call(others[0] as ApartPackage)).toBe('runs');
  expect(others[0]?.hasGivenUp).toBe(false);
  await Promise.all([called, ...others].map((one) => one.end()));
});
