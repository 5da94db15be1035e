import type { Plugin } from 'esbuild';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { migrationNameProblems } from '../../server/database/folder-migrations.ts';

const SQL = '.sql';
const NAMESPACE = 'nephra-migrations';

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;

/** Names of a folder's migrations without their ending, in order. */
export const migrationNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(SQL))
    .map((name) => name.slice(0, -SQL.length))
    .sort();

/** The module that an import of the folder means. @param at how it names the folder */
function moduleOf(names: readonly string[], at: string): string {
  const imports = names.map((name, index) => `import sql${index} from ${JSON.stringify(`${at}/${name}${SQL}`)};`);
  const files = names.map((name, index) => `${JSON.stringify(name)}: sql${index}`);
  return `import { folderMigrations } from '@nephra/plugin-sdk/server';\n${imports.join('\n')}\nexport default folderMigrations({ ${files.join(', ')} });\n`;
}

/** For esbuild: `import migrations from './migrations'` gives the SQL files of the folder, two with one number and gaps refused by name. */
export const migrationsForBundles: Plugin = {
  name: NAMESPACE,
  setup(setup) {
    setup.onResolve({ filter: /^\..*\/migrations$/ }, ({ path: asked, resolveDir }) => {
      const folder = path.join(resolveDir, asked);
      return isFolder(folder) ? { path: folder, namespace: NAMESPACE } : undefined;
    });
    setup.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path: folder }) => {
      const names = migrationNames(folder);
      const errors = migrationNameProblems(names).map((text) => ({ text: `${path.relative(process.cwd(), folder)}: ${text}.` }));
      if (errors.length > 0) return { errors };
      return { contents: moduleOf(names, '.'), resolveDir: folder, watchDirs: [folder] };
    });
  },
};

/** Folders that a bundle took its migrations from: a file more or less there makes another bundle. @param inputs of esbuild's metafile */
export const migrationFolders = (inputs: readonly string[]): string[] =>
  inputs.filter((input) => input.startsWith(`${NAMESPACE}:`)).map((input) => input.slice(NAMESPACE.length + 1));

/** No file: a name like one would be looked for below the root when a kept module asks for it by its address. */
const VIRTUAL = `\0${NAMESPACE}:`;

/** For Vite and Vitest: SQL files are texts, and an import of a folder of migrations gives all of them, as in the builder. */
export const sqlForTests = {
  name: 'nephra-sql',
  enforce: 'pre' as const,
  resolveId(asked: string, importer: string | undefined): string | undefined {
    if (!importer || !/^\..*\/migrations$/.test(asked)) return undefined;
    const folder = path.resolve(path.dirname(importer.split('?')[0] ?? ''), asked);
    return isFolder(folder) ? VIRTUAL + folder : undefined;
  },
  load(id: string): string | undefined {
    if (!id.startsWith(VIRTUAL)) return undefined;
    const folder = id.slice(VIRTUAL.length);
    return moduleOf(migrationNames(folder), folder.split(path.sep).join('/'));
  },
  transform: (code: string, id: string) => (id.split('?')[0]?.endsWith(SQL) ? { code: `export default ${JSON.stringify(code)};`, map: null } : null),
};
