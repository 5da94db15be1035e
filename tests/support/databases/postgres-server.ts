import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const supervisor = fileURLToPath(new URL('./postgres-supervisor.mjs', import.meta.url));

export interface PostgresServer {
  /** Of its maintenance database `postgres`. */
  readonly url: string;
  urlOf(database: string): string;
  /** Ends the server with SIGKILL, at once or, while it is still coming back from the last time, as soon as it is there; it recovers by itself. */
  crash(): Promise<void>;
  /** `keepTemplates`: the next server that begins `withTemplates` finds the databases of this one. */
  stop(options?: { readonly keepTemplates?: boolean }): Promise<void>;
}

interface PostgresBeginning {
  readonly withTemplates?: boolean;
  readonly from?: string;
  readonly into?: string;
}

type Answer = { url: string; pidFile: string } | { missing: string } | { error: string };

/** @returns false when there is no server at this moment: the file is gone or tells of one that is dead */
function killServer(pidFile: string): boolean {
  try {
    return process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
  } catch (error) {
    if (['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/**
 * Starts a PostgreSQL of its own, in a temporary folder, reachable through a local socket only. It ends by itself when
 * this process ends. `withTemplates`: it begins with the template databases that an earlier run kept.
 * `from`: with a copy of the data folder that another one left `into` a folder, at its end.
 * @returns the reason, as a sentence, when this machine has none.
 */
export async function startPostgres({ withTemplates = false, from, into }: PostgresBeginning = {}): Promise<PostgresServer | string> {
  const options = [...(withTemplates ? ['--templates'] : []), ...(from ? [`--from=${from}`] : []), ...(into ? [`--into=${into}`] : [])];
  const child = spawn(process.execPath, [supervisor, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
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
    crash: async () => {
      // waits: looks again whether the server is there; the limit is that of the test
      while (!killServer(answer.pidFile)) await pause(5);
    },
    stop: async ({ keepTemplates = false } = {}) => {
      // Else nothing keeps the caller alive, and it ends, with code 0, before its own work is done.
      child.ref();
      child.stdin.end(keepTemplates ? 'keep\n' : undefined);
      await exited;
    },
  };
}
