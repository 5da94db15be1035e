import { type FocusEvent, memo, useEffect, useRef, useState } from 'react';
import { LINE_WRITTEN, type LineTextField } from '../../../contract/line-content.ts';
import type { DraftLine } from '../../../domain/preview.ts';
import type { OrderChoice } from '../../../../catalogue/contract/index.ts';

/** Changes the line that a cell belongs to; the same object for as long as the line stands, so that untouched cells are not drawn again. */
export interface LineEdit {
  readonly now: (change: Partial<DraftLine>) => void;
  /** For each key that is typed; `settle` when the cell is left. */
  readonly typed: (change: Partial<DraftLine>) => void;
  readonly settle: () => void;
}

/** Fields of a line that hold a `Value`. */
type FieldOf<Value> = { [Name in keyof DraftLine]-?: DraftLine[Name] extends Value ? Name : never }[keyof DraftLine];

interface NumberCellProps {
  readonly cell: string;
  readonly label: string;
  readonly value: number;
  readonly name: FieldOf<number>;
  readonly edit: LineEdit;
  /** What else changes when a person types here. */
  readonly along?: Partial<DraftLine>;
  readonly max?: number;
  readonly decimals?: number;
  readonly invalid?: boolean;
  readonly describedBy?: string;
}

const tidy = (text: string): string =>
  text
    .replace(/[０-９．]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[\s,，]/g, '');

/** Characters that fit into a cell of the usual width. A number that is cut reads as another number, so a longer one gets a wider column. */
const ROOM = 5;

/** A number typed straight into the table. What is no number never leaves the cell. */
export const NumberCell = memo(function NumberCell({ cell, label, value, name, edit, along, max, decimals = 0, invalid, describedBy }: NumberCellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (raw: string) => {
    const text = tidy(raw);
    // pattern: anchored, every repetition is bounded; the number of decimals is the cell's own
    if (!new RegExp(`^\\d{0,9}${decimals > 0 ? `(\\.\\d{0,${decimals}})?` : ''}$`).test(text)) return;
    setTyped(text);
    const amount = text === '' || text === '.' ? 0 : Number(text);
    edit.typed({ [name]: max === undefined ? amount : Math.min(max, amount), ...along });
  };
  const leave = () => {
    edit.settle();
    setTyped(null);
  };
  const shown = typed ?? String(value);
  return (
    <span className="rx-typed">
      <input
        className="rx-cell rx-cell-number"
        data-cell={cell}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        data-long={shown.length > ROOM || undefined}
        value={shown}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
        onChange={(event) => take(event.target.value)}
        onBlur={leave}
      />
    </span>
  );
});

interface ChoiceCellProps {
  readonly cell: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly OrderChoice[];
  readonly name: FieldOf<string>;
  readonly edit: LineEdit;
  readonly className?: string;
  readonly invalid?: boolean;
  readonly describedBy?: string;
}

/** A choice in the table. The browser's own list: it opens, filters by typing and closes with keys, on a phone too. */
export const ChoiceCell = memo(function ChoiceCell({ cell, label, value, options, name, edit, className = '', invalid, describedBy }: ChoiceCellProps) {
  const known = options.some((option) => option.value === value);
  return (
    <select
      className={`rx-cell ${className}`}
      data-cell={cell}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={invalid ? describedBy : undefined}
      value={value}
      onChange={(event) => edit.now({ [name]: event.target.value })}
    >
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
});

interface TextCellProps {
  readonly cell: string;
  readonly label: string;
  readonly value: string;
  readonly name: LineTextField;
  readonly edit: LineEdit;
  /** Takes the cursor when it appears, because somebody just asked for it. */
  readonly autoFocus?: boolean;
}

export const TextCell = memo(function TextCell({ cell, label, value, name, edit, autoFocus = false }: TextCellProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  return (
    <input
      ref={field}
      className="rx-cell rx-cell-text"
      data-cell={cell}
      aria-label={label}
      placeholder={label}
      maxLength={LINE_WRITTEN[name].maxLength}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value);
        edit.typed({ [name]: event.target.value });
      }}
      onBlur={() => {
        edit.settle();
        setTyped(null);
      }}
    />
  );
});
