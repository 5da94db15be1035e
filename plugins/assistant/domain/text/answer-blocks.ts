/** A piece of a line. Nothing else is ever drawn of an answer: no HTML, no pictures, no foreign links. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly menu: string; readonly query: Readonly<Record<string, string>> };

export type Block =
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'heading'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'quote'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] };

/** Cells of a line of a table that are read. */
const MAX_CELLS = 20;
const INLINE =
  /`(?<code>[^`\n]{1,500})`|\*\*(?<strong>[^*\n]{1,500})\*\*|\*(?<emphasis>[^*\s\n][^*\n]{0,300})\*|!?\[(?<label>[^[\]\n]{1,200})\]\((?<target>[^()\s]{1,500})\)/g;
const MENU = /^menu:(?<code>[A-Za-z][A-Za-z0-9._-]{0,100})(?:\?(?<query>[^#\s]{0,300}))?$/;

/** What a link says where it is to be shown: only a page of the own product is one. */
function linkOf(text: string, target: string): Inline {
  const { code, query = '' } = MENU.exec(target)?.groups ?? {};
  if (code === undefined) return { kind: 'text', text: text === target ? text : `${text} (${target})` };
  const values = Object.fromEntries(
    query.split('&').flatMap((pair) => (pair.includes('=') ? [[decoded(pair.slice(0, pair.indexOf('='))), decoded(pair.slice(pair.indexOf('=') + 1))]] : [])),
  );
  return { kind: 'link', text, menu: code, query: values };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function inlinesOf(line: string): Inline[] {
  const inlines: Inline[] = [];
  let at = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > at) inlines.push({ kind: 'text', text: line.slice(at, match.index) });
    const { code, strong, emphasis, label = '', target = '' } = match.groups ?? {};
    if (code !== undefined) inlines.push({ kind: 'code', text: code });
    else if (strong !== undefined) inlines.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) inlines.push({ kind: 'emphasis', text: emphasis });
    else inlines.push(match[0].startsWith('!') ? { kind: 'text', text: label } : linkOf(label, target));
    at = match.index + match[0].length;
  }
  if (at < line.length) inlines.push({ kind: 'text', text: line.slice(at) });
  return inlines;
}

const isTableLine = (line: string): boolean => line.trim().startsWith('|') && line.trim().length > 2;
const isTableRule = (line: string): boolean => /^[\s|:-]{3,200}$/.test(line) && line.includes('-') && line.includes('|');
const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .slice(0, MAX_CELLS)
    .map((cell) => inlinesOf(cell.trim()));
const BULLET = /^[ \t]{0,12}[-*+•] (?<text>.*)$/;
const NUMBERED = /^[ \t]{0,12}(?<number>[0-9]{1,4})[.)、](?<text>.*)$/;
const HEADING = /^#{1,6} (?<text>.*)$/;

/** Reads an answer: paragraphs, headings, lists, tables, code; what is none of them is text, as it stands. */
export function blocksOf(answer: string): Block[] {
  const lines = answer.replaceAll('\r', '').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const take = (fits: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    const numbered = NUMBERED.exec(line);
    if (line.trim() === '') at += 1;
    else if (line.trimStart().startsWith('```')) {
      const language = line.trim().slice(3).slice(0, 30);
      at += 1;
      const code = take((one) => !one.trimStart().startsWith('```'));
      // A fence that was not closed yet ends with the text: the answer is still coming.
      at += 1;
      blocks.push({ kind: 'code', language, text: code.join('\n') });
    } else if (heading) {
      at += 1;
      blocks.push({ kind: 'heading', inlines: inlinesOf((heading.groups?.text ?? '').trim()) });
    } else if (isTableLine(line) && isTableRule(lines[at + 1] ?? '')) {
      const [head = '', , ...rows] = take(isTableLine);
      blocks.push({ kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) });
    } else if (BULLET.test(line)) {
      blocks.push({
        kind: 'list',
        ordered: false,
        start: 1,
        items: take((one) => BULLET.test(one)).map((one) => inlinesOf((BULLET.exec(one)?.groups?.text ?? '').trim())),
      });
    } else if (numbered) {
      const items = take((one) => NUMBERED.test(one)).map((one) => inlinesOf((NUMBERED.exec(one)?.groups?.text ?? '').trim()));
      blocks.push({ kind: 'list', ordered: true, start: Number(numbered.groups?.number ?? 1), items });
    } else if (line.startsWith('>')) {
      blocks.push({ kind: 'quote', lines: take((one) => one.startsWith('>')).map((one) => inlinesOf(one.replace(/^> ?/, ''))) });
    } else {
      // A line that begins like something else ends a paragraph; the first one is taken whatever it is, so that reading goes on.
      const rest = lines
        .slice(at + 1)
        .findIndex((one) => one.trim() === '' || /^(?:#{1,6} |```|>)/.test(one.trimStart()) || BULLET.test(one) || NUMBERED.test(one) || isTableLine(one));
      const count = rest < 0 ? lines.length - at : rest + 1;
      blocks.push({ kind: 'paragraph', lines: lines.slice(at, at + count).map(inlinesOf) });
      at += count;
    }
  }
  return blocks;
}
