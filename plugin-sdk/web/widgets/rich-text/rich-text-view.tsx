import type { RichText } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { deltaToHtml } from '../../../contract/rich-text/delta-to-html.ts';
import { SafeHtml } from '../paper/safe-html.tsx';

export interface RichTextViewProps {
  readonly text: RichText | null | undefined;
}

/** A rich text to read. */
export function RichTextView({ text }: RichTextViewProps) {
  const { http } = usePlugin();
  return text ? <SafeHtml html={deltaToHtml(text, { pictureAt: http.fileUrl })} /> : null;
}
