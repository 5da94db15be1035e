import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The worker beside the server's bundle; the source launcher when this file itself runs as TypeScript. */
export const defaultWorkerUrl = (): URL =>
  import.meta.url.endsWith('.ts') ? new URL('../worker/db-worker.source.mjs', import.meta.url) : new URL('./db-worker.mjs', import.meta.url);

/** The builder puts it beside the server's bundle; without it an engine takes some seconds longer to begin with. */
const BUILT_SNAPSHOT = 'db-base.tar.gz';

/** An empty database, where the builder has made one. */
export async function builtSnapshot(): Promise<Uint8Array | null> {
  const built = new URL(`./${BUILT_SNAPSHOT}`, import.meta.url);
  return existsSync(built) ? await readFile(built) : null;
}
