import { type MimePart, valueAndParams } from './mime.ts';

/** A text as IMAP writes it: nothing, in quotes, or counted bytes. */
export const nstring = (text: string | undefined): string => {
  if (text === undefined) return 'NIL';
  return /["\\\r\n\0\x80-\xff]/.test(text) ? `{${text.length}}\r\n${text}` : `"${text}"`;
};

function address(one: string): string {
  const [, name = '', mail = ''] = /^\s*(.{0,500}?)\s*<([^<>]{0,320})>\s*$/.exec(one) ?? ['', '', one.trim()];
  const [box = '', host = ''] = mail.split('@');
  const plain = name.replace(/^"|"$/g, '');
  return `(${nstring(plain === '' ? undefined : plain)} NIL ${nstring(box)} ${nstring(host)})`;
}

function addresses(value: string | undefined): string {
  if (!value) return 'NIL';
  const list = value.match(/(?:"[^"]*"|<[^>]*>|[^,"<])+/g) ?? [];
  return `(${list.map(address).join('')})`;
}

export function envelope({ headers }: MimePart): string {
  const of = (name: string): string | undefined => headers.get(name);
  const from = addresses(of('from'));
  const all = [nstring(of('date')), nstring(of('subject')), from, from, addresses(of('reply-to') ?? of('from')), addresses(of('to')), addresses(of('cc'))];
  return `(${[...all, 'NIL', nstring(of('in-reply-to')), nstring(of('message-id'))].join(' ')})`;
}

const paramList = (params: ReadonlyMap<string, string>): string =>
  params.size === 0 ? 'NIL' : `(${[...params].map(([name, value]) => `${nstring(name.toUpperCase())} ${nstring(value)}`).join(' ')})`;

function disposition({ headers }: MimePart): string {
  const written = headers.get('content-disposition');
  if (written === undefined) return 'NIL';
  const { value, params } = valueAndParams(written);
  return `(${nstring(value.toUpperCase())} ${paramList(params)})`;
}

/** BODYSTRUCTURE of a part. */
export function structure(part: MimePart): string {
  const [kind = '', sub = ''] = part.type.split('/').map((word) => nstring(word.toUpperCase()));
  if (part.children.length > 0) return `(${part.children.map(structure).join('')} ${sub} ${paramList(part.params)} ${disposition(part)} NIL NIL)`;
  const of = (name: string): string => nstring(part.headers.get(name));
  const lines = String(part.body.split('\r\n').length);
  const facts = [kind, sub, paramList(part.params), of('content-id'), of('content-description')];
  const size = [nstring(part.headers.get('content-transfer-encoding') ?? '7BIT'), String(part.body.length)];
  const more = part.message ? [envelope(part.message), structure(part.message), lines] : part.type.startsWith('text/') ? [lines] : [];
  return `(${[...facts, ...size, ...more, 'NIL', disposition(part), 'NIL', 'NIL'].join(' ')})`;
}
