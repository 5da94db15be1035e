import { readdirSync } from 'node:fs';

/** Path of the migration that comes next in a folder. @param name what it is about, `line-caution` */
export function nextMigration(folder, name) {
  const last =
    readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .at(-1) ?? '0000';
  return `${folder}/${String(Number(last.slice(0, 4)) + 1).padStart(4, '0')}-${name}.sql`;
}
