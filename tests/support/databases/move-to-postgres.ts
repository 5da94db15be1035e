import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SHORT_LIVED } from '../processes/short-lived.mjs';
import { copyDemo, demoDataDir } from '../demo-template.ts';
import { keptTemplate } from './template-cache.ts';

function database(command: 'export' | 'import', file: string, env: Record<string, string>): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SHORT_LIVED, 'tools/start/database.mjs', command, file], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`database ${command} failed:\n${stdout}\n${stderr}`);
}

/** File of the whole demo database, kept as long as the demo is the same. */
async function exportedDemo(): Promise<string> {
  const name = `${path.basename(await demoDataDir())}.nephra`;
  return await keptTemplate(name, async (unfinished) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nephra-move-'));
    try {
      const dataDir = path.join(folder, 'data');
      await copyDemo(dataDir);
      database('export', unfinished, { DATA_DIR: dataDir, DATABASE_URL: '' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/**
 * Fills an empty database of PostgreSQL with the demo, the way a hospital moves there from the embedded one: export, import.
 * Demo data come to PostgreSQL by no other way.
 */
export async function moveDemoToPostgres(url: string): Promise<void> {
  database('import', await exportedDemo(), { DATABASE_URL: url });
}
