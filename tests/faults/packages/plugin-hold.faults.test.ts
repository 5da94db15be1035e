import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { STRIKE_FILE } from '../../../shell/server/host/guard/watchdog/watchdog.ts';
import { signIn } from '../../support/demo-hospital.ts';
import { packedPlugin } from '../../support/processes/fixture-plugin.ts';
import { quickFolder } from '../../support/processes/quick-folder.ts';
import { QUICK_PASSWORDS, startSystem } from '../../support/processes/running-system.ts';

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
  const options = { demo: false, dataDir, env: { REGISTRY_FILE: registry, PLUGIN_HANG_SECONDS: '6', ADMIN_PASSWORD: 'Demo2026' }, shortLived: true } as const;
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

it('npm start -- --safe: plugins of the product run, that package does not; the log, the page and the administrator are told', async () => {
  const registry = path.join(folder, 'registry.json');
  const { site, plugins } = JSON.parse(readFileSync(registry, 'utf8')) as { site: object; plugins: object[] };
  writeFileSync(registry, JSON.stringify({ site, plugins: [...plugins, { id: 'message', source: path.resolve('plugins/message'), enabled: true }] }));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', HOST: '127.0.0.1', DATA_DIR: path.join(folder, 'data'), REGISTRY_FILE: registry };
  const starter = spawn(process.execPath, ['tools/start/start.mjs', '--safe'], {
    env: { ...env, ...QUICK_PASSWORDS, DEMO_DATA: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  starter.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await expect.poll(() => output, { timeout: 240_000 }).toMatch(/^Nephra listens on/m);
    const url = `http://127.0.0.1:${/^Nephra listens on http:\/\/\S+:(\d+)/m.exec(output)?.[1]}`;
    expect(output).toContain('safe mode: only plugins that were built with the product run');
    const admin = await signIn({ url } as Parameters<typeof signIn>[0], 'admin');
    const { data } = await admin.call<{ list: { id: string; state: string; reason: string }[] }>('GET', '/api/registry/Plugins');
    expect(data.list.find(({ id }) => id === 'message')).toMatchObject({ state: 'active' });
    expect(data.list.find(({ id }) => id === 'hostile')).toMatchObject({ state: 'failed', reason: expect.stringMatching(/安全模式.*--safe/) });
    expect((await (await fetch(`${url}/api/hostile/calm`)).json()) as object).not.toMatchObject({ code: 200 });
  } finally {
    starter.kill('SIGTERM');
    await once(starter, 'close');
  }
});
