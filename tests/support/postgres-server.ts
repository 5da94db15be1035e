import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const supervisor = fileURLToPath(new URL('./postgres-supervisor.mjs', import.meta.url));

export interface PostgresServer {
  /** Of its maintenance database `postgres`. */
  readonly url: string;
  urlOf(database: string): string;
  /** Ends the server with SIGKILL; it is started again and recovers by itself. */
  crash(): void;
  stop(): Promise<void>;
}

type Answer = { url: string; pidFile: string } | { missing: string } | { error: string };

/**
 * Starts a PostgreSQL of its own, in a temporary folder, reachable through a local socket only. It ends by itself when
 * this process ends.
 * @returns the reason, as a sentence, when this machine has none.
 */
export async function startPostgres(): Promise<PostgresServer | string> {
  const child = spawn(process.execPath, [supervisor], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => [])]);
  const answer = JSON.parse(String(first[0] ?? '{"error":"the supervisor ended without an answer"}')) as Answer;
  if ('missing' in answer) return answer.missing;
  if ('error' in answer) throw new Error(answer.error);
  child.unref();
  (child.stdout as unknown as { unref?(): void }).unref?.();
  return {
    url: answer.url,
    urlOf: (database) => answer.url.replace('/postgres?', `/${database}?`),
    crash: () => {
      process.kill(Number.parseInt(readFileSync(answer.pidFile, 'utf8'), 10), 'SIGKILL');
    },
    stop: async () => {
      // Else nothing keeps the caller alive, and it ends, with code 0, before its own work is done.
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}
