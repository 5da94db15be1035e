import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Selectors of what no page here can be: dark, inside a dark page, or written from right to left. */
const NEVER = /\[theme-mode=dark\]|\.semi-always-(?:dark|light)|\.semi-rtl|\.semi-portal-rtl/;

/** A style sheet of the component library without rules that can never apply, which are a fifth of it. */
export function withoutUnusedThemes(css: string): string {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return plain.replace(/([^{}]+)\{([^{}]*)\}/g, (rule, head: string, body: string) => {
    const before = /^[\s\S]*;/.exec(head)?.[0] ?? '';
    const selectors = head.slice(before.length).split(',');
    const used = selectors.filter((selector) => !NEVER.test(selector));
    if (used.length === selectors.length) return rule;
    return used.length === 0 ? before : `${before}${used.join(',')}{${body}}`;
  });
}

/** Leaves out of the shared modules what the browser half never runs. */
export function leanSources(): Plugin {
  return {
    name: 'nephra-lean-sources',
    setup(setup) {
      setup.onLoad({ filter: /[\\/]semi-ui[\\/]lib[\\/]es[\\/].*\.css$/ }, async ({ path: file }) => ({
        contents: withoutUnusedThemes(await readFile(file, 'utf8')),
        loader: 'css',
      }));
      // Calls go by XMLHttpRequest, which axios prefers in a browser: only it tells how far an upload is.
      setup.onLoad({ filter: /[\\/]axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/ }, () => ({ contents: 'export const getFetch = () => false;' }));
      // Bundlers are given the build with warnings for developers; the one without differs in this line alone.
      setup.onLoad({ filter: /[\\/]react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/ }, async ({ path: file }) => ({
        contents: (await readFile(file, 'utf8')).replace(/^var ENABLE_DEV_WARNINGS = true;$/m, 'const ENABLE_DEV_WARNINGS = false;'),
      }));
    },
  };
}
