import { existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * What a door of the SDK offers, as text that a reviewer reads: every exported name with its declaration, without comments, in the order of the names.
 * A change of it is a change for vendors, so the reports are kept in `plugin-sdk/api` and stand in the diff of whoever makes one.
 */

/** @param {string} from a type file @param {string} specifier @returns {string | undefined} the type file that it names; none for a package */
function fileOf(from, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const place = path.resolve(path.dirname(from), specifier).replace(/\.(js|ts|tsx)$/, '');
  const file = [`${place}.d.ts`, path.join(place, 'index.d.ts')].find((candidate) => existsSync(candidate));
  if (!file) throw new Error(`${from}: ${specifier} has no type file`);
  return file;
}

/** @typedef {{ text: string, body: { type: string, [key: string]: unknown }[], comments: { start: number, end: number }[] }} TypeFile */

/** @type {Map<string, TypeFile>} */
const parsed = new Map();

/** @param {string} file @returns {TypeFile} */
function parse(file) {
  const known = parsed.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const read = { text, body: program.body, comments };
  parsed.set(file, read);
  return read;
}

/** The text from `start` to `end` without comments and the lines that only they filled. */
function withoutComments({ text, comments }, start, end) {
  let kept = '';
  let at = start;
  for (const comment of comments) {
    if (comment.start < at || comment.end > end) continue;
    kept += text.slice(at, comment.start);
    at = comment.end;
  }
  return (kept + text.slice(at, end)).replace(/[ \t]+$/gm, '').replace(/\n{2,}/g, '\n');
}

const namesOf = (declaration) =>
  declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => id.name) : declaration.id ? [declaration.id.name] : [];
const nameOf = (node) => node.name ?? node.value;

/** @returns {string[]} declarations of a name that the file makes itself; several where a function has several forms */
function declarationsIn(file, name) {
  const read = parse(file);
  return read.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration' ? statement.declaration : statement;
    if (!declaration || !namesOf(declaration).includes(name)) return [];
    const text = withoutComments(read, declaration.start, declaration.end).replace(/^declare /, '');
    return [text];
  });
}

/** @returns {string | undefined} where an import of this file takes the name from, and under which name */
function importedAs(file, name) {
  for (const statement of parse(file).body) {
    if (statement.type !== 'ImportDeclaration') continue;
    for (const specifier of statement.specifiers) {
      if (specifier.local.name !== name) continue;
      return { source: statement.source.value, name: specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*' };
    }
  }
  return undefined;
}

/** @returns {string[]} what stands behind a name that the file offers or uses */
function declarationsOf(file, name, path_ = []) {
  if (path_.includes(file)) return [];
  const own = declarationsIn(file, name);
  if (own.length > 0) return own;
  const through = importedAs(file, name);
  if (through) {
    const source = fileOf(file, through.source);
    return source ? declarationsOf(source, through.name, [...path_, file]) : [`import ${through.name} from '${through.source}'`];
  }
  const exported = exportsOf(file, path_).get(name);
  return exported ?? [];
}

/** @returns {string[]} what stands behind a name that is handed on, out of the file itself or (`from`) out of another one */
function behind(file, name, from) {
  const source = from === undefined ? file : fileOf(file, from);
  if (source === undefined) return [`${name} from '${from}'`];
  const texts = from === undefined ? declarationsOf(file, name) : declarationsOf(source, name);
  if (texts.length === 0) throw new Error(`${file}: nothing stands behind ${name}`);
  return texts;
}

/**
 * Everything that a type file exports.
 * @param {string} file
 * @param {readonly string[]} open files that are being looked through
 * @returns {Map<string, string[]>} by name; `* from 'package'` for a package that is handed on as a whole
 */
export function exportsOf(file, open = []) {
  const found = new Map();
  if (open.includes(file)) return found;
  const inside = [...open, file];
  for (const statement of parse(file).body) {
    if (statement.type === 'ExportAllDeclaration') {
      const source = fileOf(file, statement.source.value);
      if (!source) found.set(`* from '${statement.source.value}'`, []);
      else for (const [name, texts] of exportsOf(source, inside)) if (!found.has(name)) found.set(name, texts);
    } else if (statement.type === 'ExportDefaultDeclaration') {
      found.set('default', declarationsIn(file, namesOf(statement.declaration)[0] ?? ''));
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration) for (const name of namesOf(statement.declaration)) found.set(name, declarationsIn(file, name));
      for (const { local, exported } of statement.specifiers ?? []) found.set(nameOf(exported), behind(file, nameOf(local), statement.source?.value));
    }
  }
  return found;
}

/**
 * @param {string} door how it is imported
 * @param {string} file its type file
 * @returns {string} the report
 */
export function apiReport(door, file) {
  const names = [...exportsOf(file)].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = names.map(([name, texts]) => (texts.length === 0 ? `// ${name}` : `// ${name}\n${texts.join('\n')}`));
  return `# ${door}\n\nWritten by \`node tools/docs/write-api.mjs\`; what changes here changes for vendors.\n\n\`\`\`ts\n${lines.join('\n\n')}\n\`\`\`\n`;
}

/**
 * @param {string} sdk folder of the SDK, with its `dist`
 * @returns {{ name: string, text: string }[]} one report per door that has types, by the name of its file
 */
export function apiReports(sdk) {
  const { name, exports } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([door, target]) => {
    // What surrounds the sources of a plugin declares no names to import.
    if (typeof target !== 'object' || !target.types || door === './ambient') return [];
    return [{ name: `${door.slice(2)}.api.md`, text: apiReport(name + door.slice(1), path.join(sdk, target.types)) }];
  });
}

/**
 * @param {string} sdk folder of the SDK, with its `dist`
 * @returns {Record<string, Record<string, string>>} door → name → hash of its declaration
 */
export function apiHashes(sdk) {
  const { name, exports } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8'));
  const hash = (texts) => createHash('sha256').update(texts.join('\n').replace(/\s+/g, ' ')).digest('hex').slice(0, 12);
  const doors = Object.entries(exports).flatMap(([door, target]) => {
    if (typeof target !== 'object' || !target.types || door === './ambient') return [];
    const names = [...exportsOf(path.join(sdk, target.types))].map(([exported, texts]) => [exported, hash(texts)]);
    return [[name + door.slice(1), Object.fromEntries(names)]];
  });
  return Object.fromEntries(doors);
}
