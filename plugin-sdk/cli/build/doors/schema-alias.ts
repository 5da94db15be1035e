import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, transform } from 'esbuild';
import { parseAst } from 'rollup/parseAst';
import type { SdkLocation } from '../sdk-location.ts';
import { SDK_CONTRACT } from './shared-names.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: Node;
  readonly object?: Node;
  readonly name?: string;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** `Type.Object(…)`, `Type.Unsafe(…)`: a call of a member of the schema builder. */
const buildsSchema = (node: Node): boolean => node.type === 'CallExpression' && node.callee?.type === 'MemberExpression' && node.callee.object?.name === 'Type';

function outermostSchemas(node: unknown, found: Node[]): void {
  if (Array.isArray(node)) {
    for (const item of node) outermostSchemas(item, found);
  } else if (isNode(node)) {
    if (buildsSchema(node)) found.push(node);
    else for (const value of Object.values(node)) if (typeof value === 'object') outermostSchemas(value, found);
  }
}

/** JavaScript with every schema replaced by an empty object; lines stay where they are. */
export function withoutSchemas(code: string): string {
  const found: Node[] = [];
  outermostSchemas(parseAst(code), found);
  let result = code;
  for (const { start, end } of found.sort((a, b) => b.start - a.start)) {
    const lines = code.slice(start, end).split('\n').length - 1;
    result = `${result.slice(0, start)}({})${'\n'.repeat(lines)}${result.slice(end)}`;
  }
  return result;
}

/**
 * esbuild plugin: the server checks what arrives, so schemas cost the browser nothing. The library is replaced by a stub,
 * and the calls that would build schemas are left out of the contracts.
 */
export function schemaStub(sdk: SdkLocation): Plugin {
  return {
    name: 'nephra-schemas',
    setup(build) {
      build.onResolve({ filter: /^typebox(\/.*)?$/ }, () => ({ path: sdk.file('cli/build/doors/schema-stub'), sideEffects: false }));
      build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        if (file.includes(`${path.sep}node_modules${path.sep}`)) return undefined;
        const source = await readFile(file, 'utf8');
        if (!/\bType\.\w/.test(source) || !(source.includes(SDK_CONTRACT) || source.includes("'typebox'"))) return undefined;
        const { code } = await transform(source, {
          loader: 'ts',
          target: 'es2022',
          sourcemap: 'inline',
          sourcefile: path.basename(file),
          sourcesContent: false,
        });
        const [script = '', map = ''] = code.split(/(?=\/\/# sourceMappingURL=)/);
        // Once more as TypeScript: what only a schema needed is imported no more, and its module stays out of what the browser gets first.
        const lean = await transform(withoutSchemas(script) + map, { loader: 'ts', target: 'es2022', sourcemap: 'inline', sourcesContent: false });
        return { contents: lean.code, loader: 'js', resolveDir: path.dirname(file) };
      });
    },
  };
}
