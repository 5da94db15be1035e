import { isCall, lastName, nameOf, within } from './syntax.mjs';

const CLOCKS = new Set(['performance.now', 'Date.now', 'process.hrtime', 'process.hrtime.bigint', 'process.uptime']);
const ORDERS = ['toBeLessThan', 'toBeLessThanOrEqual', 'toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeCloseTo'];

const readsClock = (node) => within(node).some((one) => one.type === 'CallExpression' && CLOCKS.has(nameOf(one.callee)));

const isSpan = (node) => readsClock(node) && within(node).some(({ type, operator }) => type === 'BinaryExpression' && operator === '-');

/** Expectations of how long something took by the clock on the wall. */
export function measuredTime(source) {
  const measured = new Set([
    ...source.nodes.filter(({ type, id, init }) => type === 'VariableDeclarator' && id.name && init && isSpan(init)).map(({ id }) => id.name),
    // A list of such spans.
    ...source.nodes.filter((node) => isCall(node, 'push') && node.arguments.some(isSpan)).map(({ callee }) => nameOf(callee.object)),
  ]);
  const isMeasured = (node) => readsClock(node) || within(node).some(({ type, name }) => type === 'Identifier' && measured.has(name));
  return source.nodes
    .filter((node) => isCall(node, ...ORDERS))
    .filter((matcher) => {
      const expectation = within(matcher.callee).find((node) => isCall(node, 'expect'));
      return expectation?.arguments.some(isMeasured) || matcher.arguments.some(isMeasured);
    })
    .map(({ callee }) => ({
      start: callee.property.start,
      what: `${lastName(callee)} judges time by the clock on the wall`,
      fix: 'count what is done (statements, calls, rows), or move a clock of the test',
    }));
}
