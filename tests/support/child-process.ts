import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A child that talks in lines. */
export interface TalkingChild {
  readonly pid: number;
  readonly lines: readonly string[];
  /** Standard error so far. */
  readonly errors: () => string;
  /** First line, come or coming, that starts with `prefix`. @throws Error when the child ends before. */
  line(prefix: string): Promise<string>;
  /** SIGKILL, and all that it had said before. */
  kill(): Promise<void>;
  exited(): Promise<number | null>;
}

/** Starts a script of `bundleForNode`; it must not outlive the test, so end it with `kill` or `exited`. */
export function startChild(script: string, argument: unknown): TalkingChild {
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(argument)], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (!child.stdout || !child.stderr || child.pid === undefined) throw new Error(`could not start ${script}`);
  const { pid } = child;
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += String(text);
  });
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) look();
  };
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    wake();
  });
  let ended = false;
  // `close` comes after the pipes are empty.
  const closed = once(child, 'close').then(() => {
    ended = true;
    wake();
  });
  return {
    pid,
    lines,
    errors: () => errors,
    line: (prefix) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find((line) => line.startsWith(prefix));
          if (found === undefined && !ended) return;
          waiting.delete(look);
          if (found === undefined) reject(new Error(`the child ended without saying "${prefix}": ${errors}`));
          else resolve(found.slice(prefix.length).trim());
        };
        waiting.add(look);
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
    exited: async () => {
      await closed;
      return child.exitCode;
    },
  };
}
