import type { RichText, RichTextAttributes, RichTextOp } from '@nephra/plugin-sdk/contract';
import { type HtmlToken, htmlTokens } from './html-tokens.ts';

type Looks = Record<string, unknown>;

const INLINE: Readonly<Record<string, Looks>> = {
  ...{ b: { bold: true }, strong: { bold: true }, i: { italic: true }, em: { italic: true } },
  ...{ u: { underline: true }, ins: { underline: true }, s: { strike: true }, strike: { strike: true }, del: { strike: true } },
};
const BLOCKS: ReadonlySet<string> = new Set([
  ...[
    'p',
    'div',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'li',
    'ul',
    'ol',
    'blockquote',
    'pre',
    'table',
    'tr',
    'section',
    'article',
    'header',
    'footer',
    'dl',
    'dt',
  ],
  ...['dd', 'hr', 'figure', 'center', 'body', 'html', 'tbody', 'thead', 'form', 'fieldset'],
]);
const VOID: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'input', 'wbr', 'col', 'meta', 'link', 'area', 'source']);
/** One from elsewhere goes without leaving a line of its own. */
const OWN_PICTURES = '/api/file/Image/';
/** Elements within each other; what lies deeper is read as if it lay here. */
const MAX_DEPTH = 100;

interface Open {
  readonly name: string;
  readonly looks: Looks;
  readonly line: Looks;
  /** Pieces that were there when it began. */
  readonly from: number;
}

/** Value of a style, `color: #a8071a`. */
function styleOf(attributes: ReadonlyMap<string, string>, wanted: string): string | undefined {
  for (const rule of (attributes.get('style') ?? '').split(';')) {
    const at = rule.indexOf(':');
    if (at > 0 && rule.slice(0, at).trim().toLowerCase() === wanted)
      return rule
        .slice(at + 1)
        .trim()
        .toLowerCase();
  }
  return undefined;
}

function looksOf(name: string, attributes: ReadonlyMap<string, string>): Looks {
  const color = styleOf(attributes, 'color');
  const background = styleOf(attributes, 'background-color');
  return {
    ...INLINE[name],
    ...(name === 'a' && attributes.has('href') && { link: attributes.get('href')?.trim() }),
    ...(color !== undefined && { color }),
    ...(background !== undefined && { background }),
  };
}

function lineOf(name: string, attributes: ReadonlyMap<string, string>, open: readonly Open[]): Looks {
  const align = styleOf(attributes, 'text-align') ?? attributes.get('align')?.toLowerCase();
  const heading = /^h([1-6])$/.exec(name)?.[1];
  const lists = open.filter((one) => one.name === 'ul' || one.name === 'ol');
  return {
    ...(heading !== undefined && { header: Number(heading) }),
    ...(name === 'blockquote' && { blockquote: true }),
    ...(name === 'pre' && { 'code-block': true }),
    ...(name === 'li' && { list: lists.at(-1)?.name === 'ol' ? 'ordered' : 'bullet', ...(lists.length > 1 && { indent: Math.min(lists.length - 1, 8) }) }),
    ...(align !== undefined && align !== 'left' && { align }),
    ...(attributes.get('dir')?.toLowerCase() === 'rtl' && { direction: 'rtl' }),
  };
}

/** Walks the parts and writes pieces and line ends. */
class DeltaWriter {
  readonly ops: { insert: string | { image: string }; attributes?: Looks }[] = [];
  #open: Open[] = [];
  /** Something stands in the line that is not closed yet. */
  #inLine = false;
  #line: Looks = {};

  take(token: HtmlToken): void {
    if (token.kind === 'text') this.#text(token.text);
    else if (token.kind === 'open') this.#begin(token.name, token.attributes);
    else this.#end(token.name);
  }

  finish(): void {
    this.#closeLine();
  }

  #text(text: string): void {
    if (this.#open.some(({ name }) => name === 'pre')) {
      for (const [at, line] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
        if (at > 0) this.#newLine();
        if (line !== '') this.#piece(line);
      }
      return;
    }
    const flat = text.replace(/[ \t\r\n\f]+/g, ' ');
    const shown = this.#inLine ? flat : flat.trimStart();
    if (shown !== '') this.#piece(shown.replaceAll('\u00a0', ' '));
  }

  #begin(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'br') this.#newLine();
    else if (name === 'img') this.#picture(attributes);
    else if (BLOCKS.has(name)) this.#closeLine();
    if ((name === 'td' || name === 'th') && this.#inLine) this.#piece('\t');
    if (VOID.has(name) || this.#open.length >= MAX_DEPTH) return;
    this.#open.push({ name, looks: looksOf(name, attributes), line: lineOf(name, attributes, this.#open), from: this.ops.length });
  }

  #end(name: string): void {
    const at = this.#open.findLastIndex((one) => one.name === name);
    // A paragraph that holds nothing is an empty line.
    if (name === 'p' && this.#open[at]?.from === this.ops.length) this.#newLine();
    else if (BLOCKS.has(name)) this.#closeLine();
    if (at >= 0) this.#open = this.#open.slice(0, at);
  }

  #picture(attributes: ReadonlyMap<string, string>): void {
    const image = attributes.get('src') ?? '';
    if (!image.startsWith(OWN_PICTURES)) return;
    const alt = attributes.get('alt') ?? '';
    this.#piece({ image }, alt === '' ? {} : { alt });
  }

  #piece(insert: string | { image: string }, more: Looks = {}): void {
    this.#inLine = true;
    this.#line = Object.assign({}, ...this.#open.map(({ line }) => line)) as Looks;
    const attributes = { ...(Object.assign({}, ...this.#open.map(({ looks }) => looks)) as Looks), ...more };
    this.ops.push(Object.keys(attributes).length === 0 ? { insert } : { insert, attributes });
  }

  #closeLine(): void {
    if (this.#inLine) this.#newLine();
  }

  #newLine(): void {
    const looks = this.#inLine ? this.#line : (Object.assign({}, ...this.#open.map(({ line }) => line)) as Looks);
    this.ops.push(Object.keys(looks).length === 0 ? { insert: '\n' } : { insert: '\n', attributes: looks });
    this.#inLine = false;
    this.#line = {};
  }
}

/** Neighbours that look alike are one piece. */
function joined(ops: readonly RichTextOp[]): RichTextOp[] {
  const out: RichTextOp[] = [];
  for (const op of ops) {
    const last = out.at(-1);
    if (last && typeof last.insert === 'string' && typeof op.insert === 'string' && sameLooks(last.attributes, op.attributes))
      out[out.length - 1] = { ...last, insert: last.insert + op.insert };
    else out.push(op);
  }
  return out;
}

const sameLooks = (one: RichTextAttributes = {}, other: RichTextAttributes = {}): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * HTML of older clients as rich text: what rich text knows stays, everything else goes with its looks and keeps its words. Scripts, frames and the like go
 * with what is in them. Give the result to `cleanRichText`: colours, links and pictures are taken over here as they are written.
 */
export function htmlToDelta(html: string): RichText {
  const writer = new DeltaWriter();
  for (const token of htmlTokens(html)) writer.take(token);
  writer.finish();
  return { ops: joined(writer.ops as unknown as RichTextOp[]) }; // values are looked at by `cleanRichText`
}
