import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

function database(command: 'export' | 'import', file: string, env: Record<string, string>): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/start/database.mjs', command, file], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`database ${command} failed:\n${stdout}\n${stderr}`);
}

/**
 * Copies an embedded database, whose server has ended, into an empty one of PostgreSQL, the way a hospital moves there: export, import.
 * Demo data come to PostgreSQL by no other way.
 */
export function moveToPostgres(dataDir: string, url: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-move-'));
  const file = path.join(folder, 'demo.nephra');
  try {
    database('export', file, { DATA_DIR: dataDir });
    database('import', file, { DATABASE_URL: url });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
