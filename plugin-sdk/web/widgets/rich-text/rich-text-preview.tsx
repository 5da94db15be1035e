import type { RichText } from '@nephra/plugin-sdk/contract';
import { deltaPreview } from '../../../contract/rich-text/delta-to-text.ts';

export interface RichTextPreviewProps {
  readonly text: RichText | null | undefined;
  /** Most characters. Default 80. */
  readonly max?: number;
}

/** The beginning of a rich text in one line, for cells of tables. */
export const RichTextPreview = ({ text, max }: RichTextPreviewProps) => (text ? <span>{deltaPreview(text, max)}</span> : null);
