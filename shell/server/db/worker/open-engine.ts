import { PGlite } from '@electric-sql/pglite';
import type { WorkerStart } from '../embedded/worker-messages.ts';
import { SEARCH_SETTINGS } from '../queries/search-settings.ts';
import { SyncFileSystem } from './sync-file-system.ts';

const KEPT_LOG_LINES = 20;

export interface OpenedEngine {
  readonly engine: PGlite;
  readonly serverVersion: string;
}

/** Small write-ahead segments: quicker first start and smaller test snapshots. MB. */
const INITDB_PARAMETERS = ['--wal-segsize=4'];

const startParameters = (durable: boolean, timeZone: string): string[] => {
  const settings = {
    timezone: timeZone,
    ...SEARCH_SETTINGS,
    shared_buffers: '32MB',
    // The library starts with fsync off and a datasync that does nothing; both must go.
    fsync: durable ? 'on' : 'off',
    wal_sync_method: 'fsync',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  const stock = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  return [...stock, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
};

/**
 * Opens the engine and proves that its commits reach the disk.
 * @throws Error when a commit did not raise the sync counter: running on would mean losing confirmed work.
 */
export async function openEngine(start: WorkerStart, onLog: (line: string) => void): Promise<OpenedEngine> {
  const lastLines: string[] = [];
  const files = start.directory === null ? undefined : new SyncFileSystem(start.directory);
  const durable = files !== undefined && start.durable;
  try {
    const engine = await PGlite.create({
      ...(files ? { fs: files } : { dataDir: 'memory://' }),
      ...(start.snapshot ? { loadDataDir: snapshotBlob(start.snapshot) } : {}),
      startParams: startParameters(durable, start.timeZone),
      initDbStartParams: INITDB_PARAMETERS,
      onStderr: (line) => {
        lastLines.push(line);
        if (lastLines.length > KEPT_LOG_LINES) lastLines.shift();
        if (/\b(PANIC|FATAL|WARNING):/.test(line)) onLog(line);
        return false;
      },
    });
    if (durable) await proveDurability(engine, files);
    return { engine, serverVersion: await settingOf(engine, 'server_version') };
  } catch (error) {
    throw new Error(`the embedded database could not be opened: ${error instanceof Error ? error.message : String(error)}${tail(lastLines)}`, { cause: error });
  }
}

const tail = (lines: readonly string[]): string => (lines.length === 0 ? '' : `\n${lines.join('\n')}`);

const GZIP_MAGIC = 0x1f;
const snapshotBlob = (bytes: Uint8Array): Blob =>
  new Blob([bytes as Uint8Array<ArrayBuffer>], { type: bytes[0] === GZIP_MAGIC ? 'application/x-gzip' : 'application/x-tar' });

async function settingOf(engine: PGlite, name: string): Promise<string> {
  const answer = await engine.query<{ value: string }>('select current_setting($1) as value', [name]);
  return answer.rows[0]?.value ?? '';
}

/** What must hold for "confirmed means saved". */
const REQUIRED_SETTINGS = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', wal_sync_method: 'fsync' };

export async function proveDurability(engine: PGlite, files: { readonly syncs: number }): Promise<void> {
  for (const [name, wanted] of Object.entries(REQUIRED_SETTINGS)) {
    const value = await settingOf(engine, name);
    if (value !== wanted) throw new Error(`setting ${name} is "${value}" but must be "${wanted}": confirmed work could be lost in a power cut`);
  }
  const before = files.syncs;
  // Writes to the log within a transaction, touches no table.
  await engine.query("select pg_logical_emit_message(true, 'nephra', 'durability self-test')");
  if (files.syncs <= before) throw new Error('self-test failed: a commit was not forced to disk, so confirmed work could be lost in a power cut');
}
