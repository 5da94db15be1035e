import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closedRegistry } from './closed-registry.ts';
import { LIVES_FOR_MINUTES, SHORT_LIVED } from '../short-lived.mjs';

export interface RunningSystem {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything the server printed so far. */
  output(): string;
  /** Ends it the way an operator does; resolves when the process is gone. */
  stop(): Promise<void>;
  /** Ends it without warning. */
  kill(): Promise<void>;
}

export interface SystemOptions {
  /** Reuse the folder of an earlier start; it is then not removed at the end. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly demo?: boolean;
  readonly readyWithinMs?: number;
  /** It will live for seconds only, or for minutes: see `SHORT_LIVED`, `LIVES_FOR_MINUTES`. Else it runs as in a hospital. */
  readonly shortLived?: boolean | 'minutes';
}

/** Every log-in of a test pays for a hash, 80 ms at the usual cost; the demo accounts of a template made with it are as quick. */
export const QUICK_PASSWORDS = { PASSWORD_COST: '10' };

const gone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())));

/** What the server says once its port is open; it took one that was free. */
const LISTENS = /^Nephra listens on http:\/\/\S+:(\d+)\n/m;

/** @returns its address, as soon as it answers there */
async function untilReady(child: ChildProcess, output: () => string, withinMs: number): Promise<string> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended with ${child.signalCode ?? `code ${child.exitCode}`}:\n${output()}`);
    const port = LISTENS.exec(output())?.[1];
    const url = `http://127.0.0.1:${port}`;
    const answer = port ? await fetch(`${url}/api/health`).catch(() => undefined) : undefined;
    if (answer?.ok) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server was not ready within ${withinMs} ms:\n${output()}`);
}

/** Starts the built product (`npm run build` first) as its own process on loopback, with a data folder of its own. */
export async function startSystem(options: SystemOptions = {}): Promise<RunningSystem> {
  const main = path.resolve('.build/server/main.mjs');
  if (!existsSync(main)) throw new Error('Nothing is built yet: run `npm run build` first.');
  const ownFolder = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'nephra-system-'));
  const demo = options.demo === false ? {} : { DEMO_DATA: path.resolve('.build/seed') };
  const nodeOptions = options.shortLived === 'minutes' ? LIVES_FOR_MINUTES : options.shortLived ? SHORT_LIVED : [];
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      REGISTRY_FILE: closedRegistry(),
      ...QUICK_PASSWORDS,
      ...demo,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000)));
  const output = (): string => printed;
  let asked = false;
  child.once('exit', (code, signal) => {
    if (asked) return;
    printed += `\nthe server ended by itself with ${signal ?? `code ${code}`}\n`;
    // Whoever talks to it sees refused connections only.
    console.error(`${main}, process ${child.pid}: ${printed.slice(-4_000)}`);
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    asked = true;
    child.kill(signal);
    await gone(child);
    if (ownFolder) rmSync(dataDir, { recursive: true, force: true });
  };
  let url: string;
  try {
    url = await untilReady(child, output, options.readyWithinMs ?? 600_000);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return { url, dataDir, pid: child.pid ?? 0, output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
