/** What the service sends is flat and short. */
const MAX_DEPTH = 4;
const MAX_ELEMENTS = 120;
const MAX_VALUE = 8_192;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text with the five entities that XML has by itself; undefined where it asks for another one. */
function textOf(raw: string): string | undefined {
  let text = '';
  for (let at = 0; at < raw.length; ) {
    const sign = raw.indexOf('&', at);
    if (sign === -1) return text + raw.slice(at);
    const end = raw.indexOf(';', sign);
    const known = end === -1 || end - sign > 6 ? undefined : ENTITIES[raw.slice(sign + 1, end)];
    if (known === undefined) return undefined;
    text += raw.slice(at, sign) + known;
    at = end + 1;
  }
  return text;
}

const isName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,40}$/.test(name);

/** Elements as they are read, piece by piece; each piece says whether it may be. */
class Elements {
  readonly found = new Map<string, string>();
  readonly #open: string[] = [];
  #text = '';
  #count = 0;
  /** The outermost one is closed. */
  isOver = false;

  /** What stands before a tag. */
  takeText(raw: string): boolean {
    const text = textOf(raw);
    if (text === undefined || (this.#open.length === 0 && text.trim() !== '')) return false;
    this.#text += text;
    return this.#text.length <= MAX_VALUE;
  }

  takeData(data: string): boolean {
    this.#text += data;
    return this.#open.length > 0;
  }

  /** @param inside what stands between `<` and `>` */
  takeTag(inside: string): boolean {
    if (inside.startsWith('/')) return this.#close(inside.slice(1).trim());
    const isEmpty = inside.endsWith('/');
    const name = isEmpty ? inside.slice(0, -1) : inside;
    this.#count += 1;
    if (!isName(name) || this.#count > MAX_ELEMENTS || (this.#open.length === 0 && name !== 'xml')) return false;
    return isEmpty ? this.#pass(name) : this.#begin(name);
  }

  #begin(name: string): boolean {
    this.#open.push(name);
    this.#text = '';
    return this.#open.length <= MAX_DEPTH;
  }

  /** An element without content. */
  #pass(name: string): boolean {
    this.#keep(name, '');
    return this.#open.length > 0;
  }

  #close(name: string): boolean {
    if (this.#open.pop() !== name) return false;
    this.#keep(name, this.#text.slice(0, MAX_VALUE));
    this.#text = '';
    this.isOver = this.#open.length === 0;
    return true;
  }

  #keep(name: string, text: string): void {
    if (this.#open.length === 1 && !this.found.has(name)) this.found.set(name, text);
  }
}

const CDATA = '<![CDATA[';

/**
 * Texts of the elements right below `<xml>`, by their names; the first one of a name counts, and elements within others are left out. Undefined for anything that the
 * service does not send: a document type, entities of its own, processing instructions, attributes, comments, more depth or elements than it has, or what does not close. One
 * pass without backtracking; nothing is ever fetched.
 */
export function readIncomingXml(xml: string): ReadonlyMap<string, string> | undefined {
  const elements = new Elements();
  for (let at = xml.startsWith('\ufeff') ? 1 : 0; at < xml.length; ) {
    const tag = xml.indexOf('<', at);
    if (tag === -1 || !elements.takeText(xml.slice(at, tag))) return undefined;
    const isData = xml.startsWith(CDATA, tag);
    const end = xml.indexOf(isData ? ']]>' : '>', tag);
    if (end === -1) return undefined;
    at = end + (isData ? 3 : 1);
    if (!(isData ? elements.takeData(xml.slice(tag + CDATA.length, end)) : elements.takeTag(xml.slice(tag + 1, end)))) return undefined;
    if (elements.isOver) return xml.slice(at).trim() === '' ? elements.found : undefined;
  }
  return undefined;
}

/** Text within CDATA, which ends nowhere but where it should. */
const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** An answer to a follower as the service takes it. */
export const answerXml = ({
  to,
  from,
  seconds,
  text,
}: {
  readonly to: string;
  readonly from: string;
  readonly seconds: number;
  readonly text: string;
}): string =>
  `<xml><ToUserName>${cdata(to)}</ToUserName><FromUserName>${cdata(from)}</FromUserName><CreateTime>${seconds}</CreateTime><MsgType>${cdata('text')}</MsgType><Content>${cdata(text)}</Content></xml>`;

export const sealedXml = ({ encrypted, signature, timestamp, nonce }: Readonly<Record<'encrypted' | 'signature' | 'timestamp' | 'nonce', string>>): string =>
  `<xml><Encrypt>${cdata(encrypted)}</Encrypt><MsgSignature>${cdata(signature)}</MsgSignature><TimeStamp>${timestamp}</TimeStamp><Nonce>${cdata(nonce)}</Nonce></xml>`;
