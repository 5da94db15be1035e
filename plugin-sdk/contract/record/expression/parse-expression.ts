import {
  type Comparison,
  COMPARISONS,
  type Expression,
  ExpressionError,
  MAX_EXPRESSION_DEPTH,
  MAX_EXPRESSION_LENGTH,
  type Operator,
  RESERVED,
} from './expression.ts';

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  /** Of a text: without its quotes. */
  readonly said: string;
  /** Of its first character, from 1. */
  readonly at: number;
}

const BLANK = /[ \t\r\n]*/y;
const NUMBER = /\d{1,15}(?:\.\d{1,8})?(?![\d.A-Za-z_])/y;
const TEXT = /'[^']*(?:''[^']*)*'/y;
const WORD = /[A-Za-z][A-Za-z0-9_]*/y;
const SIGN = /<=|>=|!=|[-+*/()=<>,]/y;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const taken = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const take = (kind: Token['kind'], whole: string | undefined, said = whole ?? ''): boolean => {
    if (whole === undefined) return false;
    tokens.push({ kind, said, at: at + 1 });
    at += whole.length;
    return true;
  };
  for (;;) {
    at += taken(BLANK)?.length ?? 0;
    if (at >= text.length) return [...tokens, { kind: 'end', said: '', at: at + 1 }];
    const quoted = taken(TEXT);
    const known =
      take('number', taken(NUMBER)) ||
      take('text', quoted, quoted?.slice(1, -1).replaceAll("''", "'")) ||
      take('word', taken(WORD)) ||
      take('sign', taken(SIGN));
    if (!known) throw new ExpressionError(`at ${at + 1}: "${[...text.slice(at)][0] ?? ''}" begins nothing that is known`);
  }
}

/**
 * Reads a condition or a calculation:
 *
 * - fields by their names, numbers `12.50`, texts `'nurse'` (a quote inside is written twice), `true`, `false`; a day is a text, `'2026-01-31'`
 * - `= != < <= > >=`, `kind in ('a', 'b')`, `kind not in (…)`, `kind is empty`, `kind is not empty`, `tags has 'x'`
 * - `and`, `or`, `not`, `+ - * /`, brackets
 *
 * @throws ExpressionError with place and sentence; also for a text that is too long or nested too deep
 */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION_LENGTH) throw new ExpressionError(`more than ${MAX_EXPRESSION_LENGTH} characters`);
  return new Parser(tokensOf(text)).whole();
}

/** One method for each level, the loosest first. */
class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#either();
    if (this.#token.kind !== 'end') this.#fail('the expression should end here');
    return expression;
  }

  #either(): Expression {
    return this.#chain(() => this.#both(), ['or']);
  }

  #both(): Expression {
    return this.#chain(() => this.#negated(), ['and']);
  }

  #negated(): Expression {
    if (!this.#takes('not')) return this.#compared();
    return { kind: 'not', of: this.#deeper(() => this.#negated()) };
  }

  #compared(): Expression {
    const left = this.#sum();
    const operator = COMPARISONS.find((sign): sign is Comparison => this.#takes(sign));
    if (operator) return { kind: 'binary', operator, left, right: this.#sum() };
    if (this.#takes('is')) {
      const negated = this.#takes('not');
      this.#expect('empty');
      return { kind: 'empty', of: left, negated };
    }
    if (this.#takes('has')) return { kind: 'has', of: left, text: this.#text() };
    const negated = this.#token.said === 'not' && this.#takes('not');
    if (negated) this.#expect('in');
    else if (!this.#takes('in')) return left;
    return { kind: 'in', of: left, among: this.#among(), negated };
  }

  #among(): readonly Expression[] {
    this.#expect('(');
    const among = [this.#literal()];
    while (this.#takes(',')) among.push(this.#literal());
    this.#expect(')');
    return among;
  }

  #literal(): Expression {
    const negative = this.#takes('-');
    const token = this.#token;
    if (token.kind === 'text' && !negative) return { kind: 'text', text: this.#text() };
    if (token.kind !== 'number') this.#fail('a list holds texts or numbers');
    this.#next += 1;
    const number: Expression = { kind: 'number', digits: token.said };
    return negative ? { kind: 'negative', of: number } : number;
  }

  #sum(): Expression {
    return this.#chain(() => this.#product(), ['+', '-']);
  }

  #product(): Expression {
    return this.#chain(() => this.#signed(), ['*', '/']);
  }

  #signed(): Expression {
    if (!this.#takes('-')) return this.#single();
    return { kind: 'negative', of: this.#deeper(() => this.#signed()) };
  }

  #single(): Expression {
    const { kind, said } = this.#token;
    if (kind === 'text') return { kind: 'text', text: this.#text() };
    if (kind === 'sign' && this.#takes('(')) {
      const inner = this.#deeper(() => this.#either());
      this.#expect(')');
      return inner;
    }
    if (kind === 'number' || kind === 'word') this.#next += 1;
    if (kind === 'number') return { kind: 'number', digits: said };
    if (kind === 'word' && (said === 'true' || said === 'false')) return { kind: 'flag', on: said === 'true' };
    if (kind === 'word' && !RESERVED.includes(said)) return { kind: 'field', name: said };
    if (kind === 'word') this.#next -= 1;
    return this.#fail('a field, a number, a text or a bracket should stand here');
  }

  #chain(operand: () => Expression, operators: readonly Operator[]): Expression {
    let left = operand();
    for (;;) {
      const operator = operators.find((each) => this.#takes(each));
      if (!operator) return left;
      left = { kind: 'binary', operator, left, right: operand() };
    }
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', said: '', at: 0 };
  }

  #text(): string {
    const { kind, said } = this.#token;
    if (kind !== 'text') this.#fail('a text should stand here');
    this.#next += 1;
    return said;
  }

  #takes(said: string): boolean {
    const token = this.#token;
    const found = (token.kind === 'word' || token.kind === 'sign') && token.said === said;
    if (found) this.#next += 1;
    return found;
  }

  #expect(said: string): void {
    if (!this.#takes(said)) this.#fail(`"${said}" should stand here`);
  }

  #deeper(inner: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_EXPRESSION_DEPTH) this.#fail(`more than ${MAX_EXPRESSION_DEPTH} levels`);
    const expression = inner();
    this.#depth -= 1;
    return expression;
  }

  #fail(sentence: string): never {
    throw new ExpressionError(`at ${this.#token.at}: ${sentence}`);
  }
}
