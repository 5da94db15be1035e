import { bare, isCall, isFunction, lastName, within } from './syntax.mjs';

const HEARING = new Set(['then', 'catch', 'finally', 'all', 'allSettled', 'any', 'race']);
const FIX = 'say what is expected where it is begun: const refused = expect(call()).rejects.…, or of all at once in Promise.all';

/**
 * Calls that are begun, and expected to be refused only after something else was awaited: where the refusal comes before, nobody hears it, and the
 * run fails with every test passed.
 */
export function lateRefusal(source) {
  return source.nodes.filter(isRefusal).flatMap((matcher) => {
    const { name } = bare(expectedBy(matcher));
    const around = functionAround(source, matcher);
    const here = within(around, (node) => node === around || !isFunction(node));
    const begun = here.filter((node) => node.type === 'VariableDeclarator' && node.end < matcher.start).findLast((node) => begins(source, node, name));
    if (!begun) return [];
    const between = (node) => node.start > begun.end && node.end <= matcher.start;
    const isHeard = here.some((node) => node.type === 'CallExpression' && between(node) && hears(node, name));
    const isLate = here.some((node) => node.type === 'AwaitExpression' && between(node)) || isOneOfMany(source, matcher, begun);
    return isLate && !isHeard ? [{ start: matcher.start, what: `${begun.id.name ?? name} may be refused before anybody hears it`, fix: FIX }] : [];
  });
}

/** `expect(name).rejects`. */
const isRefusal = (node) => node.type === 'MemberExpression' && node.property.name === 'rejects' && bare(expectedBy(node))?.type === 'Identifier';
const expectedBy = ({ object }) => (isCall(object, 'expect') ? object.arguments[0] : undefined);

function functionAround({ parentOf, nodes }, node) {
  let around = parentOf(node);
  while (around && !isFunction(around)) around = parentOf(around);
  return around ?? nodes[0];
}

/** `const name = call()`, `const [name, other] = [call(), call()]`; `for (const name of names)` leads to `const names = [call(), call()]`. */
function begins(source, { id, init }, name) {
  if (id.type === 'ArrayPattern' && init?.type === 'ArrayExpression') return init.elements.some((one, at) => id.elements[at]?.name === name && isBegun(one));
  if (id.name === name) return isBegun(init);
  return (
    isBegunList(init) &&
    source.nodes.some((loop) => loop.type === 'ForOfStatement' && loop.left.declarations?.[0]?.id.name === name && loop.right.name === id.name)
  );
}
const isBegun = (init) => init?.type === 'CallExpression' && !isCall(init, 'resolve', ...HEARING);
const isBegunList = (init) => (init?.type === 'ArrayExpression' && init.elements.some(isBegun)) || isCall(init, 'map', 'from');

/** The first of a list is awaited while the others are not looked at yet. */
function isOneOfMany({ parentOf }, matcher, { id }) {
  for (let above = parentOf(matcher); above && !isFunction(above); above = parentOf(above))
    if (above.type === 'ForOfStatement') return above.right.name === id.name;
  return false;
}

/** A function that is given the call is taken to listen, as `expect` does. */
const hears = (call, name) =>
  (HEARING.has(lastName(call.callee)) ? within(call) : call.arguments.map(bare)).some((one) => one.type === 'Identifier' && one.name === name);
