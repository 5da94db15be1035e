import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database, EmbeddedOptions, Log } from './database.ts';
import { DirectoryGuard } from './embedded/directory-guard.ts';
import { openUnguarded } from './embedded/open-embedded.ts';

export interface FirstStartOptions extends Omit<EmbeddedOptions, 'kind'> {
  /** Tar(.gz) of an empty database, to save the 3 seconds of making one. Made by `Database.snapshot`. */
  readonly baseSnapshot?: string;
}

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
    const snapshot = options.baseSnapshot ? await readFile(options.baseSnapshot) : null;
    const db = await openUnguarded({ ...options, kind: 'embedded' }, unfinished, snapshot, log);
    try {
      await build(db);
      await db.script('CHECKPOINT');
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

/** Every file, then its directory: a name in a directory that was not synced may vanish with the power. */
async function forceToDisk(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await forceToDisk(path);
    else if (entry.isFile()) await syncPath(path);
  }
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
