import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PAUSE_MS = 150;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const ownerOf = (file) => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Two builds at once would overwrite each other's files: the second waits. A lock whose owner is gone does not count. */
export async function withBuildLock(root, say, work) {
  const file = path.join(root, '.build/lock');
  mkdirSync(path.dirname(file), { recursive: true });
  for (let told = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = ownerOf(file);
    if (owner !== undefined && !isAlive(owner)) rmSync(file, { force: true });
    else {
      if (!told) say('Another build is running; waiting for it …');
      told = true;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
