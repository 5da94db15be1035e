import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyDemo } from '../support/demo-template.ts';
import { quickFolder } from '../support/processes/quick-folder.ts';

const folder = quickFolder('nephra-orphan-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm start` does once everything is built: runs the server and waits for it. */
function startStarter() {
  const registry = path.join(folder, 'registry.json');
  writeFileSync(registry, JSON.stringify({ site: { name: 'x' }, plugins: [] }));
  const env = { PORT: '0', DATA_DIR: path.join(folder, 'data'), REGISTRY_FILE: registry, LOG_LEVEL: 'info', DEMO_DATA: '' };
  const script = `
    const { runServer } = await import(${JSON.stringify(path.resolve('tools/start/server-process.mjs'))});
    const server = runServer(${JSON.stringify(path.resolve('.'))}, ${JSON.stringify(env)});
    process.exitCode = await server.ended;`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const said = (text: string) =>
    new Promise<void>((resolve) => {
      starter.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(text)) resolve();
      });
    });
  return { starter, said, output: () => output };
}

/** The server writes into the same pipe, so `close` comes when both are gone. */
describe('a server whose starter is killed', () => {
  it('[M1] stops in order when it runs, and gives its data folder free', async () => {
    await copyDemo(path.join(folder, 'data'));
    const run = startStarter();
    await run.said('Nephra listens on');
    run.starter.kill('SIGKILL');
    await once(run.starter, 'close');
    expect(run.output()).toContain('the process that started this one is gone');
    const again = startStarter();
    await again.said('Nephra listens on');
    again.starter.kill('SIGTERM');
    await once(again.starter, 'close');
    expect(again.starter.exitCode).toBe(0);
  });

  it('ends at once when it is still on its way', async () => {
    rmSync(path.join(folder, 'data'), { recursive: true, force: true });
    const run = startStarter();
    await run.said('first start: preparing');
    run.starter.kill('SIGKILL');
    await once(run.starter, 'close');
    expect(run.output()).not.toContain('Nephra listens on');
  });
});
