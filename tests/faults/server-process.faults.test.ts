import { spawn } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Envelope } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientHash } from '../../shell/server/auth/password/password-hash.ts';
import { ended, multipartHeaders, openSocket, uploadBytes, written } from '../support/faults/cut-call.ts';
import { effort } from '../support/cases/effort.ts';
import { copyDemo } from '../support/demo-template.ts';
import { startPostgres } from '../support/databases/postgres-server.ts';
import { quickFolder } from '../support/processes/quick-folder.ts';
import { type RunningSystem, startSystem } from '../support/processes/running-system.ts';

const folder = quickFolder('nephra-process-');
/** Without plugins the server starts sooner; what is looked at here is the shell's. */
const registry = path.join(folder, 'registry.json');
writeFileSync(registry, JSON.stringify({ site: { name: '测试' }, plugins: [] }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Each costs a start; where in the export the server dies is chance. */
const EXPORT_KILLS = effort('kills while an export goes on', 2, 6);

/** Runs the server with this environment until it ends by itself. */
function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.resolve('.build/server/main.mjs')], { env: { PATH: process.env.PATH, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('exit', (code) => resolve({ code, output }));
  });
}

const post = async <T>(system: RunningSystem, url: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Envelope<T>> =>
  (await (await fetch(system.url + url, { method: 'POST', body, headers })).json()) as Envelope<T>;

async function signIn(system: RunningSystem, account: string, password = 'Demo2026'): Promise<string> {
  const { data } = await post<{ token: string }>(system, '/api/oauth/Login', new URLSearchParams({ account, password: clientHash(password) }));
  return data.token;
}

/** Folders and files of the data folder, itself included, that other users of the machine could open; the engine of the database keeps its files behind a closed folder. */
function openToOthers(dataDir: string): string[] {
  const engine = path.join(dataDir, 'db');
  const inside = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isDirectory() || (one.isFile() && !one.parentPath.startsWith(engine)),
  );
  const places = [dataDir, ...inside.map((one) => path.join(one.parentPath, one.name))];
  return process.platform === 'win32' ? [] : places.filter((place) => (statSync(place, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
}

describe('server process', () => {
  it('ends at once with a sentence for each bad setting, and no secret in it', async () => {
    const { code, output } = await runToEnd({ PORT: 'many', DATABASE_URL: 'mysql://root:geheim@x', DATA_DIR: path.join(folder, 'none') });
    expect(code).toBe(1);
    expect(output).toContain('PORT must be a whole number');
    expect(output).toContain('DATABASE_URL must be');
    expect(output).not.toContain('geheim');
  });

  it('asks a production system for its first administrator by a code in the log', async () => {
    const env = { NODE_ENV: 'production', DEMO_DATA: path.resolve('.build/seed'), REGISTRY_FILE: registry };
    const system = await startSystem({ demo: false, dataDir: path.join(folder, 'production'), env, shortLived: true });
    try {
      expect(system.output()).not.toContain('demo accounts');
      const setupCode = /setup code once: ([\d-]+)/.exec(system.output())?.[1] ?? '';
      const body = JSON.stringify({ setupCode, password: clientHash('Erste2026') });
      expect((await post(system, '/api/oauth/Setup', body, { 'content-type': 'application/json' })).code).toBe(200);
      expect(await signIn(system, 'admin', 'Erste2026')).toMatch(/^Bearer /);
      expect(openToOthers(system.dataDir)).toEqual([]);
    } finally {
      await system.stop();
    }
  });

  it('runs on PostgreSQL: an administrator by ADMIN_PASSWORD, no demo data, the same again after a restart', async (test) => {
    const postgres = await startPostgres();
    if (typeof postgres === 'string') return test.skip(postgres);
    const env = { DATABASE_URL: postgres.url, ADMIN_PASSWORD: 'Erste2026', DEMO_DATA: path.resolve('.build/seed') };
    try {
      for (const round of ['first', 'second']) {
        const system = await startSystem({ demo: false, env, shortLived: true });
        try {
          expect(system.output(), round).not.toMatch(/demo accounts|setup code/);
          expect(await signIn(system, 'admin', 'Erste2026'), round).toMatch(/^Bearer /);
          const health = (await (await fetch(`${system.url}/api/health`)).json()) as Envelope<{ status: string; database: { engine: string } }>;
          expect(health.data, round).toMatchObject({ status: 'ok', database: { engine: 'postgres' } });
        } finally {
          await system.stop();
        }
      }
    } finally {
      await postgres.stop();
    }
  });

  describe('over one data folder', () => {
    const dataDir = path.join(folder, 'data');
    const start = () => startSystem({ dataDir, env: { REGISTRY_FILE: registry, EXPORT_ROWS: '1' }, shortLived: true });
    let system: RunningSystem;
    beforeAll(async () => {
      await copyDemo(dataDir);
      system = await start();
    });
    afterAll(() => system.stop());

    it('prints its address and the demo accounts', () => {
      expect(system.output()).toMatch(/Nephra listens on http:\/\/localhost:\d+/);
      expect(system.output()).toContain('demo accounts: admin doctor nurse pharmacist cashier clerk developer');
    });

    it('survives SIGKILL: sessions and settings are as they were confirmed', async () => {
      const token = await signIn(system, 'doctor');
      for (const theme of ['blend', 'plain', 'functional']) {
        const answer = await fetch(`${system.url}/api/permission/Users/Current/SystemTheme`, {
          method: 'PUT',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: JSON.stringify({ theme }),
        });
        expect(((await answer.json()) as Envelope).code).toBe(200);
      }
      await system.kill();
      system = await start();
      const answer = await fetch(`${system.url}/api/oauth/CurrentUser`, { headers: { authorization: token } });
      expect(((await answer.json()) as Envelope<{ userInfo: { theme: string } }>).data.userInfo.theme).toBe('functional');
    });

    it('killed while an export goes on in the background: a sentence or the whole file, nothing half, and the next one may begin', async () => {
      let headers = { authorization: await signIn(system, 'admin'), accept: 'application/octet-stream', prefer: 'respond-async' };
      const begin = async (): Promise<string> => {
        const answer = await fetch(`${system.url}/api/system/AuditLog/Actions/Export`, { headers });
        expect(answer.status).toBe(202);
        return ((await answer.json()) as Envelope<{ exportId: string }>).data.exportId;
      };
      const stateOf = async (id: string): Promise<{ state: string; reason: string }> => {
        const answer = (await (await fetch(`${system.url}/api/system/Exports`, { headers })).json()) as Envelope<{
          list: { id: string; state: string; reason: string }[];
        }>;
        return answer.data.list.find((one) => one.id === id) ?? { state: 'unknown', reason: '' };
      };
      const fileOf = (id: string) => fetch(`${system.url}/api/system/Exports/${id}/File`, { headers });
      for (let round = 0; round < EXPORT_KILLS; round += 1) {
        const id = await begin();
        await system.kill();
        system = await start();
        headers = { ...headers, authorization: await signIn(system, 'admin') };
        const { state, reason } = await stateOf(id);
        expect(['done', 'failed']).toContain(state);
        const file = await fileOf(id);
        if (state === 'failed') expect([reason, file.status]).toEqual([expect.stringContaining('导出中断'), 404]);
        else expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
      }
      const last = await begin();
      await expect.poll(() => stateOf(last)).toMatchObject({ state: 'done' });
      expect((await fileOf(last)).status).toBe(200);
    });

    it('is not stopped by uploads that are cut off: more of them than there are places, and the next one is taken', async () => {
      const token = await signIn(system, 'doctor');
      const file = { url: '/api/file/Uploader/annex', fileName: 'note.txt', content: 'x'.repeat(500_000) };
      const { head, body } = uploadBytes({ token }, file);
      for (let turn = 0; turn < 8; turn += 1) {
        const socket = await openSocket(Number(new URL(system.url).port));
        await written(socket, Buffer.concat([head, body.subarray(0, 5)]));
        socket.destroy();
        await ended(socket);
      }
      const whole = uploadBytes({ token }, { ...file, content: 'whole' }).body;
      const answer = await post(system, file.url, new Uint8Array(whole), { ...multipartHeaders, authorization: token });
      expect(answer.code).toBe(200);
    });

    it('refuses a second process on the same data folder and names the first', async () => {
      const { code, output } = await runToEnd({ PORT: '0', DATA_DIR: dataDir, REGISTRY_FILE: registry });
      expect(code).toBe(1);
      expect(output).toContain(String(system.pid));
    });

    it('lets running calls finish when it is told to stop, and ends with code 0', async () => {
      const running = Array.from({ length: 6 }, () => signIn(system, 'nurse'));
      await signIn(system, 'nurse');
      const ended = system.stop();
      for (const token of await Promise.all(running)) expect(token).toMatch(/^Bearer /);
      await ended;
    });

    it('goes on with a malformed registry and says where it is wrong', async () => {
      await system.stop();
      writeFileSync(registry, '{ "site": { "name": "x" }, "plugins": [ }');
      system = await start();
      expect(system.output()).toContain('registry.json was refused: line 1, column 41');
      expect(await signIn(system, 'doctor')).toMatch(/^Bearer /);
    });
  });
});
