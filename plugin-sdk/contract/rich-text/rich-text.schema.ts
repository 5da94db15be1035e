import { Type } from 'typebox';
import { PICTURE_ADDRESS } from '../files/stored-file.ts';
import { FORMAT_VALUES, LINK_PATTERN, MAX_ALT_LENGTH, MAX_LINK_LENGTH, MAX_RICH_TEXT, MAX_RICH_TEXT_OPS } from './formats.ts';

type Looks = { readonly [Name in keyof typeof FORMAT_VALUES]?: (typeof FORMAT_VALUES)[Name][number] };

export interface RichTextAttributes extends Looks {
  readonly link?: string;
  /** What a picture shows. */
  readonly alt?: string;
}

export interface RichTextOp {
  /** Characters, or a picture of the file storage by its address. */
  readonly insert: string | { readonly image: string };
  readonly attributes?: RichTextAttributes;
}

/** A text with looks, piece by piece, as Quill's Delta. */
export interface RichText {
  readonly ops: readonly RichTextOp[];
}

/** Rich text on the wire. How long one is altogether says `richTextFlaw`. */
export const richTextSchema = Type.Unsafe<RichText>(
  Type.Object(
    {
      ops: Type.Array(
        Type.Object(
          {
            insert: Type.Union([
              Type.String({ minLength: 1, maxLength: MAX_RICH_TEXT + 1 }),
              Type.Object({ image: Type.String({ pattern: PICTURE_ADDRESS }) }, { additionalProperties: false }),
            ]),
            attributes: Type.Optional(
              Type.Object(
                {
                  ...Object.fromEntries(
                    Object.entries(FORMAT_VALUES).map(([name, values]) => [name, Type.Optional(Type.Union(values.map((value) => Type.Literal(value))))]),
                  ),
                  link: Type.Optional(Type.String({ maxLength: MAX_LINK_LENGTH, pattern: LINK_PATTERN })),
                  alt: Type.Optional(Type.String({ maxLength: MAX_ALT_LENGTH })),
                },
                { additionalProperties: false },
              ),
            ),
          },
          { additionalProperties: false },
        ),
        { maxItems: MAX_RICH_TEXT_OPS },
      ),
    },
    { additionalProperties: false },
  ),
);
