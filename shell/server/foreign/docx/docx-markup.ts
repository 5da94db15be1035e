import type { DocxRelation } from './docx-relations.ts';
import type { ParagraphLooks, RunLooks } from './docx-looks.ts';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For texts and for values of attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

const styled = (styles: readonly (string | undefined)[]): string => {
  const given = styles.filter((style) => style !== undefined);
  return given.length === 0 ? '' : ` style="${given.join(';')}"`;
};

/** Points of the smallest and the largest text that is shown as such. */
const SIZES = [6, 48] as const;

/** A piece of text in its looks. */
export function runHtml(text: string, { bold, italic, underline, struck, raised, color, size }: RunLooks): string {
  const points = size === undefined ? undefined : Math.min(SIZES[1], Math.max(SIZES[0], size / 2));
  const style = styled([color === undefined ? undefined : `color:#${color}`, points === undefined ? undefined : `font-size:${points}pt`]);
  let html = style === '' ? text : `<span${style}>${text}</span>`;
  for (const [on, tag] of [
    [bold, 'b'],
    [italic, 'i'],
    [underline, 'u'],
    [struck, 's'],
    [raised !== undefined, raised ?? ''],
  ] as const) {
    if (on) html = `<${tag}>${html}</${tag}>`;
  }
  return html;
}

/** Points that a paragraph may stand from the edge, either way. */
const MAX_INDENT = 200;
/** Heading of the document below the title of the dialog. */
const FIRST_HEADING = 3;
const points = (twentieths: number): number => Math.min(MAX_INDENT, Math.max(-MAX_INDENT, Math.round(twentieths / 20)));

/** @param label number or bullet of a list */
export function paragraphHtml(html: string, { align, indent, firstLine, heading, numbering }: ParagraphLooks, label: string | undefined): string {
  const level = numbering?.level ?? 0;
  const isListed = label !== undefined;
  // Lists say in their own part how far they stand in; here each level stands in by the same.
  const left = isListed && indent === undefined ? 21 * (level + 1) : Math.max(0, points(indent ?? 0));
  const first = isListed ? -Math.min(left, 21) : points(firstLine ?? 0);
  const style = styled([
    align && `text-align:${align}`,
    left > 0 ? `padding-left:${left}pt` : undefined,
    first !== 0 ? `text-indent:${Math.max(-left, first)}pt` : undefined,
  ]);
  const tag = heading === undefined ? 'p' : `h${Math.min(6, heading - 1 + FIRST_HEADING)}`;
  const mark = isListed && label !== '' ? `${escapeHtml(label)}\u2002` : '';
  return `<${tag}${style}>${mark}${html || '<br>'}</${tag}>`;
}

/** Beginning of a link; one that leads into the document, or to a place that is no web page, is a link without aim. */
export function linkStart(relation: DocxRelation | undefined): string {
  const target = relation?.outside === true ? relation.target : '';
  return /^(?:https?:\/\/|mailto:)/i.test(target) ? `<a href="${escapeHtml(target)}">` : '<a>';
}

const MAX_WIDTH = 1_600;

/** @param width pixels */
export const pictureHtml = (address: string, width: number | undefined): string =>
  `<img src="${address}" alt=""${width !== undefined && width > 0 ? ` width="${Math.min(MAX_WIDTH, width)}"` : ''}>`;
