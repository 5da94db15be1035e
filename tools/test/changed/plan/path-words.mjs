import { parseSync, Visitor } from 'oxc-parser';

/** Only a file that says one of these can open another by a name in a text. */
const OPENS_FILES = /import\.meta\b|node:(?:fs|child_process|worker_threads)|toMatchFileSnapshot|\bspawn\(|bundleForNode|process\.cwd/;
const READS_FOLDERS = /\b(?:readdir(?:Sync)?|glob(?:Sync)?)\(|ls-files/;
const PATH = /^[\w@.-][\w@./-]*$/;

const isText = (node) => node.type === 'Literal' && typeof node.value === 'string';
const isOwnFolder = (node) => node?.type === 'MemberExpression' && node.object.type === 'MetaProperty' && node.property.name === 'dirname';

/** What one call of `join` or `resolve` puts together: `path.resolve(import.meta.dirname, '..')`, `path.join(root, 'plugins', 'charging')`. */
function joinedPath(call) {
  const name = call.callee.type === 'MemberExpression' ? call.callee.property.name : call.callee.name;
  if (name !== 'join' && name !== 'resolve') return undefined;
  const texts = call.arguments.filter(isText).map((word) => word.value);
  const whole = isOwnFolder(call.arguments[0]) && texts.length === call.arguments.length - 1;
  if (whole) return `./${texts.join('/')}`;
  return texts.length > 1 ? texts.join('/') : undefined;
}

/**
 * Texts of a source file that may be the path of something it opens without importing it, as they are written. A template counts up to its
 * first hole, as a folder; a bare word (`plugins`) counts only where folders are read.
 * @param {readonly string[]} imported specifiers of its imports, which are no such texts
 * @returns {string[]}
 */
export function pathWords(file, text, imported) {
  if (!OPENS_FILES.test(text)) return [];
  const words = new Set();
  new Visitor({
    Literal(node) {
      if (isText(node) && !/^\.{0,2}\/?$/.test(node.value)) words.add(node.value);
    },
    TemplateLiteral(node) {
      const head = node.quasis[0].value.cooked ?? '';
      words.add(node.expressions.length === 0 ? head : head.slice(0, head.lastIndexOf('/') + 1));
    },
    CallExpression(node) {
      const joined = joinedPath(node);
      if (joined) words.add(joined);
    },
  }).visit(parseSync(file, text).program);
  for (const specifier of imported) words.delete(specifier);
  const bareToo = READS_FOLDERS.test(text);
  return [...words].filter((word) => PATH.test(word) && (bareToo || /[./]/.test(word)));
}
