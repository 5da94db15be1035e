import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { planChunks } from './chunk-plan.ts';
import { stylesOfChunks } from './chunk-styles.ts';
import { doorImports } from '../doors/door-imports.ts';
import type { Doors } from '../doors/door-names.ts';
import { type LibraryTable, tableOf } from './file-table.ts';
import { leanSources } from './lean-sources.ts';
import { entryPiece, libraryChunks } from './library-chunks.ts';
import { schemaStub } from '../doors/schema-alias.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { serveShared } from '../doors/shared-imports.ts';
import { SDK_CONTRACT, SDK_RECORD, SDK_WEB, SERVED_PART, SHARED_LIBRARIES } from '../doors/shared-names.ts';
import { toSystem } from '../to-system.ts';
import { bundleForWeb } from '../web-bundle.ts';

export interface LibraryBuild {
  /** Hashed name → content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly table: LibraryTable;
  readonly inputs: readonly string[];
}

/** Libraries whose default export may be used. */
const WITH_DEFAULT = new Set<string>(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'i18next', 'dayjs', 'axios']);
const SERVED = 'nephra-served';

/** Builds what the shell serves to every module of the page: libraries, SDK, component tiers, widgets. */
export async function buildLibraries(root: string, sdk: SdkLocation, doors: Doors, { development = false } = {}): Promise<LibraryBuild> {
  const sdkFiles = new Map([
    [SDK_CONTRACT, sdk.file('contract/index')],
    [SDK_WEB, sdk.file('web/index')],
    [SDK_RECORD, sdk.file('contract/record/index')],
    ...doors.shared,
  ]);
  const names = [...SHARED_LIBRARIES, ...sdkFiles.keys()];
  const bundle = await bundleForWeb({
    root,
    entries: Object.fromEntries(names.map((name) => [name, `served:${name}`])),
    plugins: [servedNames(sdkFiles, sdk), doorImports(doors), doorTargets(sdkFiles), schemaStub(sdk), formWithoutFields(), leanSources(sdk), serveShared(sdk)],
    conditions: sdk.conditions,
    development,
  });
  const roots = libraryChunks(
    bundle.pieces,
    names.filter((name) => name.includes('/widgets/')),
  );
  // A module that only gives each shared name, as one object, to the loader.
  const holders = new Map(
    roots.map(({ chunk, entries }) => [
      `names-of-${chunk}`,
      { chunk, code: entries.map((name) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(entryPiece(bundle.pieces, name))};`).join('\n') },
    ]),
  );
  const chunks = await toSystem({
    pieces: bundle.pieces,
    plan: planChunks(bundle.pieces, roots),
    inputs: Object.fromEntries(roots.map(({ chunk }) => [chunk, `names-of-${chunk}`])),
    extra: holders,
    isExternal: () => false,
    minify: !development,
  });
  const styles = await stylesOfChunks(chunks, bundle, !development);
  const files = new Map<string, Uint8Array>([
    ...chunks.flatMap(({ fileName, code, map }) => [[fileName, code] as const, [`${fileName}.map`, map] as const]),
    ...bundle.assets,
  ]);
  for (const { fileName, content } of styles.files) files.set(fileName, content);

  const table = await tableOf(
    chunks,
    styles.css,
    files,
    roots.map(({ chunk }) => chunk),
    !development,
  );
  const scriptOf = new Map(chunks.map(({ chunk, fileName }) => [chunk, fileName]));
  return {
    files,
    table: {
      ...table,
      shared: Object.fromEntries(roots.flatMap(({ chunk, entries }) => entries.map((name) => [name, scriptOf.get(chunk) ?? '']))),
      exports: Object.fromEntries(names.map((name) => [name, bundle.pieces.get(entryPiece(bundle.pieces, name))?.exports ?? []])),
      base: scriptOf.get('base') ?? '',
    },
    inputs: bundle.inputs,
  };
}

/** A module per shared name that gives what that name has. */
function servedNames(files: ReadonlyMap<string, string>, sdk: SdkLocation): Plugin {
  return {
    name: 'nephra-served',
    setup(setup) {
      setup.onResolve({ filter: /^served:/ }, ({ path: name }) => ({ path: name.slice('served:'.length), namespace: SERVED }));
      setup.onLoad({ filter: /.*/, namespace: SERVED }, ({ path: name }) => {
        const from = JSON.stringify(files.get(name) ?? name);
        const part = SERVED_PART[name];
        const all = part ? `export { ${part.join(', ')} } from ${from};` : `export * from ${from};`;
        return { contents: `${all}${WITH_DEFAULT.has(name) ? `export { default } from ${from};` : ''}`, resolveDir: sdk.folder };
      });
    },
  };
}

/** Names of the doors' modules stand for their files, wherever they are imported. */
function doorTargets(files: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'nephra-door-targets',
    setup(setup) {
      setup.onResolve({ filter: /^@nephra\/plugin-sdk\/((ui|widgets)\/.|(contract|web|record)$)/ }, ({ path: name }) => {
        const file = files.get(name);
        return file ? { path: file } : undefined;
      });
    },
  };
}

/** Semi's Form names all its field types, which would put date pickers and uploads into the tier of the frame. */
function formWithoutFields(): Plugin {
  return {
    name: 'nephra-form-frame',
    setup(setup) {
      setup.onLoad({ filter: /[\\/]semi-ui[\\/]lib[\\/]es[\\/]form[\\/]field\.js$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        const names =
          /export\s*\{([^}]+)\}/
            .exec(source)?.[1]
            ?.split(',')
            .map((name) => name.trim()) ?? [];
        return { contents: names.map((name) => `export const ${name} = undefined;`).join('\n') };
      });
    },
  };
}
