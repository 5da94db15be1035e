import { isCall, lastName, memberOf, nameOf, numberOf } from './syntax.mjs';

/** What the runners themselves give a condition (`tools/config`), and a test at least. A machine with much to do is slow, not wrong: one minute of its own made a test red that takes a third of that alone. */
const CONDITION_MS = 15_000;
const TEST_MS = 120_000;
/** Compare what is written out; nothing waits for it. */
const DATA = ['toMatchObject', 'toEqual', 'toStrictEqual', 'objectContaining', 'toHaveBeenCalledWith'];
const TESTS = new Set(['test', 'it', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/** Limits so short that a busy machine reaches them. */
export function shortPatience(source) {
  return source.nodes
    .filter((node) => node.type === 'CallExpression' && !isCall(node, ...DATA))
    .flatMap((call) => {
      const found = limitOfCondition(source, call) ?? limitOfTest(source, call);
      return found ? [{ start: call.callee.end, ...found }] : [];
    });
}

function limitOfCondition(source, call) {
  const limit = call.arguments.map((one) => memberOf(one, 'timeout')).find(Boolean);
  const ms = numberOf(source, limit);
  if (ms > 0 && ms < CONDITION_MS && !TESTS.has(rootOf(call.callee)))
    return { what: `gives up after ${ms} ms`, fix: `leave the limit to the runner, or give ${CONDITION_MS} ms at least` };
  const own = isCall(call, 'waitFor', 'waitUntil') && nameOf(call.callee).startsWith('vi.');
  return own && !limit ? { what: `vi.${lastName(call.callee)} gives up after one second`, fix: `say timeout: ${CONDITION_MS} or more` } : undefined;
}

function limitOfTest(source, call) {
  if (!TESTS.has(rootOf(call.callee)) || call.arguments.length < 2) return undefined;
  const ms = numberOf(source, call.arguments.at(-1)) ?? numberOf(source, call.arguments.map((one) => memberOf(one, 'timeout')).find(Boolean));
  return ms > 0 && ms < TEST_MS ? { what: `has ${ms} ms in all`, fix: 'leave the limit to the project in tools/config/vitest.config.ts' } : undefined;
}

/** `test` of `test.runIf(x)('…')`. */
function rootOf(callee) {
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  return nameOf(callee).split('.')[0];
}
