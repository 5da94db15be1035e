import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DirectoryInUseError } from './directory-in-use.ts';

const ASK_ATTEMPTS = 20;
const ASK_PAUSE_MS = 100;
const ANSWER_WAIT_MS = 2_000;
const FORGOTTEN_LOCK_MS = 10_000;

/**
 * Listens on `name`, so that nobody else can, and tells whoever asks our pid. The operating system frees an abstract
 * name or a named pipe with the process; a socket file stays behind and is removed when nobody answers there.
 * @throws DirectoryInUseError when a living process has it; it is never taken from one.
 */
export async function claimSocket(name: string, dataDir: string): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await listenIfFree(name);
    if (server) return server;
    const owner = await askOwner(name);
    if (owner.kind === 'pid') throw new DirectoryInUseError(dataDir, owner.pid);
    if (owner.kind === 'nobody' && isFile(name)) {
      const taken = await replaceDeadFile(name);
      if (taken) return taken;
    }
    // Its owner is just ending, or does not answer: the name frees itself, or somebody lives there.
    if (attempt >= ASK_ATTEMPTS) throw new DirectoryInUseError(dataDir, undefined);
    await pause(ASK_PAUSE_MS);
  }
}

export const closeServer = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

const isFile = (name: string): boolean => !name.startsWith('\0') && process.platform !== 'win32';

/** One starter at a time may remove a dead file: the second would remove the first one's new socket. */
async function replaceDeadFile(name: string): Promise<Server | undefined> {
  const lock = `${name}.taking`;
  try {
    closeSync(openSync(lock, 'wx'));
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > FORGOTTEN_LOCK_MS) rmSync(lock, { force: true });
    return undefined;
  }
  try {
    if ((await askOwner(name)).kind !== 'nobody') return undefined;
    rmSync(name, { force: true });
    return await listenIfFree(name);
  } finally {
    rmSync(lock, { force: true });
  }
}

const listenIfFree = (name: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(`${process.pid}\n`);
    });
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(name, () => {
      server.removeAllListeners('error').on('error', () => undefined);
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
      finish(Number.isInteger(pid) ? { kind: 'pid', pid } : { kind: 'silent' });
    });
  });
