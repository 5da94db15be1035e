import type { RecordField } from '@nephra/plugin-sdk/record';
import { Button, IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { textIn } from '../../columns/text-table.ts';
import { kitTextIn } from '../../kit-text.ts';
import { type LineActs, LineRow } from './line-row.tsx';
import type { LineComplaints } from './line-complaints.ts';
import { type FormLine, freeKey, movedLine } from './line-values.ts';
import { LINES_TEXTS } from './lines-texts.ts';
import type { LineCells } from './lines-view.tsx';
import './lines-control.css';

export interface LinesControlProps {
  readonly field: RecordField;
  readonly cells: LineCells;
  readonly complaints: LineComplaints;
  readonly value: readonly FormLine[];
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly onChange: (lines: readonly FormLine[]) => void;
}

/** Pixels that the control of a kind needs at least. */
const WIDTHS: Readonly<Record<string, number>> = {
  int: 96,
  decimal: 96,
  quantity: 96,
  money: 116,
  unitPrice: 116,
  flag: 96,
  day: 140,
  month: 120,
  instant: 190,
  choice: 120,
  code: 110,
  staff: 150,
  relation: 180,
};
const WIDE = 150;
/** Pixels between cells, and of what stands around them: number, buttons, padding. */
const GAP = 8;
const AROUND_CELLS = 152;
const widthOf = ({ kind }: RecordField): number => WIDTHS[kind] ?? WIDE;

const EDITOR = 'input:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const BUTTON = 'button:not(:disabled)';

/** Lines of a row: a grid of cells where there is room, a card for each line where there is none. */
export const Control = observer(function LinesControl({ field, cells, complaints, value: lines, disabled, onChange }: LinesControlProps) {
  const { language } = usePlugin();
  const text = (key: keyof typeof LINES_TEXTS, params?: Readonly<Record<string, number>>) => textIn(LINES_TEXTS[key], language, params);
  const frame = useRef<HTMLDivElement>(null);
  const [said, say] = useState('');
  const { cells: columns = [], max = 0 } = field;
  const required = columns.filter((cell) => cell.required).map(({ name }) => name);
  const mayAdd = !disabled && lines.length < max;

  /** After the next drawing: the first of these that is there. */
  const focus = (...selectors: readonly string[]): void => {
    requestAnimationFrame(() => {
      for (const selector of selectors) {
        const found = frame.current?.querySelector<HTMLElement>(selector);
        if (found) return found.focus();
      }
    });
  };
  const cellAt = (key: string, cell: string): string => `[data-line="${key}"] [data-cell="${cell}"] :is(${EDITOR})`;
  const add = (cell = columns[0]?.name ?? ''): void => {
    const key = freeKey(lines);
    onChange([...lines, { ...cells.blank(), key, id: '' }]);
    focus(cellAt(key, cell));
  };
  const acts: LineActs = {
    set: (key, values) => {
      for (const cell of Object.keys(values)) complaints.forget(field.name, key, cell);
      onChange(lines.map((line) => (line.key === key ? { ...line, ...values } : line)));
    },
    move: (at, to, ...focused) => {
      const moved = movedLine(lines, at, to);
      if (moved === lines) return;
      onChange(moved);
      say(text('moved', { n: at + 1, to: to + 1 }));
      focus(...focused);
    },
    remove: (at) => {
      const key = lines[at]?.key ?? '';
      complaints.forget(field.name, key);
      onChange(lines.filter((line) => line.key !== key));
      say(text('removed', { n: at + 1 }));
      const next = lines[at + 1] ?? lines[at - 1];
      focus(...(next ? [`[data-line="${next.key}"] [data-act="remove"]`] : []), `[data-act="add"]${BUTTON.slice('button'.length)}`);
    },
  };

  /** Enter goes to the same cell one line further down, making a line when there is none; Alt with an arrow takes the line along. */
  const handleKey = (event: KeyboardEvent<HTMLOListElement>): void => {
    const { target, key: pressed } = event;
    if (!(target instanceof HTMLElement) || event.nativeEvent.isComposing) return;
    const cell = target.closest<HTMLElement>('[data-cell]')?.dataset.cell;
    const key = target.closest<HTMLElement>('[data-line]')?.dataset.line ?? '';
    const at = lines.findIndex((line) => line.key === key);
    if (cell === undefined || at < 0) return;
    const step = pressed === 'ArrowUp' ? -1 : pressed === 'ArrowDown' ? 1 : 0;
    if (event.altKey && step !== 0 && !disabled) {
      event.preventDefault();
      acts.move(at, at + step, cellAt(key, cell));
    } else if (pressed === 'Enter' && target instanceof HTMLInputElement && target.getAttribute('aria-expanded') !== 'true') {
      event.preventDefault();
      const next = lines[at + 1];
      if (next) focus(cellAt(next.key, cell));
      else if (mayAdd) add(cell);
    }
  };

  const totals = cells.totals?.(lines) ?? {};
  const sums = columns.filter(({ name }) => totals[name] !== undefined);
  const widths = columns.map(widthOf);
  const style = {
    '--nk-line-cells': widths.map((width) => `minmax(${width}px, ${width}fr)`).join(' '),
    // Narrower than this the grid is scrolled.
    '--nk-line-width': `${widths.reduce((sum, width) => sum + width + GAP, AROUND_CELLS)}px`,
  } as CSSProperties;
  return (
    <div ref={frame} className="nk-lines" style={style}>
      <div className="nk-lines-scroll">
        {lines.length > 0 && (
          <div className="nk-lines-head" aria-hidden>
            <span />
            {columns.map(({ name, label, required }) => (
              <span key={name} className={required ? 'nk-required' : undefined}>
                {label[language]}
              </span>
            ))}
          </div>
        )}
        <ol aria-label={field.label[language]} onKeyDown={handleKey}>
          {lines.map((line, at) => (
            <LineRow
              key={line.key}
              line={line}
              at={at}
              last={at === lines.length - 1}
              disabled={disabled}
              items={cells.items(line)}
              required={required}
              complaint={(cell) => complaints.textOf(field.name, line.key, cell)}
              acts={acts}
            />
          ))}
        </ol>
        {lines.length === 0 && <p className="nk-lines-empty">{text('none')}</p>}
      </div>
      {sums.length > 0 && lines.length > 0 && (
        <dl className="nk-lines-totals">
          {sums.map(({ name, label }) => (
            <div key={name}>
              <dt>{`${label[language]} ${kitTextIn(language)('summary')}`}</dt>
              <dd>{totals[name]}</dd>
            </div>
          ))}
        </dl>
      )}
      {!disabled && (
        <div className="nk-lines-foot">
          <Button theme="light" icon={<IconPlus />} disabled={!mayAdd} data-act="add" onClick={() => add()}>
            {text('add')}
          </Button>
          <span>{text('counted', { n: lines.length, max })}</span>
          {lines.length > 0 && <span className="nk-lines-keys">{text('keys')}</span>}
        </div>
      )}
      <div role="status" className="nephra-visually-hidden">
        {said}
      </div>
    </div>
  );
});
