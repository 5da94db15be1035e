import { build, type Plugin } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginDefinition } from '../../../web/define-plugin.ts';
import { BuildProblem } from '../problem.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { SDK, SDK_WEB } from '../doors/shared-names.ts';
import { asProblem } from '../web-bundle.ts';

/** A plugin's `plugin.ts` as data, and the modules that it loads lazily. */
export interface EvaluatedPlugin {
  readonly definition: PluginDefinition;
  /** Files that `plugin.ts` reaches without its lazy imports; absolute. */
  readonly inputs: readonly string[];
}

/** Leaves lazy imports alone and refuses code that would have to run before the first page is opened. */
function dataOnly(sdk: SdkLocation): Plugin {
  return {
    name: 'nephra-definition',
    setup(setup) {
      setup.onResolve({ filter: /.*/ }, ({ path: name, kind, importer }) => {
        if (kind === 'dynamic-import') return { path: name, external: true };
        if (name === SDK_WEB) return { path: sdk.file('web/define-plugin') };
        const fromPlugin = path.basename(importer) === 'plugin.ts';
        if (fromPlugin && kind === 'import-statement' && (/\.\/web\//.test(name) || name === `${SDK}/ui` || name === `${SDK}/widgets` || name === 'react')) {
          return {
            errors: [{ text: `plugin.ts is data: it must not import '${name}'. Load pages lazily: page('my.page', () => import('./web/my.page.tsx')).` }],
          };
        }
        return undefined;
      });
    },
  };
}

/** Runs `plugin.ts` in Node with its pages left out. @throws BuildProblem when it does not export a definition. */
export async function evaluatePlugin(root: string, folder: string, sdk: SdkLocation): Promise<EvaluatedPlugin> {
  const entry = path.join(folder, 'plugin.ts');
  const place = await mkdtemp(path.join(tmpdir(), 'nephra-plugin-'));
  try {
    const outfile = path.join(place, 'plugin.mjs');
    const { metafile } = await asProblem(
      build({
        absWorkingDir: root,
        entryPoints: [entry],
        outfile,
        bundle: true,
        format: 'esm',
        platform: 'node',
        target: 'node20',
        metafile: true,
        logLevel: 'silent',
        conditions: ['module', ...sdk.conditions],
        plugins: [dataOnly(sdk)],
      }),
    );
    const module = (await import(pathToFileURL(outfile).href)) as { default?: PluginDefinition };
    if (typeof module.default?.id !== 'string') throw new BuildProblem(`${entry} must end with \`export default definePlugin({ … })\`.`);
    return { definition: module.default, inputs: Object.keys(metafile.inputs).map((input) => path.resolve(root, input)) };
  } catch (error) {
    if (error instanceof BuildProblem) throw error;
    throw new BuildProblem(`${entry} failed while its data was read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
