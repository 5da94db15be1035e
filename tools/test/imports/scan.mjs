import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const SDK_DOORS = {
  contract: 'plugin-sdk/contract/index.ts',
  record: 'plugin-sdk/contract/record/index.ts',
  web: 'plugin-sdk/web/index.ts',
  ui: 'plugin-sdk/web/ui/index.ts',
  widgets: 'plugin-sdk/web/widgets/index.ts',
  server: 'plugin-sdk/server/index.ts',
  testing: 'plugin-sdk/testing/index.ts',
};

/** Turns an import specifier into a path below the root, or `npm:<package>` / `node:<module>`. */
export function resolveSpecifier(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  if (specifier.startsWith('node:')) return specifier;
  const sdk = /^@nephra\/plugin-sdk\/([a-z]+)/.exec(specifier);
  if (sdk) return SDK_DOORS[sdk[1]] ?? `plugin-sdk/${sdk[1]}`;
  return `npm:${specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')}`;
}

/** Globals whose use has a single owner. Each matcher looks at one node of the syntax tree. */
const memberName = (node) => (node.object?.type === 'Identifier' && node.property?.type === 'Identifier' ? `${node.object.name}.${node.property.name}` : '');
const RAW_HTML = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML']);

/** Whoever uses one of them says one of these; most files do not, and to read their trees is most of the work. */
const SAYS_GLOBAL =
  /\b(?:process|env|Date|Math|localStorage|sessionStorage|(?:inner|outer)HTML|insertAdjacentHTML|dangerouslySetInnerHTML|fetch|eval|Function|WebSocket|XMLHttpRequest|EventSource|AsyncLocalStorage)\b/;

function scanGlobals(program) {
  const found = [];
  const add = (name, node) => found.push({ name, start: node.start });
  new Visitor({
    MemberExpression(node) {
      const name = memberName(node);
      if (name === 'process.env') add('process.env', node);
      if (name === 'Date.now') add('clock', node);
      if (name === 'Math.random') add('randomness', node);
      if (name === 'window.localStorage' || name === 'window.sessionStorage') add('browser storage', node);
      if (node.property?.type === 'Identifier' && RAW_HTML.has(node.property.name) && !node.computed) add('raw HTML', node);
    },
    Identifier(node) {
      if (node.name === 'localStorage' || node.name === 'sessionStorage') add('browser storage', node);
    },
    JSXAttribute(node) {
      if (node.name?.name === 'dangerouslySetInnerHTML') add('raw HTML', node);
    },
    CallExpression(node) {
      if (node.callee?.type !== 'Identifier') return;
      if (node.callee.name === 'fetch') add('network', node);
      if (node.callee.name === 'eval') add('eval', node);
    },
    NewExpression(node) {
      if (node.callee?.type !== 'Identifier') return;
      if (['WebSocket', 'XMLHttpRequest', 'EventSource'].includes(node.callee.name)) add('network', node);
      if (node.callee.name === 'Function') add('eval', node);
      if (node.callee.name === 'AsyncLocalStorage') add('async storage', node);
      if (node.callee.name === 'Date' && node.arguments.length === 0) add('clock', node);
    },
  }).visit(program);
  return found;
}

const lineOf = (text, offset) => {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
};

/**
 * Reads one source file.
 * @returns {{imports: {specifier: string, target: string, line: number, typeOnly: boolean}[], globals: {name: string, line: number}[], errors: string[]}}
 */
export function scanFile(file, text) {
  const parsed = parseSync(file, text);
  const globals = SAYS_GLOBAL.test(text) ? scanGlobals(parsed.program) : [];
  return {
    imports: importsIn(file, text, parsed.module),
    globals: globals.map(({ name, start }) => ({ name, line: lineOf(text, start) })),
    errors: parsed.errors.map((error) => error.message),
  };
}

/** What a file imports, for whoever asks nothing else: its tree is not read. @returns {ReturnType<typeof scanFile>['imports']} */
export const scanImports = (file, text) => importsIn(file, text, parseSync(file, text).module);

function importsIn(file, text, module) {
  const imports = [];
  const add = (specifier, start, typeOnly) => imports.push({ specifier, target: resolveSpecifier(file, specifier), line: lineOf(text, start), typeOnly });
  for (const item of module.staticImports) add(item.moduleRequest.value, item.start, item.entries.length > 0 && item.entries.every((entry) => entry.isType));
  for (const item of module.staticExports) {
    const from = item.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (from)
      add(
        from.value,
        item.start,
        item.entries.every((entry) => entry.isType),
      );
  }
  for (const item of module.dynamicImports) {
    const literal = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(item.moduleRequest.start, item.moduleRequest.end));
    if (literal) add(literal[1], item.start, false);
  }
  return imports;
}
