import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedEngine } from '../embedded/embedded-engine.ts';
import { type GrowthWatch, startGrowthWatch } from './growth-watch.ts';

/**
 * Ends the running statement when the files of the engine have grown by more than they may since now: a loop of others fills a disk long before its time is over.
 * The engine's only connection is busy with that statement, so nobody can ask it; its files tell, those of its log as well.
 * @returns undefined: it has no files, and fills no disk
 */
export async function watchFileGrowth(engine: EmbeddedEngine, maxBytes: number): Promise<GrowthWatch | undefined> {
  const { directory } = engine.origin.start;
  if (directory === null) return undefined;
  const before = await bytesUnder(directory);
  return startGrowthWatch({
    hasGrown: async () => (await bytesUnder(directory)) - before > maxBytes,
    cancel: () => engine.endStatement(),
  });
}

/** Files come and go meanwhile: one that is gone takes nothing. */
async function bytesUnder(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
