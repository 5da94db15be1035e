import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY_DISK = '/dev/shm';
/** A long run may still use what is younger. */
const OLD_MS = 24 * 3_600_000;
/** For an instant after a test kills its server nobody lives there; a run that still goes on is younger than this. */
const YOUNG_MS = 3 * 3_600_000;

const ageOf = (place) => Date.now() - (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A test server's folder whose server is gone: it lies in memory and would be missed there. */
function isDeadServer(place) {
  const pidFile = path.join(place, 'data/postmaster.pid');
  return ageOf(place) > YOUNG_MS && !(existsSync(pidFile) && isAlive(Number.parseInt(readFileSync(pidFile, 'utf8'), 10)));
}

/** Takes away what killed runs have left, so that no later one finds its disk or memory full. @returns how many folders */
export function sweepLeftovers(temporary = tmpdir(), memory = MEMORY_DISK) {
  let swept = 0;
  for (const folder of [temporary, memory]) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) {
      if (!name.startsWith('nephra-')) continue;
      const place = path.join(folder, name);
      const isLeft = name.startsWith('nephra-pg-') ? isDeadServer(place) : ageOf(place) > OLD_MS;
      if (!isLeft) continue;
      try {
        rmSync(place, { recursive: true, force: true });
        swept += 1;
      } catch {
        // Another account's, or a file system that a killed power-cut test left mounted: it harms nobody but the disk.
      }
    }
  }
  return swept;
}
