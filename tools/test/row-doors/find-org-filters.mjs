import { bare, isCall, readSource } from '../waiting/syntax.mjs';
import { Excuses } from './excuses.mjs';

const COLUMN = /(?:^|\.)(?:org_id|orgId)$/;
/** Of several organisations: whose row it is by itself (`org_id = …` of one that the caller does not choose) is a key, not a right. */
const IN_SQL = /\borg_id"?\s*(?:=\s*any\s*\(|in\s*[($])/i;
/** Files that say neither of them need not be read. */
const SAYS_ORGANISATION = /org_id|orgId|rows:/i;
const PROBLEM =
  'rows are narrowed by organisation by hand: read the table through its door, `…Table.select(ctx)`, where a caller asks, or say above the statement who may see what: // rows: <reason>';

/**
 * Statements below the doors that narrow rows by organisations themselves. Those of plugins are found by the tables that they name.
 * @returns {{ found: { line: number, problem: string }[], excused: { line: number, reason: string }[], problems: { line: number, problem: string }[] }}
 */
export function orgFiltersIn(file, code) {
  if (!SAYS_ORGANISATION.test(code)) return { found: [], excused: [], problems: [] };
  const source = readSource(file, code);
  const excuses = new Excuses(source);
  const found = source.nodes
    .filter((node) => narrows(node) && !excuses.take(node, placeOf(node)))
    .map((node) => ({ line: excuses.lineAt(placeOf(node)), problem: PROBLEM }));
  return { found, ...excuses.told() };
}

/** Of a call its name: a chain of calls begins far above. */
const placeOf = (node) => (node.type === 'CallExpression' ? (bare(node.callee)?.property?.start ?? node.start) : node.start);

function narrows(node) {
  if (isCallOfWhere(node)) {
    const [column, operator] = node.arguments.map(bare);
    return column?.type === 'Literal' && COLUMN.test(String(column.value)) && operator?.value === 'in';
  }
  return node.type === 'TemplateLiteral' && IN_SQL.test(node.quasis.map(({ value }) => value.raw).join('$'));
}

const isCallOfWhere = (node) => isCall(node, 'where') || (node.type === 'CallExpression' && bare(node.callee)?.property?.name === 'where');
