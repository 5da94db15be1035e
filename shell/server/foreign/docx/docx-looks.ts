import { attribute } from '../../../../plugin-sdk/server/xlsx/scan-xml.ts';

/** How a piece of text looks. */
export interface RunLooks {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  struck?: boolean;
  raised?: 'sup' | 'sub';
  /** Six hexadecimal digits. */
  color?: string;
  /** Half points. */
  size?: number;
  hidden?: boolean;
}

/** How a paragraph stands. */
export interface ParagraphLooks {
  align?: 'center' | 'right' | 'justify';
  /** Twentieths of a point from the left edge. */
  indent?: number;
  /** The same for the first line alone, added to `indent`; negative for one that hangs out. */
  firstLine?: number;
  /** Heading level from 1. */
  heading?: number;
  numbering?: { id: string; level: number };
}

const isOn = (attributes: string): boolean => !['0', 'false', 'off', 'none'].includes(attribute(attributes, 'val') ?? '1');
const number = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return text === undefined || text === '' || !Number.isFinite(value) ? undefined : value;
};

/** Takes one tag of `rPr` over; others are ignored. */
export function noteRunLook(looks: RunLooks, tag: string, attributes: string): void {
  const value = attribute(attributes, 'val') ?? '';
  if (tag === 'b') looks.bold = isOn(attributes);
  else if (tag === 'i') looks.italic = isOn(attributes);
  else if (tag === 'u') looks.underline = isOn(attributes);
  else if (tag === 'strike' || tag === 'dstrike') looks.struck = isOn(attributes);
  else if (tag === 'vanish') looks.hidden = isOn(attributes);
  else if (tag === 'color' && /^[0-9a-f]{6}$/i.test(value)) looks.color = value;
  else if (tag === 'sz') looks.size = number(value);
  else if (tag === 'vertAlign') looks.raised = value === 'superscript' ? 'sup' : value === 'subscript' ? 'sub' : undefined;
}

const ALIGN: Readonly<Record<string, ParagraphLooks['align']>> = { center: 'center', right: 'right', end: 'right', both: 'justify', distribute: 'justify' };
const MAX_LEVEL = 8;

/** Takes one tag of `pPr` over; others are ignored. */
export function noteParagraphLook(looks: ParagraphLooks, tag: string, attributes: string): void {
  const value = attribute(attributes, 'val') ?? '';
  if (tag === 'jc') looks.align = ALIGN[value];
  else if (tag === 'ind') {
    looks.indent = number(attribute(attributes, 'left') ?? attribute(attributes, 'start')) ?? looks.indent;
    const hanging = number(attribute(attributes, 'hanging'));
    looks.firstLine = hanging === undefined ? (number(attribute(attributes, 'firstLine')) ?? looks.firstLine) : -hanging;
  } else if (tag === 'outlineLvl') {
    const level = number(value);
    if (level !== undefined && level <= MAX_LEVEL) looks.heading = level + 1;
  } else if (tag === 'ilvl') looks.numbering = { id: looks.numbering?.id ?? '', level: Math.min(MAX_LEVEL, Math.max(0, number(value) ?? 0)) };
  else if (tag === 'numId') looks.numbering = { level: looks.numbering?.level ?? 0, id: value };
}

/** What is given here wins over what lay below. */
export const over = <Looks extends object>(below: Looks | undefined, above: Looks): Looks => {
  const given = Object.entries(above).filter(([, value]) => value !== undefined);
  return { ...below, ...Object.fromEntries(given) } as Looks;
};
