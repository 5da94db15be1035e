/**
 * A second reader of expressions that shares nothing with the first: it turns the text into reverse Polish notation and runs that on a stack. Numbers are
 * looked at in two ways, as a float and as their rest by a large prime: equal ones have equal rests, and of others the float tells which is more.
 */

const PRIME = 2n ** 127n - 1n;
interface OracleNumber {
  readonly float: number;
  readonly rest: bigint;
}
type Value = OracleNumber | string | boolean | readonly string[] | undefined;

/** Two results are too close for a float, and not the same. */
export class TooClose extends Error {}

const mod = (value: bigint): bigint => ((value % PRIME) + PRIME) % PRIME;
function inverse(value: bigint): bigint {
  let [result, base, power] = [1n, value, PRIME - 2n];
  for (; power > 0n; power >>= 1n) {
    if (power & 1n) result = mod(result * base);
    base = mod(base * base);
  }
  return result;
}
function numberOf(text: string): OracleNumber {
  const [whole = '', part = ''] = text.split('.');
  return { float: Number(text), rest: mod(BigInt(whole + part) * inverse(10n ** BigInt(part.length))) };
}

const STRENGTH: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  not: 3,
  '=': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  'not in': 4,
  has: 4,
  empty: 4,
  'not empty': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  negative: 7,
};

/** @param wire values by field; @param kindOf of a field @throws TooClose */
export function oracle(text: string, wire: Readonly<Record<string, unknown>>, kindOf: (name: string) => string): boolean | OracleNumber | undefined {
  const parts: readonly string[] =
    text
      .replace(/\bis not empty\b/g, 'isnotempty')
      .replace(/\bis empty\b/g, 'isempty')
      .match(/'(?:[^']|'')*'|<=|>=|!=|[A-Za-z]\w*|[\d.]+|\S/g) ?? [];
  const output: Value[] = [];
  const waiting: string[] = [];
  const apply = (operator: string) => output.push(run(operator, output));
  const flush = (strength: number) => {
    while (waiting.length > 0 && (STRENGTH[waiting.at(-1) ?? ''] ?? 0) >= strength) apply(waiting.pop() ?? '');
  };
  let operand = true;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    if (part === 'isempty' || part === 'isnotempty') {
      flush(STRENGTH.empty ?? 0);
      const isEmpty = output.pop() === undefined;
      output.push(part === 'isempty' ? isEmpty : !isEmpty);
    } else if (part === '(') waiting.push('(');
    else if (part === ')') {
      flush(1);
      waiting.pop();
    } else if (operand && (part === '-' || part === 'not')) {
      waiting.push(part === '-' ? 'negative' : 'not');
      continue;
    } else if (!operand && (part === 'in' || part === 'not')) {
      flush(STRENGTH.in ?? 0);
      const close = parts.indexOf(')', at);
      const among =
        parts
          .slice(parts.indexOf('(', at) + 1, close)
          .join('')
          .match(/'(?:[^']|'')*'|-?[\d.]+/g) ?? [];
      const value = output.pop();
      const found = among.some((each) => equal(value, each.startsWith("'") ? literal(each) : signed(each)));
      output.push(part === 'in' ? found : !found);
      at = close;
    } else if (!operand && STRENGTH[part] !== undefined) {
      flush(STRENGTH[part] ?? 0);
      waiting.push(part);
      operand = true;
      continue;
    } else output.push(operandOf(part, wire, kindOf));
    operand = part === '(';
  }
  flush(1);
  return output[0] as boolean | OracleNumber | undefined;
}

const signed = (text: string): OracleNumber => {
  const { float, rest } = numberOf(text.replace('-', ''));
  return text.startsWith('-') ? { float: -float, rest: mod(-rest) } : { float, rest };
};
const literal = (part: string): string => part.slice(1, -1).split("''").join("'").trim();

function operandOf(part: string, wire: Readonly<Record<string, unknown>>, kindOf: (name: string) => string): Value {
  if (part.startsWith("'")) return literal(part);
  if (/^\d/.test(part)) return numberOf(part);
  if (part === 'true' || part === 'false') return part === 'true';
  const value = wire[part];
  if (kindOf(part) === 'flag') return value === 1;
  if (kindOf(part) === 'instant') return value === null ? undefined : new Date(Number(value) + 8 * 3_600_000).toISOString().slice(0, 10);
  if (typeof value === 'number') return signed(String(value));
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (Array.isArray(value)) return value.length === 0 ? undefined : (value as readonly string[]);
  return value === null ? undefined : 'content';
}

const isNumber = (value: Value): value is OracleNumber => typeof value === 'object' && !Array.isArray(value);
const equal = (a: Value, b: Value): boolean => (isNumber(a) && isNumber(b) ? a.rest === b.rest : a === b);

const CLOSE = 1e-9;
function isLess(a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) {
    if (Math.abs(a.float - b.float) <= CLOSE * Math.max(1, Math.abs(a.float), Math.abs(b.float))) throw new TooClose();
    return a.float < b.float;
  }
  return String(a) < String(b);
}

function run(operator: string, stack: Value[]): Value {
  const right = stack.pop();
  if (operator === 'not') return right !== true;
  if (operator === 'negative') return isNumber(right) ? { float: -right.float, rest: mod(-right.rest) } : undefined;
  const left = stack.pop();
  switch (operator) {
    case 'and':
      return left === true && right === true;
    case 'or':
      return left === true || right === true;
    case '=':
      return equal(left, right);
    case '!=':
      return !equal(left, right);
    case 'has':
      return Array.isArray(left) && left.includes(right as string);
  }
  if (left === undefined || right === undefined) return '+-*/'.includes(operator) ? undefined : false;
  if ('<=>='.includes(operator)) {
    if (equal(left, right)) return operator.endsWith('=');
    return operator.startsWith('<') === isLess(left, right);
  }
  const [a, b] = [left as OracleNumber, right as OracleNumber];
  switch (operator) {
    case '+':
      return { float: a.float + b.float, rest: mod(a.rest + b.rest) };
    case '-':
      return { float: a.float - b.float, rest: mod(a.rest - b.rest) };
    case '*':
      return { float: a.float * b.float, rest: mod(a.rest * b.rest) };
    default:
      return b.rest === 0n ? undefined : { float: a.float / b.float, rest: mod(a.rest * inverse(b.rest)) };
  }
}

/** The rest of an exact fraction, to compare with what the oracle found. */
export const restOf = (over: bigint, under: bigint): bigint => mod(over * inverse(mod(under)));
