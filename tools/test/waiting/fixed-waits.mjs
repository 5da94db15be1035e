import { bare, isFunction, lastName, nameOf, numberOf, within } from './syntax.mjs';

const FIX = 'poll for the condition with a deadline, wait for the event itself, or move a clock of the test';
const LOOPS = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement']);
const GLOBAL_TIMER = /^((globalThis|window)\.)?setTimeout$/;
const COMPARISONS = new Set(['<', '<=', '>', '>=']);

/** Waits that end when a time is over, whatever has happened until then. */
export function fixedWaits(source) {
  const timers = timersOf(source);
  return source.nodes
    .filter((node) => node.type === 'CallExpression' && isWait(source, node, timers) && !isPolling(source, node))
    .map(({ start }) => ({ start, what: 'waits for a fixed time', fix: FIX }));
}

function isWait(source, { callee, arguments: given }, { promised, called }) {
  if (lastName(callee) === 'waitForTimeout') return true;
  const name = nameOf(callee);
  const delay = promised.has(name) ? given[0] : called.has(name) || GLOBAL_TIMER.test(name) ? given[1] : undefined;
  // No time at all is a turn of the event loop.
  return delay !== undefined && numberOf(source, delay) !== 0;
}

/** The names that `setTimeout` has in this file: of node:timers/promises, and of the one that takes a callback. */
function timersOf({ nodes }) {
  const promised = new Set();
  const called = new Set();
  for (const node of nodes) {
    if (node.type === 'ImportDeclaration' && /^(node:)?timers(\/promises)?$/.test(node.source.value)) {
      const names = node.source.value.endsWith('promises') ? promised : called;
      for (const { imported, local } of node.specifiers) if (imported?.name === 'setTimeout') names.add(local.name);
    }
    if (node.type === 'VariableDeclarator' && node.id.name && GLOBAL_TIMER.test(nameOf(node.init))) called.add(node.id.name);
  }
  return { promised, called };
}

/** In a loop that looks for something and gives up at a limit. */
function isPolling(source, wait) {
  for (let node = source.parentOf(wait); node; node = source.parentOf(node)) {
    if (!LOOPS.has(node.type)) continue;
    const exits = exitsOf(node);
    if (exits.length > 1 && exits.some(isLimit)) return true;
  }
  return false;
}

const isLimit = (test) => within(test).some(({ type, operator }) => type === 'BinaryExpression' && COMPARISONS.has(operator));

/** Conditions that end the loop: the parts of its own, and those of `if`s that lead out. */
function exitsOf(loop) {
  const leaving = within(loop.body, (node) => !isFunction(node))
    .filter(({ type, consequent }) => type === 'IfStatement' && leadsOut(consequent))
    .map(({ test }) => test);
  return [...partsOf(loop.test), ...leaving];
}

const partsOf = (test) => {
  const plain = bare(test);
  if (!plain) return [];
  return plain.type === 'LogicalExpression' ? [...partsOf(plain.left), ...partsOf(plain.right)] : [plain];
};

const LEAVING = new Set(['ReturnStatement', 'ThrowStatement', 'BreakStatement']);
const leadsOut = (node) => LEAVING.has(node.type) || (node.type === 'BlockStatement' && node.body.some(leadsOut));
