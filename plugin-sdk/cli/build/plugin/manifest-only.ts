import path from 'node:path';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'nephra-manifest-only';

/** Texts and limits of settings are for the server and the page of settings. */
const SERVED = /^\.\/(menus|contract\/settings)(\.ts)?$/;

/**
 * Menus reach the browser with the answer of the sign-in, out of the manifest. What `plugin.ts` imports from `./menus.ts` and `./contract/settings.ts` stays out of the page's code,
 * with everything that the menus are made of (descriptions of records).
 */
export const manifestOnly = (): Plugin => ({
  name: NAMESPACE,
  setup(setup) {
    setup.onResolve({ filter: SERVED }, ({ path: name, importer }) =>
      path.basename(importer) === 'plugin.ts' ? { path: name, namespace: NAMESPACE } : undefined,
    );
    setup.onLoad({ filter: /.*/, namespace: NAMESPACE }, () => ({ contents: 'export const menus = []; export const settings = undefined;', loader: 'js' }));
  },
});
