import { bare, declaredAs, isCall, within } from './syntax.mjs';

const WHOLE = ['toEqual', 'toStrictEqual', 'toMatchObject'];
const QUERY = /^\s*(with\b.*)?select\b.*\bfrom\b/is;
const ORDERED = /orderBy|order by|sort\(|toSorted\(|new Set\(|new Map\(|Object\.fromEntries\(|array_agg|string_agg/i;
const FIX = 'add `order by`, or sort before comparing';

/** Rows whose order the query leaves to the database, compared with a list or told apart by their place. */
export function rowOrder(source) {
  return source.nodes.flatMap((node) => {
    if (isCall(node, ...WHOLE) && isList(node.arguments[0])) {
      const expectation = within(node.callee).find((one) => isCall(one, 'expect'));
      if (expectation?.arguments[0] && isUnordered(source, expectation.arguments[0]))
        return [{ start: node.callee.property.start, what: 'compares rows in an order that the query does not ask for', fix: FIX }];
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'ArrayPattern' && node.id.elements.length > 1 && node.init && isUnordered(source, node.init))
      return [{ start: node.start, what: 'tells rows apart by an order that the query does not ask for', fix: FIX }];
    return [];
  });
}

/** The last entry of the audit log, whatever it is of: entries of reads are written after their answers, so one of an earlier call may come last. */
export function lastEntry({ nodes, parentOf }) {
  return nodes
    .filter((node) => isCall(node, 'selectFrom') && /^core\.audit\b/.test(String(bare(node.arguments[0])?.value ?? '')))
    .flatMap((from) => {
      const calls = chainAbove(from, parentOf);
      const isLast = calls.some((call) => isCall(call, 'orderBy') && call.arguments[0]?.value === 'seq' && call.arguments[1]?.value === 'desc');
      if (!isLast || calls.some((call) => isCall(call, 'where'))) return [];
      return [
        {
          start: from.callee.property.start,
          what: 'takes the last entry of the audit log, which may be of an earlier read',
          fix: "say whose: .where('action', '=', …)",
        },
      ];
    });
}

/** `b(…)` and `c(…)` above `a(…)` in `a(…).b(…).c(…)`. */
function chainAbove(node, parentOf) {
  const member = parentOf(node);
  const call = member?.type === 'MemberExpression' && member.object === node ? parentOf(member) : undefined;
  return call?.type === 'CallExpression' ? [call, ...chainAbove(call, parentOf)] : [];
}

/** Written out, with two members or more. */
const isList = (wanted) => {
  const plain = bare(wanted);
  return plain?.type === 'ArrayExpression' && (plain.elements.length > 1 || plain.elements.some((one) => one?.type === 'SpreadElement'));
};

function isUnordered(source, actual) {
  const root = rootOf(actual);
  if (!root) return false;
  const origins = [actual, ...declaredAs(source, root)];
  const isOrdered = origins.some(({ start, end }) => ORDERED.test(source.text.slice(start, end)));
  return !isOrdered && origins.some((origin) => within(origin).some(isQuery));
}

/** The name that an expression begins with: `rows` of `(await rows('b')).map(…)`; undefined for what is put together anew. */
function rootOf(node) {
  const plain = bare(node);
  if (plain?.type === 'CallExpression') return rootOf(plain.callee);
  if (plain?.type === 'TaggedTemplateExpression') return rootOf(plain.tag);
  if (plain?.type === 'MemberExpression') return rootOf(plain.object);
  return plain?.type === 'Identifier' && plain.name !== 'Promise' ? plain.name : undefined;
}

function isQuery(node) {
  if (isCall(node, 'selectFrom')) return true;
  if (node.type === 'Literal') return QUERY.test(String(node.value));
  return node.type === 'TemplateLiteral' && QUERY.test(node.quasis.map(({ value }) => value.cooked).join('?'));
}
