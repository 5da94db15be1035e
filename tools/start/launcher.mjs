import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SHELL = /^-?(ba|da|z|k|a)?sh$/;
const LOOK_EVERY_MS = 1000;

/** @returns {{parent: number, name: string} | undefined} what the system knows of a process */
export function readProcess(pid) {
  try {
    // Linux: "pid (name) state parent …"; the name itself may hold brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { parent: Number(stat.slice(end + 2).split(' ')[1]), name: stat.slice(stat.indexOf('(') + 1, end) };
  } catch {
    const [, parent, name] = /^\s*(\d+)\s+(.+?)\s*$/.exec(spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '') ?? [];
    return parent === undefined ? undefined : { parent: Number(parent), name: name.split('/').pop() };
  }
}

/**
 * The processes that this one must not outlive: npm, and the shell that npm puts between. None when it was started without
 * npm: a terminal that closes must not end what somebody put into the background on purpose.
 * @returns {number[]}
 */
export function launchersOf(parentPid, byNpm, read = readProcess) {
  if (!byNpm) return [];
  const parent = read(parentPid);
  return parent !== undefined && SHELL.test(parent.name) && parent.parent > 1 ? [parentPid, parent.parent] : [parentPid];
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Calls `gone` once when one of the processes has ended, however it ended. @returns {() => void} ends the watch */
export function watchLaunchers(pids, gone, { alive = isAlive, everyMs = LOOK_EVERY_MS } = {}) {
  const timer = setInterval(() => {
    if (pids.every(alive)) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  // The watch alone keeps nothing running.
  timer.unref();
  return () => clearInterval(timer);
}
