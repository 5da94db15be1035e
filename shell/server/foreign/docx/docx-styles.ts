import { attribute, XmlScanner } from '../../../../plugin-sdk/server/xlsx/scan-xml.ts';
import type { ZipParts } from '../../../../plugin-sdk/server/xlsx/read-zip.ts';
import { noteParagraphLook, noteRunLook, over, type ParagraphLooks, type RunLooks } from './docx-looks.ts';

export interface DocxStyle {
  readonly run: RunLooks;
  readonly paragraph: ParagraphLooks;
}

/** Looks by the id of a style, with those of the styles that it is based on. */
export interface DocxStyles {
  readonly style: (id: string | undefined) => DocxStyle | undefined;
  /** Of paragraphs that name none. */
  readonly basic: DocxStyle | undefined;
}

interface Read extends DocxStyle {
  readonly basedOn?: string;
}

/** A chain that is longer leads in a circle. */
const MAX_CHAIN = 12;
const PATH = 'word/styles.xml';

export async function stylesOf(parts: ZipParts): Promise<DocxStyles> {
  const read = new Map<string, Read>();
  let basic: string | undefined;
  let current: { id: string; run: RunLooks; paragraph: ParagraphLooks; basedOn?: string } | undefined;
  let within: 'run' | 'paragraph' | undefined;
  const scanner = new XmlScanner({
    open(tag, attributes, closed) {
      if (tag === 'style' && !closed) {
        current = { id: attribute(attributes, 'styleId') ?? '', run: {}, paragraph: {} };
        if (attribute(attributes, 'type') === 'paragraph' && attribute(attributes, 'default') === '1') basic = current.id;
      } else if (!current) return;
      else if (tag === 'rPr' && !closed) within = 'run';
      else if (tag === 'pPr' && !closed) within = 'paragraph';
      else if (tag === 'basedOn') current.basedOn = attribute(attributes, 'val');
      else if (tag === 'name') {
        const level = /^heading ([1-9])$/i.exec(attribute(attributes, 'val') ?? '')?.[1];
        if (level !== undefined) current.paragraph.heading = Number(level);
      } else if (within === 'run') noteRunLook(current.run, tag, attributes);
      else if (within === 'paragraph') noteParagraphLook(current.paragraph, tag, attributes);
    },
    text: () => undefined,
    close(tag) {
      if (tag === 'rPr' || tag === 'pPr') within = undefined;
      if (tag !== 'style' || !current) return;
      read.set(current.id, current);
      current = undefined;
    },
  });
  if (parts.has(PATH)) for await (const piece of parts.text(PATH)) scanner.push(piece);
  const known = new Map<string, DocxStyle>();
  const style = (id: string | undefined, chain = 0): DocxStyle | undefined => {
    const own = id === undefined ? undefined : read.get(id);
    if (id === undefined || !own) return undefined;
    const before = known.get(id);
    if (before) return before;
    const below = chain < MAX_CHAIN ? style(own.basedOn, chain + 1) : undefined;
    const whole = { run: over(below?.run, own.run), paragraph: over(below?.paragraph, own.paragraph) };
    known.set(id, whole);
    return whole;
  };
  return { style: (id) => style(id), basic: style(basic) };
}
