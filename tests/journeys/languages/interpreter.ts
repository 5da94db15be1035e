import type { ProductText } from './product-texts.ts';

const HAN = /\p{Script=Han}/u;
const PARAMETER = /\{\{\w+\}\}/;
/** More texts than this that hold some words: the words are too common to say anything, and stay as they are. */
const COMMON = 40;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const han = (text: string): number => [...text].filter((letter) => HAN.test(letter)).length;
const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

interface Template {
  readonly text: string;
  /** The words between its parameters. */
  readonly parts: readonly string[];
  readonly names: readonly string[];
  readonly spoken: readonly string[];
}

/** What a parameter of a template stood for; undefined where the words that are looked for say nothing of it. */
type Values = Readonly<Record<string, string | undefined>>;

/** Reads what stands after part `at` of a template: parameters and parts in turn. @returns the values when `rest` ends within the template */
function readRest(template: Template, at: number, rest: string, whole: boolean, values: Values): Values | undefined {
  const name = template.names[at];
  if (name === undefined) return rest === '' ? values : undefined;
  const next = template.parts[at + 1] ?? '';
  // The words end inside of the parameter.
  if (!whole && rest !== '' && next !== '' && !rest.includes(next.slice(0, 1))) return { ...values, [name]: undefined };
  for (let length = 1; length <= rest.length; length += 1) {
    const after = rest.slice(length);
    const filled = { ...values, [name]: rest.slice(0, length) };
    if (!whole && after !== '' && next.startsWith(after)) return filled;
    if (!after.startsWith(next) || (next === '' && after !== '' && template.names[at + 1] !== undefined)) continue;
    const found = readRest(template, at + 1, after.slice(next.length), whole, filled);
    if (found) return found;
  }
  return undefined;
}

/** The values with which a template becomes exactly these words. */
const readWhole = (template: Template, words: string): Values | undefined => {
  const first = template.parts[0] ?? '';
  return words.startsWith(first) ? readRest(template, 0, words.slice(first.length), true, {}) : undefined;
};

/** The values with which a template holds these words somewhere. */
function readWithin(template: Template, words: string): Values | undefined {
  for (const [at, part] of template.parts.entries()) {
    if (part.includes(words)) return {};
    for (let from = 0; from < part.length; from += 1) {
      const tail = part.slice(from);
      if (tail.length >= words.length || !words.startsWith(tail) || han(tail) === 0) continue;
      const found = readRest(template, at, words.slice(tail.length), false, {});
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * Says in another language what a journey looks for in Chinese, with the product's own texts. What is none of its texts (names of patients, drugs
 * and departments, which are Chinese in every language) stays as it is.
 */
export class Interpreter {
  readonly #templates: readonly Template[];
  readonly #data: string;
  readonly #known = new Map<string, readonly string[]>();

  /** @param data all that the demo data say, for words that are both: a text of the product and a name */
  constructor(texts: readonly ProductText[], language: 'zhtw' | 'en', data: string) {
    this.#templates = texts.map((text) => ({
      text: text.zh,
      parts: text.zh.split(PARAMETER),
      names: [...text.zh.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name),
      spoken: text[language],
    }));
    this.#data = data;
  }

  /** The words, or a pattern of all that they may be in the other language. @param exact the words are a whole text, not a part of one */
  words(words: string, exact = false): string | RegExp {
    const said = this.#said(words);
    if (said.length === 0) return words;
    const any = said.join('|');
    return exact ? new RegExp(`^\\s*(?:${any})\\s*$`) : new RegExp(`(?:${any})`, 'i');
  }

  /** The pattern, or one for the same texts in the other language. */
  pattern(pattern: RegExp): RegExp {
    if (!HAN.test(pattern.source)) return pattern;
    // What stands for a parameter: a number, or one of the words that the pattern names.
    const samples = ['7', ...unique(pattern.source.match(/[\p{L}\d]+/gu) ?? []).filter((word) => word.length > 1 && !pattern.test(word))];
    const said = this.#templates.flatMap((template) => {
      if (template.names.length === 0) return pattern.test(template.text) ? template.spoken.map(escaped) : [];
      const sample = samples.find((one) => pattern.test(template.parts.join(one)));
      if (sample === undefined || han(template.parts.join('')) === 0) return [];
      return template.spoken.map((spoken) =>
        spoken
          .split(PARAMETER)
          .map(escaped)
          .join(sample === '7' ? '.+?' : `(?:${this.#alternatives(sample)}|.+?)`),
      );
    });
    if (said.length === 0) return pattern;
    const [start, end] = [pattern.source.startsWith('^') ? '^' : '', pattern.source.endsWith('$') ? '$' : ''];
    return new RegExp(`${start}(?:${unique(said).join('|')})${end}`, pattern.flags);
  }

  #alternatives(words: string): string {
    const said = this.#said(words);
    return said.length === 0 ? escaped(words) : said.join('|');
  }

  /** Sources of patterns for what the words are in the other language; none when they are no text of the product. */
  #said(words: string): readonly string[] {
    if (!HAN.test(words)) return [];
    const known = this.#known.get(words);
    if (known) return known;
    const translated = this.#translate(words);
    const said = unique(translated.length > 0 && this.#data.includes(words) ? [...translated, escaped(words)] : translated);
    this.#known.set(words, said);
    return said;
  }

  #translate(words: string): string[] {
    const whole = this.#templates.flatMap((template) => this.#fill(template, readWhole(template, words)));
    if (whole.length > 0) return whole;
    const within = this.#templates.flatMap((template) => this.#fill(template, readWithin(template, words)));
    if (within.length > 0) return within.length > COMMON ? [] : within;
    return this.#translateParts(words);
  }

  #fill(template: Template, values: Values | undefined): string[] {
    // A template without words of its own is anything.
    if (!values || (template.names.length > 0 && han(template.parts.join('')) === 0)) return [];
    return template.spoken.map((spoken) =>
      spoken
        .split(/(\{\{\w+\}\})/)
        .map((piece) => {
          const [, name] = /^\{\{(\w+)\}\}$/.exec(piece) ?? [];
          if (name === undefined) return escaped(piece);
          const value = values[name];
          return value === undefined ? '.*?' : `(?:${this.#alternatives(value)})`;
        })
        .join(''),
    );
  }

  /** Words that the page puts together: each piece that is a text of its own is said, the rest stays. */
  #translateParts(words: string): string[] {
    const pieces = words.split(/([\s>·，、：:/“”「」（）()]+)/);
    if (pieces.length < 2) return [];
    const said = pieces.map((piece) => (HAN.test(piece) ? this.#said(piece) : []));
    if (said.every((one) => one.length === 0)) return [];
    return [pieces.map((piece, at) => (said[at]?.length ? `(?:${said[at].join('|')})` : escaped(piece))).join('')];
  }
}
