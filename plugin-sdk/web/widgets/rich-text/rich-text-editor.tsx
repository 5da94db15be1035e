import type { RichText } from '@nephra/plugin-sdk/contract';
import type { FilePort } from '@nephra/plugin-sdk/web';
import { LateControl } from '../date/late-control.tsx';
import { LatePart } from '../late-part.ts';

export interface RichTextEditorProps {
  /** Name for people who cannot see the label. */
  readonly label: string;
  /** Null is an empty text. */
  readonly value: RichText | null;
  readonly onChange: (text: RichText | null) => void;
  /** Most characters. Default 20,000. */
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** Shows the text; nothing can be changed. */
  readonly readOnly?: boolean;
  readonly invalid?: boolean;
  readonly id?: string;
  readonly describedBy?: string;
  /** Where pictures go. Default: the file storage of the server; null: the text takes none, and says so. */
  readonly upload?: FilePort['upload'] | null;
  readonly onBlur?: () => void;
  /** Why the form cannot be saved now: the text is too long, a picture is on its way. Undefined: it can. */
  readonly onHold?: (reason: string | undefined) => void;
}

/** The editor is big; it comes with the first field that needs one. */
const part = new LatePart(() => import('./rich-text-field.tsx').then(({ RichTextField }) => ({ Control: RichTextField })));

/** A text with looks, links and pictures of our own storage (spec 2.6). */
export const RichTextEditor = (props: RichTextEditorProps) => <LateControl part={part} props={props} />;
