import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Database, EmbeddedOptions, Log, MemoryOptions } from '../database.ts';
import { limitsWithDefaults, PooledDatabase } from '../pooled-database.ts';
import { DirectoryGuard } from './directory/directory-guard.ts';
import { DiskGuard } from './disk-guard.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { Maintenance } from './maintenance.ts';
import { ScratchEngine } from './scratch-engine.ts';
import type { WorkerStart } from './worker-messages.ts';
import { builtSnapshot, defaultWorkerUrl } from './worker-url.ts';

/** Within the data directory. */
const DIRECTORY = 'db';
const DEFAULT_TIME_ZONE = 'Asia/Shanghai';
const DEFAULT_MINIMUM_FREE_BYTES = 256 * 1024 * 1024;

/** A database on the embedded engine; `embedded` gives import and maintenance what only this engine has. */
export class EmbeddedDatabase extends PooledDatabase {
  readonly embedded: EmbeddedEngine;
  copyTo: ((dataDir: string) => Promise<void>) | undefined;

  constructor(options: EmbeddedOptions | MemoryOptions, engine: EmbeddedEngine, extras: EmbeddedExtras, log: Log) {
    super(
      { stream: () => engine.connect(), idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' },
      { size: 1, readShare: undefined },
      limitsWithDefaults(options.limits),
      true,
      {
        engine: 'embedded',
        serverVersion: () => engine.serverVersion,
        trouble: () => engine.trouble || (extras.disk?.trouble ?? ''),
        beforeWrite: () => extras.disk?.assertWritable(),
        restarts: () => engine.restarts,
        counters: () => ({ checkpoints: extras.maintenance?.checkpoints ?? 0, vacuums: extras.maintenance?.vacuums ?? 0 }),
        snapshot: () => engine.snapshot(),
        patiently: (work, limitMs) => engine.withStatementLimit(limitMs, work),
        close: async () => {
          extras.disk?.stop();
          await engine.close();
          await extras.guard?.release();
        },
      },
      log,
    );
    this.embedded = engine;
  }

  /** Takes the directory that the engine writes into; without one there is nothing to copy. */
  copiesFrom(directory: string): void {
    this.copyTo = (dataDir) =>
      this.patiently(() =>
        this.pool.use(async (session) => {
          // What is in memory alone goes to the files, and nobody writes while this session is taken: there is no other.
          await session.script('checkpoint');
          await cp(directory, join(dataDir, DIRECTORY), { recursive: true, mode: constants.COPYFILE_FICLONE });
        }),
      );
  }

  /** Another engine, in memory, for what must not stand in the way of this one. */
  async scratch(): Promise<EmbeddedDatabase> {
    const known = scratches.get(this.embedded) ?? new ScratchEngine(() => openBeside(this.embedded));
    scratches.set(this.embedded, known);
    return await known.take();
  }

  override async close(): Promise<void> {
    await scratches.get(this.embedded)?.end();
    await this.#maintenance?.stop();
    await super.close();
  }

  #maintenance: Maintenance | undefined;

  startMaintenance(maintenance: Maintenance, extras: EmbeddedExtras): void {
    this.#maintenance = maintenance;
    extras.maintenance = maintenance;
    maintenance.start();
  }
}

const silence = (): void => undefined;
/** What goes wrong on a trial is told by whoever tries. */
const silent: Log = { debug: silence, info: silence, warn: silence, error: silence };
/** One for each engine, whichever of its databases asks. */
const scratches = new WeakMap<EmbeddedEngine, ScratchEngine<EmbeddedDatabase>>();

async function openBeside({ origin: { start, workerUrl } }: EmbeddedEngine): Promise<EmbeddedDatabase> {
  const snapshot = start.snapshot ?? (await builtSnapshot());
  return await openMemory(
    { kind: 'memory', workerUrl, timeZone: start.timeZone, limits: { statementMs: Number.POSITIVE_INFINITY }, ...(snapshot && { snapshot }) },
    silent,
  );
}

interface EmbeddedExtras {
  readonly disk?: DiskGuard;
  readonly guard?: DirectoryGuard;
  maintenance?: Maintenance;
}

export async function openMemory(options: MemoryOptions, log: Log): Promise<EmbeddedDatabase> {
  return await openEngineDatabase(options, { directory: null, snapshot: options.snapshot ?? null, durable: false }, {}, log);
}

export async function openEmbedded(options: EmbeddedOptions, log: Log, clock: Clock): Promise<Database> {
  let engine: EmbeddedEngine | undefined;
  let lost = '';
  const guard = await DirectoryGuard.take(options.dataDir, (reason) => {
    log.error({ reason }, 'the data directory was lost; the database is stopped to protect it');
    lost = reason;
    void engine?.abandon(reason);
  });
  const disk = new DiskGuard(options.dataDir, options.minimumFreeBytes ?? DEFAULT_MINIMUM_FREE_BYTES);
  try {
    await disk.check();
    const extras: EmbeddedExtras = { disk, guard };
    const directory = join(options.dataDir, DIRECTORY);
    const database = await openEngineDatabase(options, { directory, snapshot: null, durable: true }, extras, log);
    engine = database.embedded;
    if (lost !== '') {
      await engine.abandon(lost);
      throw new Error(lost);
    }
    database.copiesFrom(directory);
    if (options.maintenance !== false) database.startMaintenance(new Maintenance(database, log, clock), extras);
    return database;
  } catch (error) {
    disk.stop();
    await guard.release();
    throw error;
  }
}

/**
 * Opens the engine on a directory that nobody relies on yet: no guard, nothing forced to disk. Whoever holds the guard of
 * its data directory closes it and forces the whole directory to disk before renaming it into place.
 */
export async function openUnfinished(options: EmbeddedOptions, directory: string, snapshot: Uint8Array | null, log: Log): Promise<EmbeddedDatabase> {
  return await openEngineDatabase(options, { directory, snapshot, durable: false }, {}, log);
}

async function openEngineDatabase(
  options: EmbeddedOptions | MemoryOptions,
  start: Omit<WorkerStart, 'timeZone'>,
  extras: EmbeddedExtras,
  log: Log,
): Promise<EmbeddedDatabase> {
  const engine = new EmbeddedEngine({
    workerUrl: options.workerUrl ?? defaultWorkerUrl(),
    start: { ...start, timeZone: options.timeZone ?? DEFAULT_TIME_ZONE },
    statementLimitMs: limitsWithDefaults(options.limits).statementMs,
    log,
  });
  try {
    await engine.ready();
  } catch (error) {
    await engine.abandon('the database could not be opened');
    throw openingError(error);
  }
  return new EmbeddedDatabase(options, engine, extras, log);
}

/** At start the administrator needs the sentence itself, not the refusal that users would see. */
const openingError = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? error.cause : error);
