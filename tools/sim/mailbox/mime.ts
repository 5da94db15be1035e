/** A message or a part of one, as bytes in a text (latin1). */
export interface MimePart {
  /** Small letters, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** With the empty line behind it. */
  readonly head: string;
  readonly body: string;
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
  /** Of a multipart. */
  readonly children: readonly MimePart[];
  /** Of a message within a message. */
  readonly message: MimePart | undefined;
}

const MAX_DEPTH = 60;

/** `text/plain; charset="utf-8"` → the word and what follows, names in small letters. */
export function valueAndParams(value: string): { readonly value: string; readonly params: Map<string, string> } {
  const params = new Map<string, string>();
  const [first = '', ...rest] = value.match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? [];
  for (const one of rest) {
    const at = one.indexOf('=');
    if (at > 0)
      params.set(
        one.slice(0, at).trim().toLowerCase(),
        one
          .slice(at + 1)
          .trim()
          .replace(/^"|"$/g, ''),
      );
  }
  return { value: first.trim(), params };
}

function headersIn(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0 && !headers.has(line.slice(0, at).toLowerCase())) headers.set(line.slice(0, at).toLowerCase(), line.slice(at + 1).trim());
  }
  return headers;
}

export function parseMime(raw: string, depth = 0): MimePart {
  const end = raw.indexOf('\r\n\r\n');
  const head = end < 0 ? raw : raw.slice(0, end + 4);
  const body = end < 0 ? '' : raw.slice(end + 4);
  const headers = headersIn(head);
  const { value, params } = valueAndParams(headers.get('content-type') ?? 'text/plain');
  const type = value.toLowerCase() || 'text/plain';
  const boundary = params.get('boundary');
  const children: MimePart[] = [];
  if (type.startsWith('multipart/') && boundary && depth < MAX_DEPTH) {
    const pieces = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1);
    for (const piece of pieces) {
      if (piece.startsWith('--')) break;
      children.push(parseMime(piece.slice(piece.indexOf('\r\n') + 2), depth + 1));
    }
  }
  const message = type === 'message/rfc822' && depth < MAX_DEPTH ? parseMime(body, depth + 1) : undefined;
  return { headers, head, body, type, params, children, message };
}

/** The part that `1.2` names; undefined where there is none. */
export function partAt(root: MimePart, path: string): MimePart | undefined {
  let part: MimePart | undefined = root;
  for (const step of path.split('.').map(Number)) {
    const holder: MimePart | undefined = part?.message ?? part;
    part = holder && holder.children.length > 0 ? holder.children[step - 1] : step === 1 ? holder : undefined;
  }
  return part;
}

/** Words as `=?utf-8?B?…?=`, for what is searched. */
export const readable = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]{0,2000})\?=/gi, (_all, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
