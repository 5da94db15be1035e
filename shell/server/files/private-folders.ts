import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '@nephra/plugin-sdk/server';

/** Rights of everybody but the owner. */
const OTHERS = 0o077;

const modeOf = (place: string): Promise<number | undefined> =>
  stat(place).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  );

/** Takes a place from everybody but its owner, whose rights stay. @returns whether there was something to take */
async function close(place: string): Promise<boolean> {
  const mode = await modeOf(place);
  if (mode === undefined || (mode & OTHERS) === 0) return false;
  await chmod(place, mode & ~OTHERS);
  return true;
}

/**
 * Closes the data folder of the server to everybody else on the machine: folders 0700, files 0600. What is made from now on is made so; what an
 * earlier version left open is mended once; the folder of uploads itself comes last, as the mark that all is done.
 */
export async function keepPrivate(dataDir: string, log: Log): Promise<void> {
  // Rights of this kind are unknown there.
  if (process.platform === 'win32') return;
  const uploads = path.join(dataDir, 'files');
  const modes = await Promise.all([dataDir, uploads].map(modeOf));
  if (modes.every((mode) => mode === undefined || (mode & OTHERS) === 0)) return;
  try {
    // First of all the door: behind it nothing can be reached while the rest is mended.
    let mended = (await close(dataDir)) ? 1 : 0;
    mended += await closeInside(dataDir, uploads);
    if (await close(uploads)) mended += 1;
    log.info({ dataDir, mended }, 'the data folder was open to other users of this machine and is closed now');
  } catch (error) {
    log.warn({ err: error, dataDir }, 'the data folder is open to other users of this machine and could not be closed: let the server own it, with mode 0700');
  }
}

async function closeInside(folder: string, last: string): Promise<number> {
  let mended = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) mended += await closeInside(place, last);
    // Links lead elsewhere, and sockets come and go.
    if ((entry.isDirectory() || entry.isFile()) && place !== last && (await close(place))) mended += 1;
  }
  return mended;
}
