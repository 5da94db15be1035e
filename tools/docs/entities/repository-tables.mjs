import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from './read-migrations.mjs';

const SIZE = /^\s+([a-z0-9_]+): (small|growing)\(([\d_]+)\)/gm;

/**
 * @typedef {import('./read-migrations.mjs').ReadTable} ReadTable
 * @typedef {{ title: string, folder: string, tables: (ReadTable & { size?: { grows: boolean, rows: number } })[] }} Part
 */

const sqlIn = (root, folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ file: `${folder}/${name}`, sql: readFileSync(path.join(root, folder, name), 'utf8') }));

/** Rows that ten years bring, as the declaration of a part says them. */
function sizesIn(root, file) {
  if (!existsSync(path.join(root, file))) return new Map();
  const text = readFileSync(path.join(root, file), 'utf8');
  return new Map([...text.matchAll(SIZE)].map(([, name, kind, rows]) => [name, { grows: kind === 'growing', rows: Number(rows.replaceAll('_', '')) }]));
}

/**
 * The shell's tables first, then those of each plugin that has some.
 * @param {string} root of the repository
 * @returns {Part[]}
 */
export function tablesOfRepository(root) {
  const plugins = readdirSync(path.join(root, 'plugins'))
    .sort()
    .map((id) => ({ title: id, folder: `plugins/${id}/server/migrations`, sizes: `plugins/${id}/server/table-sizes.ts` }))
    .filter(({ folder }) => existsSync(path.join(root, folder)));
  const parts = [{ title: 'shell', folder: 'shell/server/core/migrations', sizes: 'shell/server/tables/table-sizes.ts' }, ...plugins];
  return parts.map(({ title, folder, sizes }) => {
    const rows = sizesIn(root, sizes);
    const tables = readMigrations(sqlIn(root, folder)).map((table) => ({ ...table, size: rows.get(table.name.split('.')[1]) }));
    return { title, folder, tables };
  });
}
