import CodeBlock, { CodeBlockContainer } from 'quill/formats/code.js';
import { Quill, type QuillOptionsStatic } from 'react-quill';
import { cleanRichText } from '../../../contract/rich-text/rich-text.ts';
import { isPictureAddress } from '../../../contract/files/stored-file.ts';

/** Shape of Quill's own delta class, which the package gives only by name. */
export interface QuillDelta {
  readonly ops: readonly object[];
}
type DeltaClass = new (ops?: readonly object[]) => QuillDelta;

const Delta = Quill.import('delta') as unknown as DeltaClass;
const QuillImage = Quill.import('formats/image') as unknown as { sanitize(address: string): string; new (...input: never[]): object };

/** Shows pictures of our own storage only, whoever puts one in. */
class StoredImage extends QuillImage {
  static override sanitize(address: string): string {
    return isPictureAddress(address) ? address : '//:0';
  }
}
Quill.register('formats/image', StoredImage as never, true);
// Plain code: Quill's module for colouring languages puts another block in its place, whose value names a language.
Quill.register(CodeBlock as never, true);
Quill.register(CodeBlockContainer as never, true);

/** What comes with the clipboard, element by element: looks that are not on the list stay behind. */
export const cleanPasted = (_node: Node, delta: QuillDelta): QuillDelta => new Delta(cleanRichText(delta).ops);

/** Tab leads on to the next field; what Quill would do with it the buttons of the toolbar do. */
const WITHOUT_TAB = Object.fromEntries(
  ['tab', 'remove tab', 'indent', 'outdent', 'indent code-block', 'outdent code-block', 'table tab'].map((name) => [name, null]),
);

export interface QuillParts {
  readonly onPictures: (at: number, files: readonly File[]) => void;
  readonly onForeignPicture: () => void;
}

/** Options of one editor. Must stay the same object while it lives: the editor is made anew when they change. */
export function quillModules({ onPictures, onForeignPicture }: QuillParts): QuillOptionsStatic['modules'] {
  const pasted = (node: Node, delta: QuillDelta): QuillDelta => {
    const address = node instanceof HTMLImageElement ? node.getAttribute('src') : null;
    if (address !== null && !isPictureAddress(address)) onForeignPicture();
    return cleanPasted(node, delta);
  };
  return {
    toolbar: false,
    clipboard: { matchers: [[Node.ELEMENT_NODE, pasted]] },
    history: { userOnly: true },
    uploader: {
      mimetypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'],
      handler: (range: { readonly index: number }, files: readonly File[]) => onPictures(range.index, files),
    },
    keyboard: {
      bindings: {
        ...WITHOUT_TAB,
        // As Quill has it, without the boxes to tick.
        'list autofill': { prefix: /^\s*?(\d+\.|-|\*)$/ },
      },
    },
  };
}
