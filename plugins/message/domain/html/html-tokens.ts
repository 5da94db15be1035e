/** Part of an HTML text: characters, or a tag. What is no tag by its form is text. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string };

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ensp: ' ', emsp: ' ', middot: '·' };
const MAX_ENTITY = 10;
const MAX_CODE_POINT = 0x10ffff;

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name];
  const code = /^#x[0-9a-f]{1,6}$/i.test(name) ? Number.parseInt(name.slice(2), 16) : /^#\d{1,7}$/.test(name) ? Number(name.slice(1)) : 0;
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return code > 0 && code <= MAX_CODE_POINT && !surrogate ? String.fromCodePoint(code) : undefined;
}

/** Characters that entities stand for; what is no entity stays as it is written. */
export function withoutEntities(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('&', at);
    if (start < 0) return out + text.slice(at);
    // Looked for close by alone: a text of ampersands would be walked once for each of them.
    const length = text.slice(start, start + MAX_ENTITY).indexOf(';');
    const end = start + length;
    const found = length > 0 ? entity(text.slice(start + 1, end)) : undefined;
    out += text.slice(at, start) + (found ?? '&');
    at = found === undefined ? start + 1 : end + 1;
  }
  return out;
}

const BLANK = /\s/;
const LETTER = /[a-z]/i;
const NAME_END = /[\s/>=]/;

/** Reads attributes from `at`, behind the name of a tag. @returns where the tag ends, behind its `>`, or the end of the text */
function readAttributes(html: string, from: number, into: Map<string, string>): number {
  let at = from;
  for (;;) {
    while (at < html.length && (BLANK.test(html[at] as string) || html[at] === '/')) at += 1;
    if (at >= html.length) return at;
    if (html[at] === '>') return at + 1;
    const start = at;
    at += 1;
    while (at < html.length && !NAME_END.test(html[at] as string)) at += 1;
    const name = html.slice(start, at).toLowerCase();
    while (at < html.length && BLANK.test(html[at] as string)) at += 1;
    let value = '';
    if (html[at] === '=') {
      at += 1;
      while (at < html.length && BLANK.test(html[at] as string)) at += 1;
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        value = html.slice(at + 1, end < 0 ? html.length : end);
        at = end < 0 ? html.length : end + 1;
      } else {
        const begin = at;
        while (at < html.length && !BLANK.test(html[at] as string) && html[at] !== '>') at += 1;
        value = html.slice(begin, at);
      }
    }
    if (!into.has(name)) into.set(name, withoutEntities(value));
  }
}

/** Content of these is no text of the page; it goes with them. */
const SILENT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'template',
  'noscript',
  'title',
  'svg',
  'math',
  'textarea',
  'select',
  'head',
]);

/** Where the content of a silent element ends, behind its closing tag. */
function behind(lower: string, name: string, from: number): number {
  const end = lower.indexOf(`</${name}`, from);
  if (end < 0) return lower.length;
  const close = lower.indexOf('>', end);
  return close < 0 ? lower.length : close + 1;
}

/** Letters A to Z alone: other ones may change the length. */
const lowerCase = (html: string): string => html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** HTML in its parts, in one walk whatever it holds; comments and silent elements are left out. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const lower = lowerCase(html);
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at);
    const end = next < 0 ? html.length : next;
    if (end > at) yield { kind: 'text', text: withoutEntities(html.slice(at, end)) };
    if (next < 0) return;
    const closing = html[next + 1] === '/';
    const nameAt = next + (closing ? 2 : 1);
    if (html.startsWith('<!--', next)) {
      const close = html.indexOf('-->', next + 4);
      at = close < 0 ? html.length : close + 3;
    } else if (html[next + 1] === '!' || html[next + 1] === '?') {
      const close = html.indexOf('>', next);
      at = close < 0 ? html.length : close + 1;
    } else if (!LETTER.test(html[nameAt] ?? '')) {
      yield { kind: 'text', text: '<' };
      at = next + 1;
    } else {
      let nameEnd = nameAt;
      while (nameEnd < html.length && !NAME_END.test(html[nameEnd] as string)) nameEnd += 1;
      const name = html.slice(nameAt, nameEnd).toLowerCase();
      const attributes = new Map<string, string>();
      at = readAttributes(html, nameEnd, attributes);
      if (closing) yield { kind: 'close', name };
      else if (SILENT.has(name)) at = behind(lower, name, at);
      else yield { kind: 'open', name, attributes };
    }
  }
}
