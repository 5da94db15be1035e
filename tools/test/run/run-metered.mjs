import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A POSIX shell tells at its end what its children and theirs took from the processors; Node cannot. Signals go on to the command. */
const METERED = `trap 'kill -TERM "$child" 2>/dev/null' INT TERM HUP
"$@" & child=$!
wait "$child"; code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
times > "$0"
exit "$code"`;

const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
    process.exit(1);
  });
}

/** `0m1.5s 0m0.2s` twice: the shell's own, its children's; user and system each. */
export function secondsIn(times) {
  const children = times.trim().split('\n')[1] ?? '';
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));
  return parts.length === 2 ? parts[0] + parts[1] : undefined;
}

let runs = 0;

/** Weighs a tenth of what others do where a core is wanted twice. */
const PATIENTLY = ['nice', '-n', '10'];

/**
 * Runs a command; what it prints goes to the file `output`, or straight through where none is given. `patiently`: others get the cores first.
 * @returns {Promise<{status: number, processorSeconds: number | undefined}>} undefined where the system does not tell
 */
export function runMetered(command, env, output, { patiently = false } = {}) {
  runs += 1;
  const times = path.join(tmpdir(), `nephra-times-${process.pid}-${runs}`);
  const metered = process.platform !== 'win32';
  const [program, ...words] = patiently && metered ? [...PATIENTLY, ...command] : command;
  const file = output ? openSync(output, 'w') : undefined;
  return new Promise((resolve) => {
    const stdio = file === undefined ? 'inherit' : ['ignore', file, file];
    const child = metered ? spawn('/bin/sh', ['-c', METERED, times, program, ...words], { stdio, env }) : spawn(program, words, { stdio, env });
    children.add(child);
    let over = false;
    const end = (status) => {
      if (over) return;
      over = true;
      children.delete(child);
      if (file !== undefined) closeSync(file);
      resolve({ status: status ?? 1, processorSeconds: metered ? taken(times) : undefined });
    };
    child.once('error', (error) => {
      console.log(error.message);
      end(1);
    });
    child.once('exit', end);
  });
}

function taken(times) {
  try {
    return secondsIn(readFileSync(times, 'utf8'));
  } catch {
    return undefined;
  } finally {
    rmSync(times, { force: true });
  }
}
