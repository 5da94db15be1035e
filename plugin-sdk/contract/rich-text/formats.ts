/** What a rich text may hold. The editor, the schema, the cleaning and the HTML all read it here. */

/** Colours of letters: readable on white. */
export const TEXT_COLORS = ['#595959', '#a8071a', '#ad4e00', '#7c5800', '#237804', '#006d75', '#0050b3', '#531dab', '#9e1068'] as const;
/** Colours behind letters: black letters stay readable on them. */
export const TEXT_BACKGROUNDS = ['#f0f0f0', '#ffccc7', '#ffe7ba', '#fffb8f', '#d9f7be', '#b5f5ec', '#bae7ff', '#efdbff', '#ffd6e7'] as const;
export const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;
const ON = [true] as const;

/** Looks of a piece, or on a line end of its line, by Quill's names, with the values that each may have. */
export const FORMAT_VALUES = {
  bold: ON,
  italic: ON,
  underline: ON,
  strike: ON,
  color: TEXT_COLORS,
  background: TEXT_BACKGROUNDS,
  size: ['small', 'large', 'huge'],
  header: HEADING_LEVELS,
  list: ['ordered', 'bullet'],
  align: ['center', 'right', 'justify'],
  indent: [1, 2, 3, 4, 5, 6, 7, 8],
  direction: ['rtl'],
  blockquote: ON,
  'code-block': ON,
} as const;

/** Names of the formats that an editor offers. */
export const RICH_TEXT_FORMATS: readonly string[] = ['image', 'link', ...Object.keys(FORMAT_VALUES)];

export const MAX_LINK_LENGTH = 2000;
export const MAX_ALT_LENGTH = 200;
/** Characters of a text where nothing else is said. */
export const MAX_RICH_TEXT = 20_000;
/** Pieces of different looks. */
export const MAX_RICH_TEXT_OPS = 5000;

/** A link leads to a page, a mailbox or a telephone, by its whole address. */
export const LINK_PATTERN = String.raw`^(?:https?://|mailto:|tel:)[^\s\p{C}]+$`;
// pattern: a constant; one class repeated up to the end, and isAllowedLink bounds the length first
const linkForm = new RegExp(LINK_PATTERN, 'u');

export const isAllowedLink = (link: unknown): link is string => typeof link === 'string' && link.length <= MAX_LINK_LENGTH && linkForm.test(link);
