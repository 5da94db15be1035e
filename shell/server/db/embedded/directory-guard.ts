import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DirectoryInUseError } from './directory-in-use.ts';
import { Heartbeat, type HeartbeatOptions } from './heartbeat.ts';

const ASK_ATTEMPTS = 20;
const ASK_PAUSE_MS = 100;
const ANSWER_WAIT_MS = 2_000;

/**
 * Makes this process the only one on a data directory. First guard: a socket named after the directory's identity; the
 * operating system frees it when the process dies, however it dies, and it tells a second starter our pid. Second guard:
 * a heartbeat file, for processes that share the directory but not the network name space (two containers on one volume).
 */
export class DirectoryGuard {
  readonly #server: Server;
  readonly #heartbeat: Heartbeat;

  private constructor(server: Server, heartbeat: Heartbeat) {
    this.#server = server;
    this.#heartbeat = heartbeat;
  }

  /**
   * @param onLost told when another process took the directory although we live: stop using it at once.
   * @throws DirectoryInUseError naming the owner.
   */
  static async take(dataDir: string, onLost: (reason: string) => void, heartbeatOptions?: HeartbeatOptions): Promise<DirectoryGuard> {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const server = await listen(dataDir, socketName(dataDir));
    try {
      return new DirectoryGuard(server, await Heartbeat.start(dataDir, onLost, heartbeatOptions));
    } catch (error) {
      await closeServer(server);
      throw error;
    }
  }

  async release(): Promise<void> {
    this.#heartbeat.stop();
    await closeServer(this.#server);
  }
}

/** Same directory → same name, whatever path led to it. */
export function socketName(dataDir: string): string {
  const path = realpathSync(dataDir);
  const { dev, ino } = statSync(path);
  const id = createHash('sha256').update(`${path}\0${dev}\0${ino}`).digest('hex').slice(0, 32);
  if (process.platform === 'linux') return `\0nephra-${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\nephra-${id}`;
  return join(tmpdir(), `nephra-${id}.sock`);
}

async function listen(dataDir: string, name: string): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryListen(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    const owner = await askOwner(name);
    if (owner.kind === 'pid') throw new DirectoryInUseError(dataDir, owner.pid);
    // Nobody listens behind the name: its owner just ended, or left a socket file behind when it died.
    if (owner.kind === 'nobody' && !name.startsWith('\0') && process.platform !== 'win32') rmSync(name, { force: true });
    if (attempt >= ASK_ATTEMPTS) throw new DirectoryInUseError(dataDir, undefined);
    await pause(ASK_PAUSE_MS);
  }
}

const tryListen = (name: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(`${process.pid}\n`);
    });
    server.once('error', reject);
    server.listen(name, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      // The guard alone must not keep a process alive.
      server.unref();
      resolve(server);
    });
  });

type Owner = { readonly kind: 'pid'; readonly pid: number } | { readonly kind: 'nobody' } | { readonly kind: 'silent' };

const askOwner = (name: string): Promise<Owner> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(name);
    const finish = (owner: Owner): void => {
      socket.destroy();
      resolve(owner);
    };
    socket.setTimeout(ANSWER_WAIT_MS, () => finish({ kind: 'silent' }));
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.on('error', () => finish({ kind: 'nobody' }));
    socket.on('close', () => {
      const pid = Number.parseInt(answer, 10);
      finish(Number.isInteger(pid) ? { kind: 'pid', pid } : { kind: 'nobody' });
    });
  });

const closeServer = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
