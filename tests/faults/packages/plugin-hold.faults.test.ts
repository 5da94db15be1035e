import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { STRIKE_FILE } from '../../../shell/server/host/guard/watchdog/watchdog.ts';
import { packedPlugin } from '../../support/processes/fixture-plugin.ts';
import { quickFolder } from '../../support/processes/quick-folder.ts';
import { startSystem } from '../../support/processes/running-system.ts';

const folder = quickFolder('nephra-hold-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A vendor's package with one route for each thing that must not take the hospital down. */
const HOSTILE = `
const route = (path) => ({ method: 'GET', path, summary: 'fixture', need: 'public', audit: 'none', reply: {} });
const contract = { name: 'hostile', routes: { calm: route('/api/hostile/calm'), late: route('/api/hostile/late'), text: route('/api/hostile/text'), exit: route('/api/hostile/exit'), hold: route('/api/hostile/hold') } };
function holdForEver() { for (;;) Math.random(); }
export default {
  implementations: [{ contract, handlers: {
    calm: async () => 'calm',
    late: async () => { setTimeout(() => { throw new Error('thrown by a timer'); }, 5); return 'left a timer'; },
    text: async () => { Promise.reject('a text that nobody hears'); setImmediate(() => { throw 'a text'; }); return 'left a text'; },
    exit: async () => { process.exit(0); },
    hold: async () => { await null; holdForEver(); },
  } }],
};
`;

it('of a package that a hospital lets into the server itself: loose errors, process.exit, a loop without end', async () => {
  const source = path.join(folder, 'hostile.tgz');
  writeFileSync(source, packedPlugin({ id: 'hostile', server: HOSTILE }));
  const registry = path.join(folder, 'registry.json');
  writeFileSync(registry, JSON.stringify({ site: { name: '测试' }, plugins: [{ id: 'hostile', source, enabled: true, apart: false }] }));
  const dataDir = path.join(folder, 'data');
  // A start holds the thread, too: on a busy machine for seconds.
  const options = { demo: false, dataDir, env: { REGISTRY_FILE: registry, PLUGIN_HANG_SECONDS: '6' }, shortLived: true } as const;
  const system = await startSystem(options);
  const ask = async (url: string, way: string) => {
    const answer = await fetch(`${url}/api/hostile/${way}`);
    return (await answer.json()) as { code: number; data: unknown };
  };
  try {
    expect(await ask(system.url, 'late')).toMatchObject({ code: 200 });
    expect(await ask(system.url, 'text')).toMatchObject({ code: 200 });
    expect((await ask(system.url, 'exit')).code).not.toBe(200);
    expect(await ask(system.url, 'calm')).toMatchObject({ code: 200, data: 'calm' });
    for (const told of ['thrown by a timer', 'a plugin let an error escape', 'called process.exit']) await expect.poll(() => system.output()).toContain(told);

    // The loop: the server ends itself and says whose it was.
    await expect(ask(system.url, 'hold')).rejects.toThrow();
  } finally {
    // A server that holds for ever hears no signal of an operator.
    await system.kill();
  }
  expect(existsSync(path.join(dataDir, STRIKE_FILE))).toBe(true);
  const again = await startSystem(options);
  try {
    expect((await fetch(`${again.url}/api/health`)).status).toBe(200);
    expect((await ask(again.url, 'calm')).code).not.toBe(200);
    await expect.poll(() => again.output()).toMatch(/holdForEver/);
  } finally {
    await again.stop();
  }
});
