/** Of a part of a letter, what decides where it is shown. */
export interface LetterPart {
  readonly id: string;
  readonly type: string;
  readonly charset: string;
  readonly encoding: string;
  readonly size: number;
  readonly name: string;
  readonly disposition: string;
  readonly contentId: string;
  readonly alternative: boolean;
}

export interface SortedParts<Part extends LetterPart> {
  readonly text: Part | undefined;
  readonly html: Part | undefined;
  /** Pictures that the HTML may show. */
  readonly pictures: readonly Part[];
  readonly attachments: readonly Part[];
}

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp', 'image/bmp']);

/** SVG is none of them: it is a document that can act. */
export const isPicture = (type: string): boolean => PICTURES.has(type);

/**
 * Which part is the text, which the HTML, what hangs on the letter. The first text that is no attachment counts; a picture with an id is of the HTML, and an attachment as
 * well when the sender says so.
 */
export function sortParts<Part extends LetterPart>(parts: readonly Part[]): SortedParts<Part> {
  const isText = (part: Part, type: string): boolean => part.type === type && part.disposition !== 'attachment' && part.name === '';
  const text = parts.find((part) => isText(part, 'text/plain'));
  const html = parts.find((part) => isText(part, 'text/html'));
  const rest = parts.filter((part) => part !== text && part !== html && !(part.alternative && part.type.startsWith('text/')));
  const pictures = html ? rest.filter((part) => isPicture(part.type) && part.contentId !== '') : [];
  return { text, html, pictures, attachments: rest.filter((part) => !pictures.includes(part) || part.disposition === 'attachment') };
}

/** What the shell's dialog shows; other files are saved at once. */
export const isPreviewed = (name: string): boolean => /\.(?:docx?|xlsx?|pptx?|pdf|txt|csv|json|png|jpe?g|gif|bmp|webp)$/i.test(name);
