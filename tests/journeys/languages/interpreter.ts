import type { ProductText } from './product-texts.ts';

const HAN = /\p{Script=Han}/u;
const PARAMETER = /\{\{\w+\}\}/;
/** More texts than this that hold some words: the words are too common to say anything, and stay as they are. */
const COMMON = 40;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const han = (text: string): number => [...text].filter((letter) => HAN.test(letter)).length;
/** A mark between two pieces, in the writing of either language. */
const mark = (piece: string): string => {
  const known = [/^\s*[、，,]\s*$/, /^\s*[：:]\s*$/].findIndex((one) => one.test(piece));
  return known === -1 ? escaped(piece) : `\\s*${['[、，,]', '[：:]'][known]}\\s*`;
};
const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** What looked-for words are of the text that holds them: all of it, whole words, or any part (the text of a row has no gaps between its cells). */
export type Extent = 'whole' | 'words' | 'part';

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
  if (!whole && rest === '') return values;
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
  const [head = '', second = ''] = template.parts;
  const named = head === '' && han(second) > 1 ? words.indexOf(second) : -1;
  if (named > 0) {
    // The words begin inside of the first parameter.
    const found = readRest(template, 1, words.slice(named + second.length), false, { [template.names[0] ?? '']: words.slice(0, named) });
    if (found) return found;
  }
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

  /** The words, or a pattern of all that they may be in the other language. */
  words(words: string, extent: Extent): string | RegExp {
    const said = this.#said(words);
    if (said.length === 0) return words;
    const any = said.join('|');
    if (extent === 'whole') return new RegExp(`^\\s*(?:${any})\\s*$`);
    return extent === 'words' ? new RegExp(`(?<![A-Za-z])(?:${any})(?![A-Za-z])`, 'i') : new RegExp(`(?:${any})`, 'i');
  }

  /** The first text of the product that is these words, in the other language; the words themselves where there is none. */
  say(words: string): string {
    return this.#templates.find(({ text }) => text === words)?.spoken[0] ?? words;
  }

  /** The pattern, or one for the same texts in the other language. */
  pattern(pattern: RegExp): RegExp {
    if (!HAN.test(pattern.source)) return pattern;
    // What stands for a parameter: a number, or one of the words that the pattern names.
    const samples = ['7', ...unique(pattern.source.match(/[\p{L}\d]+/gu) ?? []).filter((word) => (word.length > 1 || /\d/.test(word)) && !pattern.test(word))];
    const unstarred = new RegExp(pattern.source.replace(/\\\*\??\$$/, '$'), pattern.flags);
    const said = this.#templates.flatMap((template) => {
      if (template.names.length === 0) return unstarred.test(template.text) ? template.spoken.map(escaped) : [];
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
    // The star behind the label of a field that must be filled in is the same in every language.
    const [start, end] = [pattern.source.startsWith('^') ? '^' : '', /(?:\\\*\??)?\$$/.exec(pattern.source)?.[0] ?? ''];
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
    if (this.#templates.some(({ text }) => text === words)) return whole;
    // A parameter may be anything, so what a template became with it may as well be a part of another one.
    const within = this.#templates.flatMap((template) => this.#fill(template, readWithin(template, words)));
    const all = within.length > COMMON ? whole : [...whole, ...within];
    return all.length === 0 && within.length === 0 ? this.#translateParts(words) : all;
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
    // First what holds together: `1 个部门` is one text.
    const marks = [/(\s*[>·，、：:]\s*)/, /(\s*[>·，、：:/“”「」（）()]+\s*)/, /([\s>·，、：:/“”「」（）()]+)/];
    const apart = marks.map((between) => words.split(between));
    for (const pieces of apart.filter(({ length }) => length > 1)) {
      const said = pieces.map((piece) => (HAN.test(piece) ? this.#said(piece) : []));
      if (said.some((one) => one.length > 0)) return [pieces.map((piece, at) => (said[at]?.length ? `(?:${said[at].join('|')})` : mark(piece))).join('')];
    }
    return [];
  }
}
