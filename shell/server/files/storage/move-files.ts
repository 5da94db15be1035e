import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '@nephra/plugin-sdk/server';
import { ConfigError, readConfig } from '../../config/index.ts';
import { DiskStorage } from './disk-storage.ts';
import { type FileStorage, keptObjects, type StoredObject } from './file-storage.ts';
import { bucketOf } from './open-storage.ts';

export interface MoveOptions {
  /** Where files lie on their way, on the disk of the files. */
  readonly folder: string;
  /** Takes each away where it was, once all are there. Default false. */
  readonly remove?: boolean;
  readonly progress?: (moved: MoveCounts) => void;
}

export interface MoveCounts {
  readonly copied: number;
  /** Were there already, from a run before. */
  readonly there: number;
  /** Of those that were copied. */
  readonly bytes: number;
  readonly removed: number;
}

/** Each holds one file on the disk and one part of it in memory. */
const AT_ONCE = 4;

/**
 * Copies all files that count from one storage to another. Breaking off is harmless: the next run copies what is missing. Files that come meanwhile are
 * copied by the next run, too, so that the last one, with the server stopped, is short.
 * @throws Error for a file that does not arrive as it was
 */
export async function moveFiles(from: FileStorage, to: FileStorage, { folder, remove = false, progress = () => undefined }: MoveOptions): Promise<MoveCounts> {
  const counts = { copied: 0, there: 0, bytes: 0, removed: 0 };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await inTurns(keptObjects(from), async (object) => {
    if ((await to.look(object.place))?.size === object.size) counts.there += 1;
    else {
      await copy(from, to, object, folder);
      counts.copied += 1;
      counts.bytes += object.size;
    }
    progress(counts);
  });
  if (!remove) return counts;
  await inTurns(keptObjects(from), async ({ place, size }) => {
    if ((await to.look(place))?.size !== size) throw new Error(`${place} came while files were copied: stop the server and start this again.`);
    await from.remove(place);
    counts.removed += 1;
    progress(counts);
  });
  return counts;
}

async function copy(from: FileStorage, to: FileStorage, { place, size }: StoredObject, folder: string): Promise<void> {
  const between = path.join(folder, randomBytes(16).toString('hex'));
  const known = await from.look(place);
  const hash = createHash('sha256');
  let read = 0;
  const watch = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      hash.update(piece);
      read += piece.length;
      done(null, piece);
    },
  });
  try {
    await pipeline(from.read(place), watch, createWriteStream(between, { flags: 'wx', mode: 0o600 }));
    const sha256 = hash.digest('hex');
    if (read !== size || (known?.sha256 !== undefined && known.sha256 !== sha256)) throw new Error(`${place} does not come as it was put there.`);
    await to.put(place, between, { sha256 });
  } finally {
    await rm(between, { force: true });
  }
  if ((await to.look(place))?.size !== size) throw new Error(`${place} has not arrived whole.`);
}

async function inTurns(objects: AsyncIterable<StoredObject>, work: (object: StoredObject) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const object of objects) {
    const one = work(object).finally(() => running.delete(one));
    // Whoever waits below hears of it; until then it is nobody's stray rejection.
    one.catch(() => undefined);
    running.add(one);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}

/**
 * `npm run files:move`: between DATA_DIR/files and the bucket that the environment names.
 * @throws ConfigError when no bucket is named
 */
export async function moveConfigured(
  direction: 'to-s3' | 'to-disk',
  environment: Readonly<Record<string, string | undefined>>,
  log: Log,
  options: Omit<MoveOptions, 'folder'>,
): Promise<MoveCounts> {
  const config = readConfig(environment);
  if (config.s3Endpoint === '')
    throw new ConfigError(['S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have to name the bucket, in both directions.']);
  const folder = path.resolve(config.dataDir, 'files');
  const [disk, bucket] = [new DiskStorage(folder), bucketOf(config, log)];
  try {
    await bucket.check();
    const [from, to] = direction === 'to-s3' ? [disk, bucket] : [bucket, disk];
    return await moveFiles(from, to, { ...options, folder: path.join(folder, 'incoming') });
  } finally {
    bucket.close();
  }
}
