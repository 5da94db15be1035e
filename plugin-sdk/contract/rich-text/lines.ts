import type { RichText, RichTextAttributes, RichTextOp } from './rich-text.schema.ts';

/** One line of a text: what stands in it, and the looks of the line as a whole. */
export interface RichTextLine {
  readonly pieces: readonly RichTextOp[];
  readonly looks: RichTextAttributes;
}

/** A Delta keeps the looks of a line on the line end that closes it; the last line may be without one. */
export function linesOf({ ops }: RichText): readonly RichTextLine[] {
  const lines: RichTextLine[] = [];
  let pieces: RichTextOp[] = [];
  for (const { insert, attributes = {} } of ops) {
    if (typeof insert !== 'string') {
      pieces.push({ insert, attributes });
      continue;
    }
    const [first = '', ...rest] = insert.split('\n');
    if (first !== '') pieces.push({ insert: first, attributes });
    for (const part of rest) {
      lines.push({ pieces, looks: attributes });
      pieces = part === '' ? [] : [{ insert: part, attributes }];
    }
  }
  return pieces.length > 0 ? [...lines, { pieces, looks: {} }] : lines;
}
