import { linesOf, type RichTextLine } from './lines.ts';
import { cleanRichText } from './rich-text.ts';
import { LINK_REL, LINK_TARGET } from './shown-links.ts';
import type { RichTextAttributes, RichTextOp } from './rich-text.schema.ts';

export interface HtmlOptions {
  /** Where a picture's bytes are had, by its address in the text. Default: there. */
  readonly pictureAt?: (address: string) => string;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

const SIZES = { small: '0.75em', large: '1.5em', huge: '2.5em' } as const;
/** What a level of indentation is wide. */
const INDENT_EM = 3;
const LIST_TAGS = { ordered: 'ol', bullet: 'ul' } as const;

const style = (rules: readonly (string | false | undefined)[]): string => {
  const set = rules.filter((rule) => typeof rule === 'string');
  return set.length > 0 ? ` style="${set.join('; ')}"` : '';
};

const wrapped = (tag: string, wanted: boolean | undefined, inner: string): string => (wanted ? `<${tag}>${inner}</${tag}>` : inner);

function pieceHtml({ insert, attributes = {} }: RichTextOp, { pictureAt = (address) => address }: HtmlOptions): string {
  const { bold, italic, underline, strike, color, background, size, link, alt = '' } = attributes;
  let html = typeof insert === 'string' ? escaped(insert) : `<img src="${escaped(pictureAt(insert.image))}" alt="${escaped(alt)}">`;
  const looks = style([color && `color: ${color}`, background && `background-color: ${background}`, size && `font-size: ${SIZES[size]}`]);
  if (looks !== '') html = `<span${looks}>${html}</span>`;
  html = wrapped('strong', bold, wrapped('em', italic, wrapped('u', underline, wrapped('s', strike, html))));
  return link === undefined ? html : `<a href="${escaped(link)}" target="${LINK_TARGET}" rel="${LINK_REL}">${html}</a>`;
}

const lineHtml = ({ pieces }: RichTextLine, options: HtmlOptions): string => pieces.map((piece) => pieceHtml(piece, options)).join('') || '<br>';

const lineLooks = ({ align, direction, indent }: RichTextAttributes): string =>
  `${direction ? ' dir="rtl"' : ''}${style([align && `text-align: ${align}`, indent !== undefined && `padding-left: ${indent * INDENT_EM}em`])}`;

function blockHtml(line: RichTextLine, options: HtmlOptions): string {
  const { header, blockquote } = line.looks;
  const tag = header === undefined ? (blockquote ? 'blockquote' : 'p') : `h${header}`;
  return `<${tag}${lineLooks(line.looks)}>${lineHtml(line, options)}</${tag}>`;
}

/** Consecutive lines of lists; a deeper one stands inside the entry before it. */
function listHtml(lines: readonly RichTextLine[], options: HtmlOptions): string {
  const open: string[] = [];
  let html = '';
  const close = () => {
    html += `</li></${open.pop()}>`;
  };
  for (const line of lines) {
    const { list = 'bullet', indent = 0, ...looks } = line.looks;
    const tag = LIST_TAGS[list];
    while (open.length > indent + 1) close();
    // A list of the other kind at the same depth.
    if (open.length === indent + 1 && open.at(-1) !== tag) close();
    // An entry can only be one deeper than what it stands in.
    else if (open.length === indent + 1) html += '</li>';
    if (open.length <= indent) {
      html += `<${tag}>`;
      open.push(tag);
    }
    html += `<li${lineLooks(looks)}>${lineHtml(line, options)}`;
  }
  while (open.length > 0) close();
  return html;
}

const codeHtml = (lines: readonly RichTextLine[]): string =>
  `<pre>${lines.map(({ pieces }) => pieces.map(({ insert }) => (typeof insert === 'string' ? escaped(insert) : '')).join('')).join('\n')}</pre>`;

const kindOf = ({ looks }: RichTextLine): 'code' | 'list' | 'block' => (looks['code-block'] ? 'code' : looks.list ? 'list' : 'block');

/** Lines of a kind that follow each other. */
function runsOf(lines: readonly RichTextLine[]): RichTextLine[][] {
  const runs: RichTextLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0] && kindOf(last[0]) === kindOf(line)) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

/**
 * Rich text as HTML of a closed list of tags and attributes: every character escaped, colours and sizes from our tables, links to
 * http(s), mailto and tel, pictures of our own storage. Whatever else the value holds is left out, so it may come from anywhere.
 */
export const deltaToHtml = (text: unknown, options: HtmlOptions = {}): string =>
  runsOf(linesOf(cleanRichText(text)))
    .map((run) => {
      const kind = run[0] ? kindOf(run[0]) : 'block';
      if (kind === 'list') return listHtml(run, options);
      return kind === 'code' ? codeHtml(run) : run.map((line) => blockHtml(line, options)).join('');
    })
    .join('');
