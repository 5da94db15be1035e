import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import type { SdkLocation } from '../sdk-location.ts';

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

const FROM_LOCALE = /[\\/]semi-ui[\\/]lib[\\/]es[\\/]locale[\\/]source[\\/]\w+\.js$/;

const CALENDARS = /[\\/]semi-ui[\\/]lib[\\/]es[\\/](?:datePicker|timePicker)[\\/]index\.js$/;
/**
 * Names of months and weekdays. The texts of the components, which every page after sign-in needs, bring these tables, a page of code for each language,
 * and calendars alone look into them: there they are empty until the first calendar is loaded.
 */
const DATE_WORDS = 'nephra-date-words';
const LANGUAGES = ['zhCN', 'zhTW', 'enUS'];
const EMPTY_WORDS = LANGUAGES.map((name) => `export const ${name} = {};`).join('\n');
const FILL_WORDS = [
  "import * as empty from 'names';",
  `import { ${LANGUAGES.join(', ')} } from 'date-fns/locale';`,
  ...LANGUAGES.map((name) => `Object.assign(empty.${name}, ${name});`),
].join('\n');

/** A picture inside a tag, as the component of pictures would draw it; that one with its menus, badges and sizes weighs more than the tag. */
const TAG_PICTURE = `import { createElement } from 'react';
export default ({ src, shape }) => createElement('img', { src, alt: '', width: 20, height: 20, style: { borderRadius: shape === 'circle' ? '50%' : 3 } });`;

/** Leaves out of the shared modules what the browser half never runs, or not on its first page. */
export function leanSources(sdk: SdkLocation): Plugin {
  return {
    name: 'nephra-lean-sources',
    setup(setup) {
      setup.onLoad({ filter: /[\\/]semi-ui[\\/]lib[\\/]es[\\/].*\.css$/ }, async ({ path: file }) => ({
        contents: withoutUnusedThemes(await readFile(file, 'utf8')),
        loader: 'css',
      }));
      setup.onResolve({ filter: /^date-fns\/locale$/ }, ({ importer }) => (FROM_LOCALE.test(importer) ? { path: 'names', namespace: DATE_WORDS } : undefined));
      setup.onResolve({ filter: /^nephra-date-words$/ }, ({ resolveDir }) => ({
        path: 'fill',
        namespace: DATE_WORDS,
        pluginData: resolveDir,
        sideEffects: true,
      }));
      setup.onResolve({ filter: /^names$/, namespace: DATE_WORDS }, () => ({ path: 'names', namespace: DATE_WORDS }));
      setup.onLoad({ filter: /^names$/, namespace: DATE_WORDS }, () => ({ contents: EMPTY_WORDS }));
      setup.onLoad({ filter: /^fill$/, namespace: DATE_WORDS }, ({ pluginData }) => ({ contents: FILL_WORDS, resolveDir: pluginData as string }));
      setup.onLoad({ filter: CALENDARS }, async ({ path: file }) => ({ contents: `import 'nephra-date-words';${await readFile(file, 'utf8')}` }));
      setup.onResolve({ filter: /^\.\.\/avatar\/index$/ }, ({ resolveDir }) =>
        /[\\/]semi-ui[\\/]lib[\\/]es[\\/]tag$/.test(resolveDir) ? { path: 'tag-picture', namespace: 'nephra-tag-picture' } : undefined,
      );
      setup.onLoad({ filter: /.*/, namespace: 'nephra-tag-picture' }, () => ({ contents: TAG_PICTURE, resolveDir: sdk.folder }));
      // Calls go by XMLHttpRequest, which axios prefers in a browser: only it tells how far an upload is.
      setup.onLoad({ filter: /[\\/]axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/ }, () => ({ contents: 'export const getFetch = () => false;' }));
      // Bundlers are given the build with warnings for developers; the one without differs in this line alone.
      setup.onLoad({ filter: /[\\/]react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/ }, async ({ path: file }) => ({
        contents: (await readFile(file, 'utf8')).replace(/^var ENABLE_DEV_WARNINGS = true;$/m, 'const ENABLE_DEV_WARNINGS = false;'),
      }));
    },
  };
}
