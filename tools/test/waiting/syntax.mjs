import { parseSync } from 'oxc-parser';

/**
 * A file as the rules look at it.
 * @typedef {object} Source
 * @property {string} file
 * @property {string} text
 * @property {any[]} nodes every node of the syntax tree, parents before their children
 * @property {(node: any) => any} parentOf undefined above the program
 * @property {{ value: string, start: number, end: number }[]} comments
 * @property {string[]} errors
 */

const isNode = (value) => value !== null && typeof value === 'object' && typeof value.type === 'string';

/** Calls `found` with each node directly below this one: without a list for each of them a whole repository is read in half the time. */
function eachChild(node, found) {
  for (const key in node) {
    const value = node[key];
    if (value === null || typeof value !== 'object') continue;
    if (!Array.isArray(value)) {
      if (typeof value.type === 'string') found(value);
    } else for (const one of value) if (isNode(one)) found(one);
  }
}

/** This node and all below it; `enter` says whether to look below. */
export function within(node, enter = () => true) {
  const found = [node];
  for (let at = 0; at < found.length; at += 1) if (at === 0 || enter(found[at])) eachChild(found[at], (child) => found.push(child));
  return found;
}

/** @returns {Source} */
export function readSource(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  const parents = new Map();
  const nodes = [program];
  for (let at = 0; at < nodes.length; at += 1)
    eachChild(nodes[at], (child) => {
      parents.set(child, nodes[at]);
      nodes.push(child);
    });
  return { file, text, nodes, parentOf: (node) => parents.get(node), comments, errors: errors.map(({ message }) => message) };
}

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);
export const isFunction = (node) => FUNCTIONS.has(node?.type);

const WRAPPERS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression', 'ChainExpression', 'AwaitExpression']);
/** The expression without casts, `await` and the like around it. */
export const bare = (node) => (WRAPPERS.has(node?.type) ? bare(node.expression ?? node.argument) : node);

/** `page.clock.install` for the callee of a call; '' for the parts that have no name. */
export function nameOf(node) {
  const plain = bare(node);
  if (plain?.type === 'Identifier') return plain.name;
  if (plain?.type === 'MemberExpression' && !plain.computed) return `${nameOf(plain.object)}.${plain.property.name}`;
  return '';
}

/** The last part of it: `install`. Asked of every call by most rules, so it does not put the whole name together. */
export function lastName(node) {
  const plain = bare(node);
  if (plain?.type === 'Identifier') return plain.name;
  return plain?.type === 'MemberExpression' && !plain.computed ? plain.property.name : '';
}

export const isCall = (node, ...names) => node?.type === 'CallExpression' && names.includes(lastName(node.callee));

/** The value of `name:` in an object that is written out. */
export const memberOf = (node, name) =>
  node?.type === 'ObjectExpression' ? node.properties.find((one) => one.type === 'Property' && (one.key.name ?? one.key.value) === name)?.value : undefined;

/** What a name was declared as in this file, wherever. */
export const declaredAs = ({ nodes }, name) =>
  nodes.filter((node) => node.type === 'VariableDeclarator' && node.id.name === name && node.init).map(({ init }) => init);

/** A number that is written out, here or where the name is declared. */
export function numberOf(source, node) {
  const plain = bare(node);
  if (plain?.type === 'Literal' && typeof plain.value === 'number') return plain.value;
  const [declared] = plain?.type === 'Identifier' ? declaredAs(source, plain.name) : [];
  return declared?.type === 'Literal' && typeof declared.value === 'number' ? declared.value : undefined;
}
