import { statfs } from 'node:fs/promises';
import { cpus, freemem, hostname, networkInterfaces, release, totalmem, type as osType, uptime } from 'node:os';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import {
  type Clock,
  type FileFigures,
  type RoomFigures,
  type ServerFigures,
  type ServerFiguresNow,
  TookTooLong,
  answerWithin,
} from '@nephra/plugin-sdk/server';
import type { Database, DatabaseStats } from '../db/index.ts';
import type { CallCounters } from './call-counters.ts';

/** Loads are measured over this time. */
const READ_EVERY_MS = 10_000;
/** What asks the database or the disk is read again after this time. */
const SLOW_EVERY_MS = 30_000;
/** A reading that is asked for the first time waits this long for the database. */
const FIRST_WAIT_MS = 1_000;
const LOOP_RESOLUTION_MS = 20;

const NO_FILES: FileFigures = { files: 0, bytes: 0, quotaBytes: 0, orphans: { files: 0, bytes: 0 }, organisations: [] };

export interface MonitorParts {
  readonly database: Pick<Database, 'stats' | 'load' | 'health' | 'engine'>;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly version: string;
  readonly counters: CallCounters;
  readonly sockets: () => { readonly open: number; readonly people: number };
  readonly jobs: () => { readonly known: number; readonly running: number; readonly failures: number };
  /** Exports and uploads. */
  readonly heavy: () => { readonly waiting: number };
  readonly files: () => Promise<FileFigures>;
}

interface Load {
  readonly cpu: number;
  readonly process: number;
  readonly eventLoop: ServerFiguresNow['eventLoop'];
}

/** Sums of all processors since the computer started, milliseconds. */
function cpuTimes(): { readonly idle: number; readonly all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, all };
}

const processorsHere = (): Pick<ServerFiguresNow['cpu'], 'name' | 'count'> => {
  const all = cpus();
  return { name: all[0]?.model.trim() ?? '', count: all.length };
};

const share = (part: number, whole: number): number => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0);

/** Address of this computer in its network; empty where it has none. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((one) => one ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '';

/** Measures this process and its computer. Reading costs microseconds: what takes longer is read beside it, and kept. */
export class ServerMonitor implements ServerFigures {
  readonly #parts: MonitorParts;
  readonly #loop: IntervalHistogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  /** Reading them takes milliseconds. */
  readonly #processors = processorsHere();
  #timer: NodeJS.Timeout | undefined;
  #last = { cpu: cpuTimes(), own: process.cpuUsage(), at: performance.now() };
  #load: Load = { cpu: 0, process: 0, eventLoop: { mean: 0, p99: 0, max: 0 } };
  #slow: { stats: DatabaseStats | undefined; ok: boolean; disk: RoomFigures; files: FileFigures; readonly at: number } | undefined;
  #reading: Promise<void> | undefined;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
  }

  /** Measures loads from now on. */
  start(): void {
    this.#loop.enable();
    // The first one who asks must not wait for the database.
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    this.#timer ??= setInterval(() => this.#measure(), READ_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#loop.disable();
    await this.#reading;
  }

  async now(): Promise<ServerFiguresNow> {
    const { database, clock, version, counters, sockets, jobs, heavy } = this.#parts;
    // Of a server that has measured nothing yet: since it was made.
    if (!this.#timer) this.#measure();
    await this.#readSlow();
    const { stats, ok = false, disk = { totalBytes: 0, availableBytes: 0 }, files = NO_FILES } = this.#slow ?? {};
    const { rss, heapUsed, heapTotal } = process.memoryUsage();
    const { size, inUse, waiting, queued } = database.load;
    return {
      at: clock.now(),
      server: {
        host: hostname(),
        os: `${osType()} ${release()}`,
        ip: ownAddress(),
        node: process.version,
        version,
        hostSeconds: Math.round(uptime()),
        upSeconds: Math.round(process.uptime()),
      },
      cpu: { ...this.#processors, used: this.#load.cpu, process: this.#load.process },
      memory: {
        totalBytes: totalmem(),
        availableBytes: process.availableMemory?.() ?? freemem(),
        processBytes: rss,
        heapUsedBytes: heapUsed,
        heapTotalBytes: heapTotal,
      },
      disk,
      database: {
        engine: database.engine,
        version: stats?.serverVersion ?? '',
        ok,
        sizeBytes: stats?.sizeBytes ?? 0,
        statements: stats?.statements ?? 0,
        transactions: stats?.transactions ?? 0,
        retries: stats?.retriedTransactions ?? 0,
        connections: size,
        connectionsInUse: inUse,
        waitingForLocks: stats?.waitingForLocks ?? 0,
        engineRestarts: stats?.engineRestarts ?? 0,
      },
      eventLoop: this.#load.eventLoop,
      sockets: sockets(),
      jobs: jobs(),
      queues: [
        { name: 'statements', length: waiting.statements },
        { name: 'transactions', length: waiting.transactions },
        { name: 'streams', length: waiting.streams },
        { name: 'named', length: queued },
        { name: 'heavy', length: heavy().waiting },
      ],
      plugins: counters.figures,
      files,
    };
  }

  #measure(): void {
    const [cpu, own, at] = [cpuTimes(), process.cpuUsage(), performance.now()];
    const last = this.#last;
    const spent = (own.user + own.system - last.own.user - last.own.system) / 1_000;
    const { mean, max } = this.#loop;
    const ms = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? Math.round(nanoseconds / 10_000) / 100 : 0);
    this.#load = {
      cpu: share(cpu.all - last.cpu.all - (cpu.idle - last.cpu.idle), cpu.all - last.cpu.all),
      process: at > last.at ? Math.max(0, spent / (at - last.at)) : 0,
      eventLoop: {
        mean: Math.max(0, ms(mean) - LOOP_RESOLUTION_MS),
        p99: Math.max(0, ms(this.#loop.percentile(99)) - LOOP_RESOLUTION_MS),
        max: Math.max(0, ms(max) - LOOP_RESOLUTION_MS),
      },
    };
    this.#loop.reset();
    this.#last = { cpu, own, at };
  }

  /** Starts a reading when the last one is old; the first one is waited for, as long as the database answers. */
  async #readSlow(): Promise<void> {
    const old = this.#slow === undefined || performance.now() - this.#slow.at > SLOW_EVERY_MS;
    if (old) this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    if (this.#slow !== undefined || !this.#reading) return;
    await answerWithin(this.#reading, FIRST_WAIT_MS).catch((error: unknown) => {
      if (!(error instanceof TookTooLong)) throw error;
    });
  }

  async #read(): Promise<void> {
    const { database, dataDir } = this.#parts;
    const [disk, stats, files] = await Promise.all([
      // The folder is made with the first file.
      statfs(dataDir).then(
        ({ bsize, blocks, bavail }) => ({ totalBytes: bsize * blocks, availableBytes: bsize * bavail }),
        () => ({ totalBytes: 0, availableBytes: 0 }),
      ),
      database.stats().catch(() => undefined),
      this.#parts.files().catch(() => undefined),
    ]);
    this.#slow = { disk, files: files ?? this.#slow?.files ?? NO_FILES, stats: stats ?? this.#slow?.stats, ok: stats !== undefined, at: performance.now() };
  }
}
