import type { Plugin } from 'esbuild';
import { parseAst } from 'rollup/parseAst';
import { SHARED_MODULES, sharedPlace } from '../../../server/shared/shared-modules.ts';
import { BuildProblem } from '../problem.ts';

/** Its own line of the half's head, where what is taken is written once it is known; so no other line moves and the source map stays true. */
export const SHARED_LINE = '/* nephra-shared */';
const LATE = 'nephra-shared-late';
const TAKE = 'nephraShared';

const shared: ReadonlySet<string> = new Set(SHARED_MODULES);

const takeFunction = (sdkVersion: string): string => {
  const major = sdkVersion.split('.')[0];
  const advice = `it runs on the SDK ${major} of the server that loads it, and this program offers none`;
  return `globalThis[Symbol.for(${JSON.stringify(sharedPlace(sdkVersion))})]??(()=>{throw new Error(${JSON.stringify(advice)})})`;
};

/** Leaves the shared modules to the server. What is asked for by `require` or `import()` is taken in that moment, by a module of one line. */
export const leaveSharedToServer = (sdkVersion: string): Plugin => ({
  name: 'nephra-server-shared',
  setup(setup) {
    setup.onResolve({ filter: /^(@nephra\/|kysely|typebox)/ }, ({ path: module, kind }) => {
      if (!shared.has(module)) return undefined;
      return kind === 'import-statement' ? { path: module, external: true, sideEffects: false } : { path: module, namespace: LATE };
    });
    setup.onLoad({ filter: /./, namespace: LATE }, ({ path: module }) => ({
      contents: `module.exports = (${takeFunction(sdkVersion)})(${JSON.stringify(module)}, []);`,
    }));
  },
});

interface Specifier {
  readonly type: string;
  readonly local: { readonly name: string };
  readonly imported?: { readonly type: string; readonly name?: string; readonly value?: string };
}

const nameOf = ({ imported }: Specifier): string => imported?.name ?? imported?.value ?? 'default';

/**
 * A bundle whose imports of shared modules are asked of the program that loads it: an import by name could be found in a folder of packages only, and
 * what a hospital installs lies elsewhere.
 * @throws BuildProblem when the half passes a shared module on as its own
 */
export function takeShared(code: string, sdkVersion: string): string {
  const taken: string[] = [];
  let rest = '';
  let done = 0;
  for (const node of parseAst(code).body) {
    const from = 'source' in node && typeof node.source?.value === 'string' ? node.source.value : '';
    if (!shared.has(from)) continue;
    if (node.type !== 'ImportDeclaration')
      throw new BuildProblem(`The server half exports '${from}' as its own; import what it needs of it in the file that needs it.`);
    const { start, end, specifiers } = node as unknown as { start: number; end: number; specifiers: readonly Specifier[] };
    // As long as it was: the source map counts columns.
    rest += `${code.slice(done, start)}${' '.repeat(end - start)}`;
    done = end;
    const ask = (names: readonly string[]) => `${TAKE}(${JSON.stringify(from)},${JSON.stringify(names)})`;
    const named = specifiers.filter(({ type }) => type !== 'ImportNamespaceSpecifier');
    for (const whole of specifiers) if (whole.type === 'ImportNamespaceSpecifier') taken.push(`${whole.local.name}=${ask([])}`);
    if (named.length === 0) continue;
    const names = named.map((one) => `${JSON.stringify(nameOf(one))}:${one.local.name}`);
    taken.push(`{${names.join(',')}}=${ask([...new Set(named.map(nameOf))])}`);
  }
  const line = taken.length === 0 ? '' : `const ${TAKE}=${takeFunction(sdkVersion)},${taken.join(',')};`;
  return (rest + code.slice(done)).replace(SHARED_LINE, () => line);
}
