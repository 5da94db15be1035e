import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Quill } from 'react-quill';
import { FORMAT_VALUES, HEADING_LEVELS, TEXT_BACKGROUNDS, TEXT_COLORS } from '../../../../contract/rich-text/formats.ts';
import { ColorPicker } from './color-picker.tsx';
import { LinkRow } from './link-row.tsx';
import { ToolIcon, type ToolIconName } from './tool-icon.tsx';
import type { RichTextText, RichTextTextKey } from '../rich-text-texts.ts';

type Looks = Readonly<Record<string, unknown>>;

interface RichTextToolbarProps {
  readonly quill: Quill;
  /** Looks at the cursor, as Quill tells them. */
  readonly looks: Looks;
  readonly onLook: (looks: Looks) => void;
  readonly text: RichTextText;
  /** Missing where the text takes no pictures. */
  readonly onPictures?: (at: number, files: readonly File[]) => void;
}

interface Press {
  readonly key: RichTextTextKey & ToolIconName;
  readonly format: string;
  readonly value: unknown;
}
const MARKS: readonly Press[] = [
  { key: 'bold', format: 'bold', value: true },
  { key: 'italic', format: 'italic', value: true },
  { key: 'underline', format: 'underline', value: true },
  { key: 'strike', format: 'strike', value: true },
];
const LISTS: readonly Press[] = [
  { key: 'ordered', format: 'list', value: 'ordered' },
  { key: 'bullet', format: 'list', value: 'bullet' },
];
const BLOCKS: readonly Press[] = [
  { key: 'rtl', format: 'direction', value: 'rtl' },
  { key: 'quote', format: 'blockquote', value: true },
  { key: 'code', format: 'code-block', value: true },
];

const CONTROLS = 'button:not(:disabled), select:not(:disabled)';

/** One stop of the Tab key: arrows walk in it, Tab leads on into the text. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)];
  const at = all.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  const next = all[(at + step + all.length) % all.length];
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next?.focus();
}

/** Buttons and lists for the looks of a text. */
export function RichTextToolbar({ quill, looks, onLook, text, onPictures }: RichTextToolbarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [linking, setLinking] = useState(false);
  const set = (format: string, value: unknown) => {
    quill.format(format, value, 'user');
    onLook(quill.getFormat());
  };
  const press = ({ key, format, value }: Press) => (
    <ToolButton key={key} label={text(key)} pressed={looks[format] === value} onPress={() => set(format, looks[format] === value ? false : value)}>
      <ToolIcon name={key} />
    </ToolButton>
  );
  const chooser = (key: RichTextTextKey, format: string, choices: readonly { readonly value: string | number; readonly text: string }[]) => (
    <select
      tabIndex={-1}
      aria-label={text(key)}
      title={text(key)}
      value={String(looks[format] ?? '')}
      onChange={({ target }) => set(format, choices.find(({ value }) => String(value) === target.value)?.value || false)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  );
  return (
    <>
      <div role="toolbar" aria-label={text('toolbar')} className="nk-rich-tools" onKeyDown={walk}>
        <span>
          <ToolButton first label={text('undo')} onPress={() => quill.history.undo()}>
            <ToolIcon name="undo" />
          </ToolButton>
          <ToolButton label={text('redo')} onPress={() => quill.history.redo()}>
            <ToolIcon name="redo" />
          </ToolButton>
        </span>
        <span>
          {chooser('heading', 'header', [
            { value: '', text: text('paragraph') },
            ...HEADING_LEVELS.map((n) => ({ value: n, text: text('headingLevel', { n }) })),
          ])}
          {chooser('size', 'size', [{ value: '', text: text('normal') }, ...FORMAT_VALUES.size.map((value) => ({ value, text: text(value) }))])}
        </span>
        <span>
          {MARKS.map(press)}
          <ColorPicker label={text('color')} colors={TEXT_COLORS} chosen={looks.color} text={text} onChoose={(color) => set('color', color)}>
            <ToolIcon name="color" />
          </ColorPicker>
          <ColorPicker
            label={text('background')}
            colors={TEXT_BACKGROUNDS}
            chosen={looks.background}
            text={text}
            onChoose={(color) => set('background', color)}
          >
            <ToolIcon name="background" />
          </ColorPicker>
        </span>
        <span>
          {LISTS.map(press)}
          <ToolButton label={text('indentLess')} onPress={() => set('indent', '-1')}>
            <ToolIcon name="indentLess" />
          </ToolButton>
          <ToolButton label={text('indentMore')} onPress={() => set('indent', '+1')}>
            <ToolIcon name="indentMore" />
          </ToolButton>
          {chooser('align', 'align', [{ value: '', text: text('left') }, ...FORMAT_VALUES.align.map((value) => ({ value, text: text(value) }))])}
        </span>
        <span>
          {BLOCKS.map(press)}
          <ToolButton label={text('link')} pressed={looks.link !== undefined} expanded={linking} onPress={() => setLinking(!linking)}>
            <ToolIcon name="link" />
          </ToolButton>
          {onPictures && (
            <ToolButton label={text('image')} onPress={() => input.current?.click()}>
              <ToolIcon name="image" />
            </ToolButton>
          )}
          <ToolButton
            label={text('clear')}
            onPress={() => {
              const { index, length } = quill.getSelection(true);
              quill.removeFormat(index, length, 'user');
              onLook(quill.getFormat());
            }}
          >
            <ToolIcon name="clear" />
          </ToolButton>
        </span>
      </div>
      {linking && <LinkRow quill={quill} link={looks.link} text={text} onDone={() => setLinking(false)} />}
      {onPictures && (
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept="image/*"
          onChange={({ currentTarget }) => {
            onPictures(quill.getSelection(true).index, [...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      )}
    </>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  /** Where the Tab key comes in. */
  readonly first?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** Keeps the selection in the text while it is pressed. */
function ToolButton({ label, pressed, expanded, first, onPress, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      tabIndex={first ? 0 : -1}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}
