import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY_DISK = '/dev/shm';
const ROOM_NEEDED = 2 * 1024 ** 3;

/**
 * A new folder for databases whose processes are killed: in memory where there is room, else among the temporary files. What a killed process
 * has written is kept by the system either way, so forcing it to a disk proves nothing more; power cuts are another test's.
 */
export function quickFolder(prefix: string): string {
  return mkdtempSync(path.join(roomInMemory() ? MEMORY_DISK : tmpdir(), prefix));
}

function roomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize > ROOM_NEEDED;
  } catch {
    return false;
  }
}
