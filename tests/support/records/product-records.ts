import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyRecord } from '@nephra/plugin-sdk/record';

const root = path.resolve(import.meta.dirname, '../../..');

/** Files below the project that describe records, in the order of their names. */
export const recordSources: readonly string[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'plugins', 'shell'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => /\/contract\/.*(?<!\.test)\.ts$/.test(file) && readFileSync(path.join(root, file), 'utf8').includes('defineRecord('));

const isRecord = (one: unknown): one is AnyRecord => typeof one === 'object' && one !== null && 'document' in one && 'fields' in one && 'acts' in one;

/** Every record that a file exports. */
export async function recordsOf(file: string): Promise<readonly AnyRecord[]> {
  const module = (await import(path.join(root, file))) as Readonly<Record<string, unknown>>;
  return Object.values(module).filter(isRecord);
}

/** Every record of the product, found by walking the contracts of its plugins. */
export const productRecords = async (): Promise<readonly AnyRecord[]> => (await Promise.all(recordSources.map(recordsOf))).flat();
