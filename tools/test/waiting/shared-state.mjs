import { bare, isCall, isFunction, nameOf } from './syntax.mjs';

const TEST_FILE = /\.(test|journey)\.tsx?$/;
const HOOKS = new Set(['beforeAll', 'beforeEach', 'afterAll', 'afterEach']);
const CHANGING = ['push', 'set', 'add', 'delete', 'clear', 'splice', 'pop', 'shift', 'unshift'];

/**
 * Modules that several test files import are loaded once per thread: what one file leaves in their variables meets the next one, and hooks at
 * their top belong to the first file alone.
 */
export function sharedState({ file, nodes, parentOf }) {
  if (TEST_FILE.test(file)) return [];
  return nodes.flatMap((node) => {
    if (node.type === 'VariableDeclarator' && isTop(parentOf(node), parentOf) && isChanged(node, nodes, parentOf))
      return [
        { start: node.start, what: `${node.id.name} keeps its value from one test file to the next`, fix: 'make it inside a function that each file calls' },
      ];
    if (node.type === 'CallExpression' && HOOKS.has(nameOf(node.callee)) && isTop(parentOf(node), parentOf))
      return [
        {
          start: node.start,
          what: `${nameOf(node.callee)} runs for the first file only that imports this one in a thread`,
          fix: 'call it in a function that each file calls, or use onTestFinished',
        },
      ];
    return [];
  });
}

const isTop = (node, parentOf) => {
  const above = parentOf(node);
  return above?.type === 'Program' || (above?.type === 'ExportNamedDeclaration' && parentOf(above).type === 'Program');
};

function isChanged(declarator, nodes, parentOf) {
  const { name } = declarator.id;
  if (parentOf(declarator).kind !== 'const') {
    // What is made once and stays is the same for every file.
    const written = nodes.filter(({ type, left }) => type === 'AssignmentExpression' && left.name === name);
    return written.length === 0 || written.some(({ operator }) => operator !== '??=');
  }
  const plain = bare(declarator.init);
  // What hangs on an object of one file goes with it.
  if (plain?.type !== 'ArrayExpression' && (plain?.type !== 'NewExpression' || /^Weak/.test(nameOf(plain.callee)))) return false;
  return nodes.some((call) => isCall(call, ...CHANGING) && bare(call.callee).object?.name === name && isInFunction(call, parentOf));
}

function isInFunction(node, parentOf) {
  for (let above = parentOf(node); above; above = parentOf(above)) if (isFunction(above)) return true;
  return false;
}
