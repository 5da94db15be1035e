import type { RichText } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import ReactQuill, { type Quill } from 'react-quill';
import { MAX_RICH_TEXT, RICH_TEXT_FORMATS } from '../../../contract/rich-text/formats.ts';
import { cleanRichText, isEmptyRichText, richTextFlaw, richTextLength } from '../../../contract/rich-text/rich-text.ts';
import { quillModules } from './quill-setup.ts';
import type { RichTextEditorProps } from './rich-text-editor.tsx';
import { useRichTextText } from './rich-text-texts.ts';
import { RichTextToolbar } from './toolbar/rich-text-toolbar.tsx';
import { usePictures } from './use-pictures.ts';
import 'quill/dist/quill.core.css';

const FORMATS = [...RICH_TEXT_FORMATS];
const EMPTY: RichText = { ops: [] };

const contentOf = (quill: Quill): RichText => cleanRichText(quill.getContents());

/** The editor itself: Quill, its toolbar, and what is said below. */
export function RichTextEngine(props: RichTextEditorProps) {
  const { label, value, onChange, maxLength = MAX_RICH_TEXT, placeholder = '', invalid, id, describedBy, upload, onBlur, onHold } = props;
  const { files, toast } = usePlugin();
  const text = useRichTextText();
  const holder = useRef<ReactQuill>(null);
  const [quill, setQuill] = useState<Quill>();
  const [looks, setLooks] = useState<Readonly<Record<string, unknown>>>({});
  const note = useId();
  const told = useRef(value);
  const latest = useRef({ onChange, onBlur });
  latest.current = { onChange, onBlur };

  const pictures = usePictures(quill, upload === undefined ? files.upload : upload, text);
  const foreign = useRef(() => toast.info(text('foreignPictures')));
  foreign.current = () => toast.info(text('foreignPictures'));
  const insert = useRef(pictures.insert);
  insert.current = pictures.insert;
  // Quill is made anew when its options change, so they never do.
  const [modules] = useState(() => quillModules({ onPictures: (at, chosen) => insert.current(at, chosen), onForeignPicture: () => foreign.current() }));

  useEffect(() => setQuill(holder.current?.getEditor()), []);
  useTextbox(quill, { id, label, describedBy: describedBy ? `${note} ${describedBy}` : note, invalid: invalid ?? false });
  useEffect(() => {
    if (!quill || value === told.current) return;
    told.current = value;
    quill.setContents([...(value ?? EMPTY).ops] as never, 'silent');
  }, [quill, value]);

  const length = useMemo(() => (value ? richTextLength(value) : 0), [value]);
  const flaw = value ? richTextFlaw(value, maxLength) : undefined;
  const complaint = flaw && text(flaw.kind === 'length' ? 'tooLong' : 'tooManyPieces', { max: flaw.max });
  const hold = complaint ?? (pictures.sending ? text('sending') : undefined);
  const tell = useRef(onHold);
  tell.current = onHold;
  useEffect(() => void tell.current?.(hold), [hold]);
  useEffect(() => () => void tell.current?.(undefined), []);

  const look = () => {
    const editor = holder.current?.getEditor();
    if (editor?.hasFocus()) setLooks(editor.getFormat());
  };
  const change = (source: string) => {
    const editor = holder.current?.getEditor();
    if (!editor || source === 'silent') return;
    const content = contentOf(editor);
    told.current = isEmptyRichText(content) ? null : content;
    latest.current.onChange(told.current);
    look();
  };
  return (
    <div className="nk-rich" data-invalid={invalid || complaint !== undefined || undefined}>
      {quill && <RichTextToolbar quill={quill} looks={looks} onLook={setLooks} text={text} onPictures={pictures.takes ? pictures.insert : undefined} />}
      <ReactQuill
        ref={holder}
        theme=""
        formats={FORMATS}
        modules={modules}
        placeholder={placeholder}
        defaultValue={cleanRichText(value) as never}
        useSemanticHTML={false}
        onChange={(_html, _change, source) => change(source)}
        onChangeSelection={look}
        onBlur={() => latest.current.onBlur?.()}
      />
      <div id={note} className="nk-rich-foot">
        <span className={complaint === undefined ? undefined : 'nk-complaint'} role={complaint === undefined ? undefined : 'alert'}>
          {complaint ?? (pictures.sending ? text('sending') : '')}
        </span>
        <span>{text('count', { n: length, max: maxLength })}</span>
      </div>
    </div>
  );
}

interface Textbox {
  readonly id: string | undefined;
  readonly label: string;
  readonly describedBy: string;
  readonly invalid: boolean;
}

/** Tells assistive technology, and the form around, what Quill's element is. */
function useTextbox(quill: Quill | undefined, { id, label, describedBy, invalid }: Textbox): void {
  useEffect(() => {
    if (!quill) return;
    const { root } = quill;
    if (id) root.id = id;
    root.tabIndex = 0;
    root.dataset.firstFocus = 'true';
    const attributes = { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-describedby': describedBy, 'aria-invalid': String(invalid) };
    for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
  }, [quill, id, label, describedBy, invalid]);
}
