import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Heartbeat, type HeartbeatOptions } from './heartbeat.ts';
import { claimSocket, closeServer } from './owner-socket.ts';

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
    const server = await claimSocket(socketName(dataDir), dataDir);
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
