/**
 * Makes `plugin-sdk/dist`: the SDK as vendors get it. Runs by itself before `npm pack` in plugin-sdk.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { apiHashes } from '../docs/api-report.mjs';
import { buildAll } from './build.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const SDK = path.join(ROOT, 'plugin-sdk');
const DIST = path.join(SDK, 'dist');

const giveUp = (text) => {
  console.error(text);
  process.exit(1);
};

/** JavaScript and types, one file per source file. */
function compile() {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tools/config/tsconfig.sdk.json', '--singleThreaded'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) giveUp('The SDK does not compile; see above.');
  nameCompiled(DIST);
}

/** Type files name the compiled ones. */
function nameCompiled(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.d.ts')) continue;
    const file = path.join(entry.parentPath, entry.name);
    // The compiler leaves the endings of the sources in type files; only the compiled ones are in the package.
    writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from|import\()\s*["']\.{1,2}\/[^"']+)\.tsx?(["'])/g, '$1.js$2'));
  }
}

/** What our plugins offer to others, contracts, services, events and slots: a package of its own beside the SDK. */
function packPluginContracts(version) {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tools/config/tsconfig.plugins.json', '--singleThreaded'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) giveUp('The contracts of the plugins do not compile; see above.');
  const folder = path.join(DIST, 'plugins');
  nameCompiled(folder);
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const doors = names.map((name) => [`./${name}`, { types: `./${name}/contract/index.d.ts`, default: `./${name}/contract/index.js` }]);
  const description = {
    name: '@nephra/plugins',
    version,
    description: 'Contracts, services, events and slots of the plugins of Nephra.',
    license: 'MIT',
    type: 'module',
    exports: Object.fromEntries(doors.filter(([, { types }]) => existsSync(path.join(folder, types)))),
    peerDependencies: { '@nephra/plugin-sdk': `^${version}` },
    peerDependenciesMeta: { '@nephra/plugin-sdk': { optional: true } },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
}

/** What this SDK offers, name by name, so that another one can be compared with it. */
async function writeApiList(version) {
  const { DEPRECATED_NAMES } = await import(pathToFileURL(path.join(DIST, 'contract/plugin/deprecated-names.js')).href);
  writeFileSync(path.join(DIST, 'api.json'), JSON.stringify({ sdk: version, doors: apiHashes(SDK), deprecated: DEPRECATED_NAMES }));
}

function copyStyleSheets() {
  for (const entry of readdirSync(path.join(SDK, 'web'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.css')) continue;
    const file = path.join(entry.parentPath, entry.name);
    cpSync(file, path.join(DIST, path.relative(SDK, file)));
  }
}

/** Packages that the command line has in it: `doctor --sdk` looks at packages of a hospital with an SDK that was unpacked and not installed. */
const BROUGHT_ALONG = ['semver'];

/** The command line, each command with what it needs in files of its own, and what test runners load. */
async function bundleTools() {
  const installed = {
    name: 'installed-with-the-sdk',
    setup: (esbuild) =>
      esbuild.onResolve({ filter: /^[^./]/ }, ({ kind, path: name }) =>
        kind === 'entry-point' || BROUGHT_ALONG.includes(name) ? undefined : { path: name, external: true },
      ),
  };
  const shared = { absWorkingDir: SDK, bundle: true, format: 'esm', platform: 'node', target: 'node20', plugins: [installed], logLevel: 'warning' };
  await build({
    ...shared,
    entryPoints: { main: 'cli/bin.ts' },
    outdir: 'dist/cli',
    // Beside the entry: what is found by its place in the package, such as the template, is found from there.
    chunkNames: 'part-[hash]',
    outExtension: { '.js': '.mjs' },
    splitting: true,
  });
  await build({ ...shared, entryPoints: ['cli/vitest.ts'], outfile: 'dist/cli/vitest.js' });
  for (const name of BROUGHT_ALONG) cpSync(path.join(ROOT, 'node_modules', name, 'LICENSE'), path.join(DIST, `cli/licences/${name}.txt`));
}

const { failed } = await buildAll({ only: ['libraries'] });
if (failed.length > 0) giveUp('The shared modules cannot be built; see above.');
rmSync(DIST, { recursive: true, force: true });
compile();
const { version } = JSON.parse(readFileSync(path.join(SDK, 'package.json'), 'utf8'));
packPluginContracts(version);
await writeApiList(version);
copyStyleSheets();
await bundleTools();
cpSync(path.join(SDK, 'cli/template'), path.join(DIST, 'cli/template'), { recursive: true });
writeFileSync(path.join(DIST, 'ambient.d.ts'), ['server/sql.d.ts', 'web/ui/css.d.ts'].map((file) => readFileSync(path.join(SDK, file), 'utf8')).join('\n'));
writeFileSync(path.join(DIST, 'served.json'), JSON.stringify(JSON.parse(readFileSync(path.join(ROOT, '.build/libraries.json'), 'utf8')).exports));
