import { unreadable } from './read-zip.ts';

/** A single tag or text of more characters than this is no sheet that a person made. */
const MAX_PENDING = 1_048_576;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What a scanner tells; names come without their namespace prefix. */
export interface XmlListener {
  open(name: string, attributes: string, closed: boolean): void;
  text(text: string): void;
  close(name: string): void;
}

/** The five entities that XML itself knows, and characters by number; anything else was declared somewhere and is refused. */
export const plainText = (xml: string): string =>
  xml.includes('&')
    ? xml.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));?/gi, (whole, hex?: string, decimal?: string, name?: string) => {
        const named = name === undefined ? undefined : NAMED[name];
        if (named !== undefined) return named;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        if (!whole.endsWith(';') || !(code > 0 && code <= 0x10ffff)) throw unreadable();
        return String.fromCodePoint(code);
      })
    : xml;

const isBlank = (sign: number): boolean => sign === 32 || (sign >= 9 && sign <= 13);

/** Value of an attribute, undefined when the tag has none of this name. One pass over the text. */
export function attribute(attributes: string, name: string): string | undefined {
  let from = 0;
  let equals = attributes.indexOf('=');
  while (equals >= 0) {
    let at = equals + 1;
    while (isBlank(attributes.charCodeAt(at))) at += 1;
    const quote = attributes[at];
    if (quote === '"' || quote === "'") {
      const end = attributes.indexOf(quote, at + 1);
      if (end < 0) return undefined;
      if (isNamed(attributes.slice(from, equals), name)) return plainText(attributes.slice(at + 1, end));
      at = end + 1;
    }
    from = at;
    equals = attributes.indexOf('=', at);
  }
  return undefined;
}

/** Whether the text before a `=` ends with this name, alone or behind a prefix. */
function isNamed(text: string, name: string): boolean {
  const given = text.trimEnd();
  if (!given.endsWith(name)) return false;
  const before = given.charCodeAt(given.length - name.length - 1);
  return Number.isNaN(before) || before === 58 || isBlank(before);
}

/**
 * Reads XML piece by piece, as far as workbooks need it: tags, attributes, text. It knows no documents types: a declaration (`<!DOCTYPE`,
 * `<!ENTITY`) is refused, so nothing inside can grow or point elsewhere.
 */
export class XmlScanner {
  readonly #listener: XmlListener;
  #pending = '';

  constructor(listener: XmlListener) {
    this.#listener = listener;
  }

  /** @throws AppError `core.xlsx-unreadable` */
  push(piece: string): void {
    const xml = this.#pending + piece;
    let at = 0;
    while (at < xml.length) {
      const next = xml.charCodeAt(at) === 60 ? this.#tag(xml, at) : this.#run(xml, at);
      if (next === at) break;
      at = next;
    }
    this.#pending = xml.slice(at);
    if (this.#pending.length > MAX_PENDING) throw unreadable();
  }

  /** @throws AppError when the document breaks off inside a tag */
  end(): void {
    if (this.#pending.trim() !== '') throw unreadable();
  }

  /** Text up to the next tag; waits for more when the tag has not come yet. */
  #run(xml: string, at: number): number {
    const end = xml.indexOf('<', at);
    if (end < 0) return at;
    this.#listener.text(plainText(xml.slice(at, end)));
    return end;
  }

  #tag(xml: string, at: number): number {
    if (xml.startsWith('<!', at)) return this.#special(xml, at);
    const end = tagEnd(xml, at + 1);
    if (end < 0) return at;
    if (xml.charCodeAt(at + 1) === 63) return end + 1;
    if (xml.charCodeAt(at + 1) === 47) {
      this.#listener.close(localName(xml.slice(at + 2, end).trim()));
      return end + 1;
    }
    const closed = xml.charCodeAt(end - 1) === 47;
    const inside = xml.slice(at + 1, closed ? end - 1 : end);
    const space = inside.search(/\s/);
    this.#listener.open(localName(space < 0 ? inside : inside.slice(0, space)), space < 0 ? '' : inside.slice(space + 1), closed);
    return end + 1;
  }

  #special(xml: string, at: number): number {
    if (xml.startsWith('<!--', at)) return after(xml, '-->', at);
    if (xml.startsWith('<![CDATA[', at)) {
      const end = xml.indexOf(']]>', at);
      if (end < 0) return at;
      this.#listener.text(xml.slice(at + 9, end));
      return end + 3;
    }
    if (xml.length - at < 9) return at;
    throw unreadable();
  }
}

const after = (xml: string, mark: string, at: number): number => {
  const end = xml.indexOf(mark, at);
  return end < 0 ? at : end + mark.length;
};

/** Place of the `>` that ends a tag; one inside a quoted value does not. */
function tagEnd(xml: string, from: number): number {
  let quote = 0;
  for (let at = from; at < xml.length; at += 1) {
    const sign = xml.charCodeAt(at);
    if (quote !== 0) {
      if (sign === quote) quote = 0;
    } else if (sign === 34 || sign === 39) quote = sign;
    else if (sign === 62) return at;
  }
  return -1;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
