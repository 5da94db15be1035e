import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const OUTPUT = '.build/tools/declared-tables.mjs';

/** Files below the repository that declare tables. */
export const tableSources = (root) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'plugins', 'shell', 'plugin-sdk/server/identity'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) => /\/server\/.*(?<!\.test|\.fixture)\.ts$/.test(file) && readFileSync(path.join(root, file), 'utf8').includes('defineTable('));

/** Packages stay where they are; the SDK is TypeScript and is bundled. */
const packagesOutside = {
  name: 'packages-outside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@nephra/') ? undefined : { path: name, external: true },
    ),
};

/**
 * Every table that the sources declare, with the file that does, and what writes SQL for it. Node 20 runs no TypeScript, so the files are bundled first.
 * @returns {Promise<{ tables: { file: string, table: object }[], addColumnSql: Function, createTableSql: Function, missingOrderSql: Function }>}
 */
export async function loadTables(root) {
  const files = tableSources(root);
  const lines = files.map((file, at) => `import * as file${at} from './${file}';`);
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `${lines.join('\n')}\nexport const modules = [${files.map((_, at) => `file${at}`)}];\nexport * from './plugin-sdk/testing/table-sql.ts';\nexport * from './plugin-sdk/testing/order-indexes.ts';`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile: path.join(root, OUTPUT),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['nephra-source'],
    plugins: [packagesOutside],
    logLevel: 'warning',
  });
  const { modules, ...sql } = await import(pathToFileURL(path.join(root, OUTPUT)).href);
  const tables = modules.flatMap((module, at) =>
    Object.values(module)
      .filter((one) => typeof one === 'object' && one !== null && 'defs' in one && 'everywhere' in one)
      .map((table) => ({ file: files[at], table })),
  );
  return { tables, ...sql };
}
