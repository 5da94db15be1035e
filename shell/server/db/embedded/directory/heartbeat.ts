import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DirectoryInUseError } from './directory-in-use.ts';

export interface HeartbeatOptions {
  /** Default 2 000. */
  readonly intervalMs?: number;
  /** Identity of this machine's network name space; owners with the same one are told apart by the socket. */
  readonly place?: string;
}

interface Beat {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  readonly place: string;
  readonly count: number;
}

const FILE = 'owner.json';
/** A living owner shows itself at least once within this many intervals. */
const WATCHED_INTERVALS = 3;

/**
 * A file that its owner rewrites every two seconds. A newcomer from another place (container, machine) that finds it
 * watches it for a while: does the count move, the owner lives and the newcomer leaves. Clocks are never compared.
 */
export class Heartbeat {
  readonly #file: string;
  readonly #token = randomUUID();
  readonly #place: string;
  readonly #onLost: (reason: string) => void;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(dataDir: string, place: string, onLost: (reason: string) => void) {
    this.#file = join(dataDir, FILE);
    this.#place = place;
    this.#onLost = onLost;
  }

  /** @throws DirectoryInUseError when an owner elsewhere is alive. */
  static async start(dataDir: string, onLost: (reason: string) => void, options: HeartbeatOptions = {}): Promise<Heartbeat> {
    const place = options.place ?? thisPlace();
    const intervalMs = options.intervalMs ?? 2_000;
    const heartbeat = new Heartbeat(dataDir, place, onLost);
    const found = heartbeat.#read();
    if (found && found.place !== place) {
      await pause(intervalMs * WATCHED_INTERVALS);
      const later = heartbeat.#read();
      if (later && (later.token !== found.token || later.count !== found.count)) {
        throw new DirectoryInUseError(dataDir, later.pid, ` on host ${later.host} (another container or machine shares it)`);
      }
    }
    heartbeat.#removeUnfinished();
    heartbeat.#write();
    heartbeat.#timer = setInterval(() => heartbeat.#beat(), intervalMs).unref();
    return heartbeat;
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#read()?.token === this.#token) rmSync(this.#file, { force: true });
  }

  #beat(): void {
    const found = this.#read();
    if (found && found.token !== this.#token) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#onLost(`the data directory was taken over by process ${found.pid} on host ${found.host}`);
      return;
    }
    try {
      this.#write();
    } catch {
      // A full disk: the engine's own guard reports it; the next beat tries again.
    }
  }

  #read(): Beat | undefined {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Beat;
    } catch {
      return undefined;
    }
  }

  /** Beats that their writer did not live to finish. */
  #removeUnfinished(): void {
    const folder = dirname(this.#file);
    for (const name of readdirSync(folder)) if (name.startsWith(`${basename(this.#file)}.`)) rmSync(join(folder, name), { force: true });
  }

  #write(): void {
    this.#count += 1;
    const beat: Beat = { token: this.#token, pid: process.pid, host: hostname(), place: this.#place, count: this.#count };
    const unfinished = `${this.#file}.${this.#token}`;
    writeFileSync(unfinished, JSON.stringify(beat), { mode: 0o600 });
    renameSync(unfinished, this.#file);
  }
}

/** Where the socket guard reaches: the running system and its network name space. */
function thisPlace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/net')}`;
  } catch {
    return hostname();
  }
}
