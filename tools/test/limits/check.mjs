import { excusedAndLeft } from '../excused-findings.mjs';
import { bare, declaredAs, readSource } from '../waiting/syntax.mjs';

/** Members of form fields and properties of inputs that say how long, how many, how large or how fine something may be. */
const LIMITS = new Set(['max', 'min', 'maxLength', 'minLength', 'maxCount', 'minCount', 'maxItems', 'minItems', 'maxSize', 'precision', 'decimals']);
/** What a file says that has one of them, or an excuse for one; the others need not be read. */
const SAYS_LIMIT = new RegExp(`\\b(?:${[...LIMITS].join('|')}|limit:)`);
const FIX = 'take it from the contract: a constant (`MAX_NAME`, `ENTRY_LENGTHS.drugName`) that schema, form and table read alike';

/**
 * Limits that a form of the browser types by hand, unless `// limit: <reason>` excuses them. A number counts wherever it stands in the file:
 * at the member, as the default of a parameter, in a constant that the member names. 0 is no such number: it says "not negative" or "whole".
 * @returns {{ problems: string[], excused: { line: number, reason: string }[] }} problems one line each: place, what, what to do instead
 */
export function checkLimits(file, text) {
  if (!SAYS_LIMIT.test(text)) return { problems: [], excused: [] };
  const source = readSource(file, text);
  const findings = source.nodes.flatMap(findingsIn(source)).sort((a, b) => a.start - b.start);
  return excusedAndLeft(file, text, source, { word: 'limit', why: 'why no call and no table knows this number', findings });
}

const findingsIn = (source) => (node) => {
  const { name, value } = limitOf(node);
  if (!LIMITS.has(name)) return [];
  const number = typedNumber(source, value);
  return number === undefined || number === 0 ? [] : [{ start: node.start, what: `${name} ${number} is typed by hand`, fix: FIX }];
};

/** Name and value of a member, of a property of an element, or of a default. */
function limitOf(node) {
  if (node.type === 'Property' && !node.computed) return { name: node.key.name ?? node.key.value, value: node.value };
  if (node.type === 'JSXAttribute') return { name: node.name.name, value: node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value };
  if (node.type === 'AssignmentPattern') return { name: node.left.name, value: node.right };
  return { name: undefined, value: undefined };
}

/** The first number that is written out where this value comes from in the file; undefined when it comes from elsewhere. */
function typedNumber(source, value, seen = new Set()) {
  const plain = bare(value);
  const firstOf = (...parts) => parts.map((part) => typedNumber(source, part, seen)).find((number) => number !== undefined);
  switch (plain?.type) {
    case 'Literal':
      return asNumber(plain.value);
    case 'UnaryExpression':
      return plain.operator === '-' ? firstOf(plain.argument) : undefined;
    case 'ConditionalExpression':
      return firstOf(plain.consequent, plain.alternate);
    case 'LogicalExpression':
      return firstOf(plain.left, plain.right);
    case 'BinaryExpression':
      // `MAX_LINES - 1` follows the contract; `60 * 2` follows nothing.
      return [plain.left, plain.right].some((part) => firstOf(part) === undefined) ? undefined : firstOf(plain.left);
    case 'Identifier':
      if (seen.has(plain.name)) return undefined;
      seen.add(plain.name);
      return firstOf(...declaredAs(source, plain.name));
    default:
      return undefined;
  }
}

/** `maxLength="6"` is a number, too; `max: 'today'` is none. */
function asNumber(value) {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}
