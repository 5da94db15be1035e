import { build } from 'esbuild';
import path from 'node:path';
import { migrationFolders, migrationsForBundles } from '../migrations-folder.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { leaveSharedToServer, SHARED_LINE, takeShared } from './server-shared.ts';
import { asProblem } from '../web-bundle.ts';

export interface NodeBundle {
  readonly code: Uint8Array;
  readonly map: Uint8Array;
  readonly inputs: readonly string[];
  /** Folders of the npm packages that are inside. */
  readonly carried: readonly string[];
}

/** CommonJS packages inside an ES module bundle still call `require` for parts of Node. */
const REQUIRE = "import { createRequire as nephraRequire } from 'node:module'; const require = nephraRequire(import.meta.url);";

/**
 * Packages that open files beside their own (the database is a file of machine code), or that are looked for and may be missing. All others are carried:
 * to find, read and compile a thousand small files took a third of the processor's time of a start with all plugins.
 */
const NEED_THEIR_FOLDER = /^(@electric-sql\/pglite|libpg-query|pg-native)(\/|$)/;

/** Folder of the package that a file belongs to. The contracts of our plugins, a package of its own, lie within the packed SDK. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@nephra[\\/]plugin-sdk[\\/]dist[\\/]plugins(?=[\\/])|(?:@[^\\/]+[\\/])?[^\\/]+)/;

const BANNERS = { inside: `${REQUIRE}\n${SHARED_LINE}`, all: REQUIRE, own: REQUIRE } as const;

/**
 * One ES module for Node.
 * @param packages `inside` makes it self-contained (plugins travel alone) but for what servers share; `all` with that, too, for a program that may read no file but its own;
 * `own`, for programs that stay beside node_modules, leaves there what needs its folder and what `import()` asks for: that is read when it is first used.
 */
export async function bundleForNode(
  { root, entry, name }: { root: string; entry: string; name: string },
  packages: 'inside' | 'all' | 'own',
  sdk: SdkLocation,
): Promise<NodeBundle> {
  const result = await asProblem(
    build({
      absWorkingDir: root,
      entryPoints: [{ in: entry, out: name }],
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      outdir: 'nephra-out',
      outExtension: { '.js': '.mjs' },
      write: false,
      metafile: true,
      sourcemap: 'linked',
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'silent',
      conditions: ['module', ...sdk.conditions],
      loader: { '.sql': 'text' },
      minifyWhitespace: packages !== 'own',
      minifySyntax: packages !== 'own',
      // The parser of statements belongs to the server.
      external: packages === 'all' ? ['libpg-query'] : [],
      banner: { js: BANNERS[packages] },
      plugins: [
        migrationsForBundles,
        ...(packages === 'inside' ? [leaveSharedToServer(sdk.version)] : []),
        {
          name: 'nephra-node',
          setup(setup) {
            if (packages === 'own') {
              setup.onResolve({ filter: /^[^./]/ }, ({ path: module, kind }) => {
                if (kind === 'entry-point' || module.startsWith('@nephra/') || path.isAbsolute(module)) return undefined;
                return kind === 'dynamic-import' || NEED_THEIR_FOLDER.test(module) ? { path: module, external: true } : undefined;
              });
            }
            setup.onResolve({ filter: /^@nephra\/plugin-sdk\/(web|ui|widgets|testing|shared)(\/|$)/ }, ({ path: module, kind }) =>
              kind === 'dynamic-import' || packages !== 'inside'
                ? undefined
                : { errors: [{ text: `'${module}' belongs to the browser half or the tests; the server half cannot use it.` }] },
            );
          },
        },
      ],
    }),
  );
  const find = (ending: string) => result.outputFiles.find((file) => file.path.endsWith(ending))?.contents ?? new Uint8Array();
  const names = Object.keys(result.metafile.inputs);
  const folders = migrationFolders(names);
  const inputs = [...folders, ...names.filter((name) => !name.includes(':')).map((name) => path.resolve(root, name))];
  const code = packages === 'inside' ? new TextEncoder().encode(takeShared(new TextDecoder().decode(find('.mjs')), sdk.version)) : find('.mjs');
  const carried = new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[0] ?? []));
  return { code, map: find('.map'), inputs: inputs.filter((input) => !input.startsWith(path.join(sdk.folder, 'dist'))), carried: [...carried].sort() };
}
