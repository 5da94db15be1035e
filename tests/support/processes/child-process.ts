import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SHORT_LIVED } from '../short-lived.mjs';

/** A child that talks in lines. */
export interface TalkingChild {
  readonly pid: number;
  readonly lines: readonly string[];
  /** Standard error so far. */
  readonly errors: () => string;
  /** First line, come or coming, that starts with `prefix`. @throws Error when the child ends before. */
  line(prefix: string): Promise<string>;
  /** Resolves once `count` lines with this prefix have come. @throws Error when the child ends before. */
  many(prefix: string, count: number): Promise<void>;
  /** SIGKILL, and all that it had said before. */
  kill(): Promise<void>;
  exited(): Promise<number | null>;
}

/** Starts a script of `bundleForNode`; it must not outlive the test, so end it with `kill` or `exited`. */
export function startChild(script: string, argument: unknown): TalkingChild {
  const child: ChildProcess = spawn(process.execPath, [...SHORT_LIVED, script, JSON.stringify(argument)], { stdio: ['ignore', 'pipe', 'pipe'] });
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
  const many = (prefix: string, count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const enough = lines.filter((line) => line.startsWith(prefix)).length >= count;
        if (!enough && !ended) return;
        waiting.delete(look);
        if (enough) resolve();
        else reject(new Error(`the child ended without saying "${prefix}" ${count} times: ${errors}`));
      };
      waiting.add(look);
      look();
    });
  return {
    pid,
    lines,
    errors: () => errors,
    many,
    line: async (prefix) => {
      await many(prefix, 1);
      return (lines.find((line) => line.startsWith(prefix)) ?? '').slice(prefix.length).trim();
    },
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
