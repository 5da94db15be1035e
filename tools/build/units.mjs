import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { collectLicences, dataHeads, licenceFlaws } from './licences/collect-licences.mjs';
import { licencePage } from './licences/licence-page.mjs';

/** Versions of a plugin that stay on disk: sessions that are running may still ask for files of the one before. */
const KEPT_VERSIONS = 3;

const toJson = (value) => `${JSON.stringify(value, null, 1)}\n`;

function writeWhole(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

const LIBRARIES = '.build/libraries.json';
const REPORT = '.build/web-report.json';
const PDF_ENGINE = '.build/pdf-engine.json';
/** Read by `shell/server/host/owned-texts.ts`. */
const SHELL_TEXTS = '.build/shell-texts.json';

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Shared libraries, SDK, component tiers and widgets as the browser gets them. */
function librariesUnit(root) {
  return {
    name: 'libraries',
    title: 'shared browser modules',
    outputs: [LIBRARIES],
    async make(builder, { development }) {
      const sdk = builder.locateSdk(root);
      const doors = builder.readDoors(sdk);
      const { files, table, inputs } = await builder.buildLibraries(root, sdk, doors, { development });
      await builder.writeFiles(path.join(root, '.build/web/assets'), files, !development);
      writeWhole(path.join(root, LIBRARIES), toJson(table));
      // The doors say which widgets there are; a new one is in no file that was built before.
      return [...inputs, ...doors.sources];
    },
  };
}

/** What the PDF engine of the preview fetches while a PDF is open. */
const pdfUnit = (root) => ({
  name: 'pdf-engine',
  title: 'PDF engine',
  outputs: [PDF_ENGINE],
  async make(builder, { development }) {
    const { files, folder } = await builder.pdfEngineFiles(root, { development });
    await builder.writeFiles(path.join(root, '.build/web/assets'), files, !development);
    // The folder bears the version, and what is made is named before it is.
    writeWhole(path.join(root, PDF_ENGINE), toJson({ folder, files: files.size }));
    return [];
  },
});

/** The page that names the software of others in the product. Refuses what is under a licence that is not allowed. */
const licencesUnit = (root) => ({
  name: 'licences',
  title: 'third-party licences',
  outputs: ['.build/web/licences.html'],
  async make(builder, { development }) {
    const packages = collectLicences(root);
    const flaws = licenceFlaws(packages);
    if (flaws.length > 0) throw new builder.BuildProblem(flaws);
    await builder.writeFiles(path.join(root, '.build/web'), new Map([['licences.html', new TextEncoder().encode(licencePage(packages))]]), !development);
    const folder = path.join(root, 'tools/build/licences');
    return [...readdirSync(folder).map((name) => path.join(folder, name)), ...dataHeads(root)];
  },
});

/** Texts of the browser half and of the page of sign-in by language, for the page on which a site words them otherwise; as `shell/web/i18n/texts.<language>.ts` puts them together. */
function shellTexts(root) {
  const part = (area, language) => readJson(path.join(root, `shell/web/i18n/${area}/${language}.json`));
  const of = (language) => ({ ...part('core', language), ...part('frame', language), route: part('route', language) });
  const each = (read) => Object.fromEntries(['zh', 'zhtw', 'en'].map((language) => [language, read(language)]));
  return { shell: each(of), login: each((language) => part('login', language)) };
}

/** Browser half of the shell. Files of the release before stay, for pages that are open. */
function shellUnit(root) {
  const web = path.join(root, '.build/web');
  return {
    name: 'shell',
    title: 'shell, browser half',
    needs: 'libraries',
    outputs: ['.build/web/index.html', '.build/web/offline-worker.js', REPORT, SHELL_TEXTS],
    async make(builder, { development }) {
      const sdk = builder.locateSdk(root);
      const sources = {
        root,
        login: path.join(root, 'shell/web/login/main.tsx'),
        shell: path.join(root, 'shell/web/main.tsx'),
        boot: path.join(root, 'shell/web/boot/boot.ts'),
        early: path.join(root, 'shell/web/boot/early.ts'),
        worker: path.join(root, 'shell/web/offline/offline-worker.ts'),
        template: path.join(root, 'shell/web/boot/index.template.html'),
        assets: path.join(web, 'assets'),
      };
      const library = readJson(path.join(root, LIBRARIES));
      const doors = builder.readDoors(sdk);
      const built = await builder.buildShell(sources, library, sdk, doors, { development });
      const before = readJson(path.join(root, REPORT))?.files ?? {};
      const page = new Map([['index.html', built.files.get('index.html')]]);
      await builder.writeFiles(web, new Map([...built.files].filter(([name]) => name !== 'index.html')), !development);
      for (const ending of ['.br', '.gz']) rmSync(path.join(web, `index.html${ending}`), { force: true });
      await builder.writeFiles(web, page, !development);
      writeWhole(path.join(root, REPORT), toJson(built.report));
      writeWhole(path.join(root, SHELL_TEXTS), toJson(shellTexts(root)));
      forgetOldAssets(path.join(web, 'assets'), [
        ...Object.keys(before),
        ...Object.keys(built.report.files),
        ...[...built.files.keys()].map((name) => path.basename(name)),
      ]);
      return [...built.inputs, ...doors.sources, path.join(root, LIBRARIES)];
    },
  };
}

/** Leaves the files of this build and of the one before. */
function forgetOldAssets(folder, names) {
  const kept = new Set(names.flatMap((name) => [name, `${name}.br`, `${name}.gz`, `${name}.map`]));
  for (const name of readdirSync(folder)) if (!kept.has(name) && /\.(js|css)(\.(br|gz|map))?$/.test(name)) rmSync(path.join(folder, name));
}

/**
 * Bundles for Node into .build/server/, with the npm packages that they load at their start.
 * @param packages `all` for what may read no other file
 */
async function bundleServerParts(root, builder, parts, packages = 'own') {
  const sdk = builder.locateSdk(root);
  const inputs = [];
  for (const [name, entry] of Object.entries(parts)) {
    const bundle = await builder.bundleForNode({ root, entry: path.join(root, entry), name }, packages, sdk);
    writeWhole(path.join(root, `.build/server/${name}.mjs`), bundle.code);
    writeWhole(path.join(root, `.build/server/${name}.mjs.map`), bundle.map);
    inputs.push(...bundle.inputs);
  }
  return inputs;
}

const serverUnit = (root) => ({
  name: 'server',
  title: 'shell, server half',
  oneMode: true,
  outputs: ['.build/server/main.mjs', '.build/server/foreign-worker.mjs', '.build/server/plugin-watchdog.mjs'],
  make: (builder) =>
    bundleServerParts(root, builder, {
      main: 'shell/server/main.ts',
      'foreign-worker': 'shell/server/foreign/foreign-worker.ts',
      'plugin-watchdog': 'shell/server/host/guard/watchdog/watchdog-worker.ts',
    }),
});

/** The program of the processes in which packages from outside run. */
const packageProcessUnit = (root) => ({
  name: 'package-process',
  title: 'process of packages from outside',
  oneMode: true,
  outputs: ['.build/server/package-process.mjs'],
  make: (builder) => bundleServerParts(root, builder, { 'package-process': 'shell/server/host/apart/child/main.ts' }, 'all'),
});

/** The thread that runs the embedded database, and what works on a database by itself: export, import, the check of the audit log. */
const databaseUnit = (root) => ({
  name: 'database',
  title: 'database layer',
  oneMode: true,
  outputs: ['.build/server/database.mjs', '.build/server/db-worker.mjs', '.build/server/audit-verifier.mjs', '.build/server/files-mover.mjs'],
  make: (builder) =>
    bundleServerParts(root, builder, {
      database: 'shell/server/db/index.ts',
      'db-worker': 'shell/server/db/worker/db-worker.ts',
      'audit-verifier': 'shell/server/audit/verify-chain.ts',
      'files-mover': 'shell/server/files/storage/move-files.ts',
    }),
});

/** A simulator of the demo system: a program of its own, beside the server and never inside it. */
const simulatorUnit = (root, name) => ({
  name: `${name}-simulator`,
  title: `${name} simulator`,
  oneMode: true,
  outputs: [`.build/sim/${name}.mjs`],
  async make(builder) {
    const entry = path.join(root, `tools/sim/${name}/main.ts`);
    const bundle = await builder.bundleForNode({ root, entry, name }, 'own', builder.locateSdk(root));
    writeWhole(path.join(root, `.build/sim/${name}.mjs`), bundle.code);
    writeWhole(path.join(root, `.build/sim/${name}.mjs.map`), bundle.map);
    return bundle.inputs;
  },
});

/** An empty embedded database: starting from it saves each first start some seconds. */
const baseDatabaseUnit = (root) => ({
  name: 'database-base',
  title: 'empty embedded database',
  oneMode: true,
  withoutBuilder: true,
  outputs: ['.build/server/db-base.tar.gz'],
  async make() {
    await promisify(execFile)(process.execPath, [
      path.join(root, 'tools/start/database.mjs'),
      'base-snapshot',
      path.join(root, '.build/server/db-base.tar.gz'),
    ]);
    const worker = path.join(root, 'shell/server/db/worker');
    return readdirSync(worker)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => path.join(worker, name));
  },
});

function pluginUnit(root, folder) {
  const id = path.basename(folder);
  const place = path.join(root, '.build/plugins', id);
  return {
    name: `plugin-${id}`,
    title: `plugin ${path.relative(root, folder)}`,
    needs: 'libraries',
    outputs: [`.build/plugins/${id}/current.json`],
    async make(builder, { development }) {
      const sdk = builder.locateSdk(root);
      const doors = builder.readDoors(sdk);
      const built = await builder.buildPlugin(root, folder, sdk, doors, {
        development,
        served: readJson(path.join(root, LIBRARIES))?.exports,
      });
      const target = path.join(place, built.folder);
      if (!existsSync(target)) {
        const unfinished = `${target}.new`;
        rmSync(unfinished, { recursive: true, force: true });
        await builder.writeFiles(unfinished, built.files, !development);
        renameSync(unfinished, target);
      }
      const current = {
        id: built.manifest.id,
        version: built.manifest.version,
        folder: built.folder,
        manifestIntegrity: built.manifestIntegrity,
        sizes: built.sizes,
      };
      writeWhole(path.join(place, 'current.json'), toJson(current));
      forgetOldVersions(place, built.folder);
      return [...built.inputs, ...doors.sources];
    },
  };
}

function forgetOldVersions(place, current) {
  const folders = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map((entry) => ({ name: entry.name, time: statSync(path.join(place, entry.name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of folders.slice(KEPT_VERSIONS - 1)) rmSync(path.join(place, name), { recursive: true });
}

/** Folders with a plugin.ts: those of this repository and those that registry.json names as source. */
export function pluginFolders(root) {
  const folders = new Set();
  const own = path.join(root, 'plugins');
  for (const name of existsSync(own) ? readdirSync(own) : []) folders.add(path.join(own, name));
  const registry = path.join(root, 'registry.json');
  if (existsSync(registry)) {
    try {
      for (const { source } of JSON.parse(readFileSync(registry, 'utf8')).plugins ?? []) folders.add(path.resolve(root, source));
    } catch {
      // A malformed registry.json is the server's to report; the build needs only the folders.
    }
  }
  return [...folders].filter((folder) => existsSync(path.join(folder, 'plugin.ts'))).sort();
}

/**
 * Everything that is built, in order. `needs`: not tried when that part failed. `oneMode`: the same in a development build.
 * `withoutBuilder`: not made again when the builder changed.
 *
 * Each part is by itself, so that only what changed is made again.
 */
export const unitsOf = (root) => [
  databaseUnit(root),
  baseDatabaseUnit(root),
  serverUnit(root),
  packageProcessUnit(root),
  simulatorUnit(root, 'insurance'),
  simulatorUnit(root, 'assistant'),
  simulatorUnit(root, 'mailbox'),
  simulatorUnit(root, 'wechat'),
  librariesUnit(root),
  pdfUnit(root),
  licencesUnit(root),
  ...pluginFolders(root).map((folder) => pluginUnit(root, folder)),
  shellUnit(root),
];
