import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Path of the migration that comes next in a folder. @param name what it is about, `line-caution` */
export function nextMigration(folder, name, root = '.') {
  const at = path.join(root, folder);
  const last = existsSync(at)
    ? readdirSync(at)
        .filter((file) => file.endsWith('.sql'))
        .sort()
        .at(-1)
    : undefined;
  return `${folder}/${String(Number((last ?? '0000').slice(0, 4)) + 1).padStart(4, '0')}-${name}.sql`;
}
