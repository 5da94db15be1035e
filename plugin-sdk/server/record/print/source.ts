/**
 * Source text in the layout of the project's formatter: one line where 160 columns suffice, else one member, element, argument or call on each line.
 * Only what descriptions need: words, texts, arrays, objects and chains of calls.
 */

/** Columns of a line, as the formatter is set. */
const LINE_WIDTH = 160;
const INDENT = 2;
/** A text stays behind a name of fewer columns, however long it is: below it, it would begin hardly further left. */
const BREAKABLE_NAME = INDENT + 3;

export type Source = Word | Text | List | Members | Chain;
interface Word {
  readonly kind: 'word';
  readonly word: string;
}
interface Text {
  readonly kind: 'text';
  readonly text: string;
}
interface List {
  readonly kind: 'list';
  readonly items: readonly Source[];
}
export type Member = readonly [name: string, value: Source] | { readonly spread: string };
interface Members {
  readonly kind: 'members';
  readonly members: readonly Member[];
  /** One member on each line even where one line suffices. */
  readonly open: boolean;
}
export interface Call {
  readonly name: string;
  readonly arguments: readonly Source[];
}
interface Chain {
  readonly kind: 'chain';
  readonly start: string;
  readonly calls: readonly Call[];
}

export const word = (given: string): Source => ({ kind: 'word', word: given });
export const text = (given: string): Source => ({ kind: 'text', text: given });
export const list = (items: readonly Source[]): Source => ({ kind: 'list', items });
export const members = (given: readonly Member[], open = false): Source => ({ kind: 'members', members: given, open });
export const call = (name: string, ...given: readonly Source[]): Call => ({ name, arguments: given });
export const chain = (start: string, calls: readonly Call[]): Source => ({ kind: 'chain', start, calls });

/** A number as people write it: `1_000_000`. */
export function number(value: number): Source {
  const [whole = '', ...rest] = String(value)
    .replace('+', '')
    .split(/(?=[.e])/);
  // pattern: signs of one number, at most 25
  const grouped = whole.replace('-', '').length < 5 ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, '_');
  return word([grouped, ...rest].join(''));
}

/** Characters that no editor shows as they are, or that change how what follows is shown: they are written as their number. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const numbered = (character: string): string => {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
};

/** A literal that reads back as exactly this text, whatever stands in it: in single quotes, or in double ones where that needs fewer escapes. */
export function literal(given: string): string {
  const quote = given.split("'").length > given.split('"').length ? '"' : "'";
  const written = given
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(UNSEEN, (character) => SHORT[character] ?? numbered(character));
  return `${quote}${written}${quote}`;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const NARROW = /\p{M}/u;
/** Columns that a line takes: Chinese characters take two. */
const widthOf = (line: string): number => [...line].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : NARROW.test(character) ? 0 : 1), 0);

/** On one line; undefined where it must not be. */
function flat(source: Source): string | undefined {
  switch (source.kind) {
    case 'word':
      return source.word;
    case 'text':
      return literal(source.text);
    case 'list':
      return bracketed('[', source.items.map(flat), ']');
    case 'members': {
      if (source.open || source.members.length === 0) return source.open ? undefined : '{}';
      return bracketed('{ ', source.members.map(flatMember), ' }');
    }
    case 'chain': {
      const calls = source.calls.map(({ name, arguments: given }) => bracketed(`.${name}(`, given.map(flat), ')'));
      return calls.includes(undefined) ? undefined : `${source.start}${calls.join('')}`;
    }
  }
}

const bracketed = (open: string, parts: readonly (string | undefined)[], close: string): string | undefined =>
  parts.includes(undefined) ? undefined : `${open}${parts.join(', ')}${close}`;

function flatMember(member: Member): string | undefined {
  if ('spread' in member) return `...${member.spread}`;
  const value = flat(member[1]);
  return value === undefined ? undefined : `${member[0]}: ${value}`;
}

const line = (depth: number, content: string): string => `${' '.repeat(INDENT * depth)}${content}`;
const fits = (depth: number, content: string): boolean => widthOf(line(depth, content)) <= LINE_WIDTH;

/**
 * Lays a source out.
 * @param depth of the line on which it begins
 * @param before what stands before it on that line
 * @param after what follows it on its last line
 */
export function laidOut(source: Source, depth: number, before: string, after: string): string {
  const single = flat(source);
  const whole = single === undefined ? undefined : `${before}${single}${after}`;
  if (whole !== undefined && fits(depth, whole)) return whole;
  switch (source.kind) {
    case 'list':
      return `${before}[\n${below(source.items, depth)}${line(depth, `]${after}`)}`;
    case 'members':
      return `${before}{\n${source.members.map((member) => `${line(depth + 1, memberOn(member, depth + 1))}\n`).join('')}${line(depth, `}${after}`)}`;
    case 'chain':
      return chainOn(source, depth, before, after);
    default:
      return `${before}${single ?? ''}${after}`;
  }
}

const below = (items: readonly Source[], depth: number): string => items.map((item) => `${line(depth + 1, laidOut(item, depth + 1, '', ','))}\n`).join('');

function memberOn(member: Member, depth: number): string {
  if ('spread' in member) return `...${member.spread},`;
  const [name, value] = member;
  const together = laidOut(value, depth, `${name}: `, ',');
  // A text that is too long goes to a line of its own, unless that wins nothing.
  if (value.kind === 'text' && widthOf(name) >= BREAKABLE_NAME && !fits(depth, together))
    return `${name}:\n${line(depth + 1, laidOut(value, depth + 1, '', ','))}`;
  return together;
}

function chainOn({ start, calls }: Chain, depth: number, before: string, after: string): string {
  const [first] = calls;
  if (first && calls.length === 1) return callOn(first, depth, `${before}${start}`, after);
  return calls.reduce((sum, each, at) => `${sum}\n${line(depth + 1, callOn(each, depth + 1, '', at === calls.length - 1 ? after : ''))}`, `${before}${start}`);
}

function callOn({ name, arguments: given }: Call, depth: number, before: string, after: string): string {
  const head = `${before}.${name}(`;
  const single = bracketed(head, given.map(flat), `)${after}`);
  if (single !== undefined && fits(depth, single)) return single;
  const [last, ...others] = [...given].reverse();
  // A list or an object at the end opens behind the arguments before it, unless the one before it is of its kind.
  if (last && (last.kind === 'list' || last.kind === 'members') && others[0]?.kind !== last.kind) {
    const leading = others.reverse().map((each) => `${flat(each) ?? ''}, `);
    return laidOut({ ...last, ...(last.kind === 'members' && { open: true }) }, depth, `${head}${leading.join('')}`, `)${after}`);
  }
  return `${head}\n${below(given, depth)}${line(depth, `)${after}`)}`;
}
