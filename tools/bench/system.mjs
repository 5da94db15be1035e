import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOM_FOR_NEW } from '../start/server-process.mjs';

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** A first start makes the data of the demo: a minute of the processor, which a busy machine has no time for. */
const READY_WITHIN_MS = 600_000;

/**
 * Starts the built product on loopback with a data folder of its own and waits until it is ready.
 * @returns {Promise<{url: string, dataDir: string, pid: number, readyMs: number, stop: () => Promise<void>}>}
 */
export async function startSystem({ env = {}, dataDir } = {}) {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [ROOM_FOR_NEW, path.resolve('.build/server/main.mjs')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      DEMO_DATA: path.resolve('.build/seed'),
      RATE_PER_MINUTE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) break;
    if (performance.now() - started > READY_WITHIN_MS) {
      // Nobody else knows of it: it would go on in the folder of the next try.
      child.kill('SIGKILL');
      await ended;
      throw new Error(`the server was not ready within ${READY_WITHIN_MS / 1_000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const readyMs = performance.now() - started;
  const stop = async ({ keep = false } = {}) => {
    child.kill('SIGTERM');
    await ended;
    if (!keep && dataDir === undefined) rmSync(folder, { recursive: true, force: true });
  };
  return { url, dataDir: folder, pid: child.pid, readyMs, stop };
}

/** Signs a demo account in; the answer's `call` sends JSON with the session. */
export async function signIn(url, account, password = 'Demo2026') {
  const body = new URLSearchParams({
    account,
    password: createHash('md5').update(password).digest('hex'),
    origin: 'password',
    grant_type: 'password',
    client_id: 'admin',
    client_secret: '123456',
    scope: 'all',
  });
  const answer = await (await fetch(`${url}/api/oauth/Login`, { method: 'POST', body })).json();
  if (answer.code !== 200) throw new Error(`${account} could not sign in: ${answer.msg}`);
  const { token } = answer.data;
  const call = async (method, address, payload, headers = {}) => {
    const reply = await fetch(`${url}${address}`, {
      method,
      headers: { Authorization: token, ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      body: payload === undefined ? undefined : JSON.stringify(payload),
    });
    return reply.json();
  };
  return { token, call };
}

/** Puts the session into a fresh browser context, as the login page would. */
export const asSignedIn = (url, token) => (context) =>
  context.addInitScript(
    `if (location.origin === ${JSON.stringify(url)}) { localStorage.setItem('jnpf_token', ${JSON.stringify(`${token}|String`)}); localStorage.setItem('jnpf_language', 'zh|String'); }`,
  );
