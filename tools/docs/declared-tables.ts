import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Columns, Table } from '@nephra/plugin-sdk/server';

const root = path.resolve(import.meta.dirname, '../..');

const isTable = (one: unknown): one is Table<Columns> => typeof one === 'object' && one !== null && 'defs' in one && 'everywhere' in one;

/** Tables that the server halves of all plugins declare, read from the sources; no database. */
export async function declaredTables(): Promise<Table<Columns>[]> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'plugins'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const files = listed
    .split('\n')
    .filter((file) => /\/server\/.*(?<!\.test|\.fixture)\.ts$/.test(file) && readFileSync(path.join(root, file), 'utf8').includes('defineTable('));
  const modules = await Promise.all(files.map((file) => import(path.join(root, file)) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.values(module).filter(isTable));
}
