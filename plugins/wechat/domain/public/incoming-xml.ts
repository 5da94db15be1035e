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

/**
 * Texts of the elements right below `<xml>`, by their names; the first one of a name counts, and elements within others are left out. Undefined for anything that the
 * service does not send: a document type, entities of its own, processing instructions, attributes, comments, more depth or elements than it has, or what does not close. One
 * pass without backtracking; nothing is ever fetched.
 */
export function readIncomingXml(xml: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  const open: string[] = [];
  let at = xml.startsWith('\ufeff') ? 1 : 0;
  let text = '';
  for (let elements = 0; at < xml.length; ) {
    const tag = xml.indexOf('<', at);
    const before = textOf(xml.slice(at, tag === -1 ? xml.length : tag));
    if (before === undefined || (open.length === 0 && before.trim() !== '')) return undefined;
    text += before;
    if (text.length > MAX_VALUE) return undefined;
    if (tag === -1) break;
    if (xml.startsWith('<![CDATA[', tag)) {
      const end = xml.indexOf(']]>', tag);
      if (end === -1 || open.length === 0) return undefined;
      text += xml.slice(tag + 9, end);
      at = end + 3;
      continue;
    }
    const end = xml.indexOf('>', tag);
    if (end === -1) return undefined;
    const inside = xml.slice(tag + 1, end);
    at = end + 1;
    if (inside.startsWith('/')) {
      const name = open.pop();
      if (name === undefined || name !== inside.slice(1).trim()) return undefined;
      if (open.length === 1 && !found.has(name)) found.set(name, text.slice(0, MAX_VALUE));
      if (open.length === 0) return xml.slice(at).trim() === '' ? found : undefined;
      text = '';
      continue;
    }
    const empty = inside.endsWith('/');
    const name = empty ? inside.slice(0, -1) : inside;
    elements += 1;
    if (!isName(name) || elements > MAX_ELEMENTS || (open.length === 0 && name !== 'xml')) return undefined;
    if (empty) {
      if (open.length === 0) return undefined;
      if (open.length === 1 && !found.has(name)) found.set(name, '');
      continue;
    }
    open.push(name);
    if (open.length > MAX_DEPTH) return undefined;
    text = '';
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
