import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOM_FOR_NEW } from '../start/server-process.mjs';
import { processMs } from './load/processor-time.mjs';

/** Processor time of a start, counted, because a busy machine makes it as long as it likes; a first start with the demo data takes 20 to 60 s of it. */
const START_PROCESSOR_MS = 300_000;
/** A server that does nothing at all for this long waits for something that does not come. */
const STILL_MS = 120_000;

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Fails when a start works longer than its work is worth, or does nothing any more. */
function watchStart(pid, allowedMs) {
  let [usedMs, since] = [0, performance.now()];
  return () => {
    const nowMs = processMs(pid);
    if (nowMs > usedMs) [usedMs, since] = [nowMs, performance.now()];
    if (usedMs > allowedMs) throw new Error(`the server was not ready after ${Math.round(usedMs / 1000)} s of processor`);
    if (performance.now() - since > STILL_MS) throw new Error(`the server is not ready and did nothing for ${STILL_MS / 1000} s`);
  };
}

/**
 * Starts the built product on loopback with a data folder of its own and waits until it is ready.
 * @param of `moreProcessorMs`: what this start may take beyond an ordinary first one
 * @returns {Promise<{url: string, dataDir: string, pid: number, readyMs: number, stop: () => Promise<void>}>}
 */
export async function startSystem({ env = {}, dataDir, moreProcessorMs = 0 } = {}) {
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
  const stillStarts = watchStart(child.pid, START_PROCESSOR_MS + moreProcessorMs);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) break;
    try {
      stillStarts();
    } catch (problem) {
      // Nobody else knows of it: it would go on in the folder of the next try.
      child.kill('SIGKILL');
      await ended;
      throw problem;
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
