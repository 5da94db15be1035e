import { isEmptyRichText } from '../../../contract/rich-text/rich-text.ts';
import type { RichTextEditorProps } from './rich-text-editor.tsx';
import { RichTextEngine } from './rich-text-engine.tsx';
import { useRichTextText } from './rich-text-texts.ts';
import { RichTextView } from './rich-text-view.tsx';
import './rich-text.css';

/** The editor, or the text alone where nothing can be changed. */
export function RichTextField(props: RichTextEditorProps) {
  const text = useRichTextText();
  const { value, label, disabled, readOnly, id } = props;
  if (!disabled && !readOnly) return <RichTextEngine {...props} />;
  return (
    <section id={id} className="nk-rich-read" data-disabled={disabled || undefined} aria-label={label}>
      {value && !isEmptyRichText(value) ? <RichTextView text={value} /> : <span className="nk-rich-none">{text('empty')}</span>}
    </section>
  );
}
