import { bare, declaredAs, lastName, readSource } from '../waiting/syntax.mjs';
import { Excuses } from './excuses.mjs';
import { tablesInSql } from './sql-names.mjs';

/** Calls of a statement that name a table to read or change. `insertInto` is none: a new row is nobody's yet. */
const NAMED = new Set([
  'selectFrom',
  'from',
  'using',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'crossJoinLateral',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'table',
]);
const CHANGES = new Set(['updateTable', 'deleteFrom', 'mergeInto']);
/**
 * Statements of a file that name a declared table themselves instead of going through its door.
 * @param {ReadonlySet<string>} declared names of the tables, with their schema
 * @returns {{ found: { line: number, table: string, problem: string }[], excused: { line: number, reason: string }[], problems: { line: number, problem: string }[] }}
 * `problems`: comments without a reason, or that excuse nothing
 */
export function physicalNamesIn(file, code, declared) {
  const source = readSource(file, code);
  const excuses = new Excuses(source);
  const found = [];
  for (const { table, at, node, changes } of namesIn(source))
    if (declared.has(table) && !excuses.take(node, at)) found.push({ at, line: excuses.lineAt(at), table, problem: mending(table, changes) });
  return { found: found.sort((a, b) => a.at - b.at).map(({ at: _at, ...one }) => one), ...excuses.told() };
}

const mending = (table, changes) =>
  changes
    ? `${table} is changed by its own name: take the row through its door (\`lock\`, \`select(ctx)\`) and write it with \`update\`, \`retire\`, or by the key of that row`
    : `${table} is read by its own name: read it through its door, \`…Table.select(ctx)\`, \`…Table.as(ctx, 'alias')\` in a join`;

/** Every place of a file where a statement names a table; of a name that a constant holds, where it is used. */
function* namesIn(source) {
  for (const node of source.nodes) {
    if (node.type === 'CallExpression' && NAMED.has(lastCalled(node))) yield* ofCall(source, node);
    else if (node.type === 'TemplateLiteral') yield* ofTemplate(node);
    // Text of a statement in quotes; a name alone is looked at with the call that takes it.
    else if (node.type === 'Literal' && typeof node.value === 'string')
      for (const { table, changes } of tablesInSql(node.value)) yield { table, at: node.start, node, changes };
  }
}

/** `selectFrom` also of `db.transaction().selectFrom`, whose callee has a call in it. */
const lastCalled = ({ callee }) => (bare(callee)?.type === 'MemberExpression' ? bare(callee).property.name : lastName(callee));

function* ofCall(source, node) {
  const [first] = node.arguments;
  // `sql.table('…')` aside, a member `table` or `from` is whatever somebody called so: a name with a schema tells.
  const given = first?.type === 'ArrayExpression' ? first.elements : [first];
  for (const one of given) {
    const text = textOf(source, one);
    if (text === undefined) continue;
    const [table = ''] = text.trim().split(/\s/, 1);
    yield { table, at: one.start, node, changes: CHANGES.has(lastCalled(node)) };
  }
}

function textOf(source, node) {
  const plain = bare(node);
  if (plain?.type === 'Literal') return typeof plain.value === 'string' ? plain.value : undefined;
  if (plain?.type === 'TemplateLiteral') return plain.expressions.length === 0 ? plain.quasis[0].value.cooked : undefined;
  const [declared] = plain?.type === 'Identifier' ? declaredAs(source, plain.name) : [];
  return declared && bare(declared).type !== 'Identifier' ? textOf(source, declared) : undefined;
}

/** The parts of a template are one text: `from ${only} charging.bill`. What is put in is a word that says nothing. */
function* ofTemplate(node) {
  const HOLE = ' ? ';
  const offsets = [];
  let text = '';
  for (const quasi of node.quasis) {
    offsets.push({ from: text.length, start: quasi.start });
    text += quasi.value.raw + HOLE;
  }
  for (const { table, at, changes } of tablesInSql(text)) {
    const { from, start } = offsets.findLast((one) => one.from <= at);
    yield { table, at: start + (at - from), node, changes };
  }
}
