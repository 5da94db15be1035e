import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * A call makes much that is soon forgotten: in twice the room for what is new, collecting it takes an eighth less of the processor's time, and the server
 * takes some 30 MB more while it is busy.
 */
export const ROOM_FOR_NEW = '--max-semi-space-size=32';

/** Signals that end the server in order; it saves its state and goes. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs the built server in this terminal. Signals are handed on; a second one of the same kind is too. The channel between the
 * two closes however this process ends, SIGKILL included, and the server then ends by itself.
 * @returns {{pid: number, ended: Promise<number>, kill: (signal?: string) => void, isRunning: () => boolean}} `ended` gives the exit code
 */
export function runServer(root, env = {}) {
  const child = spawn(process.execPath, ['--enable-source-maps', ROOM_FOR_NEW, path.join(root, '.build/server/main.mjs')], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  // A terminal sends Ctrl-C to the whole group: the server already has it, so only what comes from outside is handed on.
  const handOn = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of ENDING) process.on(signal, handOn);
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      for (const name of ENDING) process.off(name, handOn);
      resolve(code ?? (signal === null ? 1 : 0));
    });
  });
  return { pid: child.pid, ended, kill: (signal = 'SIGTERM') => child.kill(signal), isRunning: () => child.exitCode === null && child.signalCode === null };
}

/**
 * Asks the server until it answers.
 * @returns {Promise<boolean>} false when it ended before that
 */
export async function waitUntilReady(server, port) {
  while (server.isRunning()) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
      if (answer.ok) return true;
    } catch {
      // Nobody listens yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
