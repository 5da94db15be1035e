import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { OnResolveResult, Plugin } from 'esbuild';
import type { Doors } from './door-names.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { SDK, SDK_CONTRACT, SDK_RECORD, SDK_WEB, SHARED_LIBRARIES, UI_DOOR, unlistedSubpath } from './shared-names.ts';

const REQUIRED = 'nephra-required';
const FACADE = 'nephra-facade';
const ICON_FOLDER = /[\\/]@douyinfe[\\/]semi-icons[\\/]lib[\\/]es[\\/]icons$/;
const JS_ENDING = /\.(tsx?|jsx?|mjs)$/;

const refuse = (text: string): OnResolveResult => ({ errors: [{ text }] });

/** Every name that a plugin may leave for the shell to provide. */
export const sharedNames = (doors: Doors): ReadonlySet<string> =>
  new Set<string>([...SHARED_LIBRARIES, SDK_CONTRACT, SDK_RECORD, SDK_WEB, ...doors.shared.keys()]);

/**
 * esbuild plugin for plugins: leaves shared names to the shell and refuses what cannot work in the browser.
 * A CommonJS package that *requires* a shared name gets it too; esbuild alone would leave a call that throws.
 */
export function leaveSharedToShell(doors: Doors, sdk: SdkLocation): Plugin {
  const names = sharedNames(doors);
  const byFile = new Map([...doors.shared].map(([name, file]) => [file.replace(JS_ENDING, ''), name]));
  const outside = (name: string): OnResolveResult => ({ path: name, external: true, sideEffects: false });
  return {
    name: 'nephra-shared',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind, namespace }) => {
        if (kind === 'entry-point') return undefined;
        if (names.has(name)) return kind === 'require-call' && namespace !== REQUIRED ? { path: name, namespace: REQUIRED, sideEffects: false } : outside(name);
        const unlisted = unlistedSubpath(name);
        if (unlisted) return refuse(unlisted);
        if (name === `${SDK}/server` || name === `${SDK}/testing`)
          return refuse(`'${name}' belongs to the ${name.endsWith('server') ? 'server half' : 'tests'}; a page cannot use it.`);
        if (name.startsWith(`${UI_DOOR}/`) || name.startsWith(`${SDK}/widgets/`))
          return refuse(`Import from '${UI_DOOR}' or '${SDK}/widgets' and name what you need; the builder finds the module.`);
        if (isBuiltin(name))
          return refuse(
            `'${name}' is a part of Node.js and does not exist in a browser. Move this code to the plugin's server folder and call it through a route.`,
          );
        return undefined;
      });
      build.onResolve({ filter: /^\.\.?\// }, ({ path: name, resolveDir }) => {
        if (ICON_FOLDER.test(resolveDir)) return name === '../components/Icon' ? outside(`${UI_DOOR}/core`) : undefined;
        if (!resolveDir.startsWith(sdk.folder)) return undefined;
        const shared = byFile.get(path.resolve(resolveDir, name).replace(JS_ENDING, ''));
        return shared ? outside(shared) : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: REQUIRED }, ({ path: name }) => ({
        contents: `import * as all from ${JSON.stringify(name)}; export * from ${JSON.stringify(name)}; export default all.default;`,
        resolveDir: sdk.folder,
      }));
    },
  };
}

const isCommonJs = (source: string): boolean => /\bmodule\.exports\b|\bexports\.\w/.test(source) && !/^\s*(?:export|import)\s/m.test(source);

/** Text of a module that gives a CommonJS package's members as named exports. */
export function facadeOf(name: string, file: string, members: readonly string[]): string {
  const usable = members.filter((member) => /^[A-Za-z_$][\w$]*$/.test(member) && member !== 'default' && member !== '__esModule');
  return [
    `import * as loaded from ${JSON.stringify(file)};`,
    'const all = loaded.default;',
    'export default all;',
    ...usable.map((member, index) => `const member${index} = all[${JSON.stringify(member)}];`),
    `export { ${usable.map((member, index) => `member${index} as ${member}`).join(', ')} };`,
    `// ${name}`,
  ].join('\n');
}

/**
 * esbuild plugin for the shell, which holds the shared libraries: gives CommonJS ones real named exports, made from the
 * members that the library has when it is loaded here.
 */
export function serveShared(sdk: SdkLocation): Plugin {
  return {
    name: 'nephra-facades',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, importer, resolveDir, pluginData }) => {
        const unlisted = pluginData === FACADE ? undefined : unlistedSubpath(name);
        if (unlisted && !importer.includes(`${path.sep}node_modules${path.sep}`)) return refuse(unlisted);
        if (!(SHARED_LIBRARIES as readonly string[]).includes(name) || kind === 'require-call' || pluginData === FACADE) return undefined;
        const found = await build.resolve(name, { kind: 'import-statement', importer, resolveDir: resolveDir || sdk.folder, pluginData: FACADE });
        if (found.errors.length > 0) return { errors: found.errors };
        return isCommonJs(readFileSync(found.path, 'utf8')) ? { path: name, namespace: FACADE, pluginData: found.path } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: FACADE }, ({ path: name, pluginData }) => ({
        contents: facadeOf(name, pluginData as string, Object.keys(sdk.require(name) as object)),
        resolveDir: sdk.folder,
      }));
    },
  };
}
