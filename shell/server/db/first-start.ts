import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Database, EmbeddedOptions, Log } from './database.ts';
import { DirectoryGuard } from './embedded/directory/directory-guard.ts';
import { openMemory, openUnfinished } from './embedded/open-embedded.ts';
import { CHECKPOINT_WITH_SHORT_LOG } from './embedded/short-log.ts';
import { builtSnapshot } from './embedded/worker-url.ts';

export type FirstStartOptions = Omit<EmbeddedOptions, 'kind'>;

const PARALLEL_SYNCS = 8;

/**
 * Makes the embedded database on the very first start: built beside, forced to disk file by file, then renamed. A kill
 * or power cut at any moment leaves either no database (the next start builds it again) or the whole one.
 * @param build fills it: migrations, first accounts, demo data.
 * @returns false when there was one already.
 * @throws DirectoryInUseError, whatever `build` throws.
 */
export async function prepareFirstStart(options: FirstStartOptions, log: Log, build: (db: Database) => Promise<void>): Promise<boolean> {
  const { dataDir } = options;
  const target = join(dataDir, 'db');
  if (existsSync(target)) return false;
  const guard = await DirectoryGuard.take(dataDir, (reason) => log.error({ reason }, 'the data directory was lost during the first start'));
  try {
    // Somebody may have finished while we waited for the guard.
    if (existsSync(target)) return false;
    const unfinished = join(dataDir, 'db.init');
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const db = await openUnfinished({ ...options, kind: 'embedded' }, unfinished, await baseSnapshot(options), log);
    try {
      await build(db);
      await db.script(CHECKPOINT_WITH_SHORT_LOG);
    } finally {
      await db.close();
    }
    await forceToDisk(unfinished);
    await rename(unfinished, target);
    await syncPath(dataDir);
    // The data directory itself may be new, too.
    await syncPath(dirname(dataDir));
    return true;
  } finally {
    await guard.release();
  }
}

/**
 * An empty database as a tar.gz, for the builder to put beside the bundle as `db-base.tar.gz`.
 * @param workerUrl the built worker.
 */
export async function makeBaseSnapshot(log: Log, workerUrl?: URL): Promise<Uint8Array> {
  const db = await openMemory({ kind: 'memory', workerUrl }, log);
  try {
    return gzipSync(await db.snapshot());
  } finally {
    await db.close();
  }
}

async function baseSnapshot(options: FirstStartOptions): Promise<Uint8Array | null> {
  if (options.baseSnapshot !== undefined) return await readFile(options.baseSnapshot);
  return await builtSnapshot();
}

/** Every file, then its directory: a name in a directory that was not synced may vanish with the power. */
async function forceToDisk(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  // Side by side, so that the file system can force many to disk in one go.
  const worker = async (): Promise<void> => {
    for (let name = files.pop(); name !== undefined; name = files.pop()) await syncPath(join(directory, name));
  };
  await Promise.all(Array.from({ length: PARALLEL_SYNCS }, worker));
  for (const entry of entries) if (entry.isDirectory()) await forceToDisk(join(directory, entry.name));
  await syncPath(directory);
}

async function syncPath(path: string): Promise<void> {
  // Windows cannot open directories; its journal keeps renames in order by itself.
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform === 'win32') return undefined;
    throw error;
  });
  try {
    await handle?.sync().catch((error: NodeJS.ErrnoException) => {
      if (process.platform !== 'win32') throw error;
    });
  } finally {
    await handle?.close();
  }
}
