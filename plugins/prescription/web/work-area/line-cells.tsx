import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { Option } from '../vocabulary.ts';

interface NumberCellProps {
  readonly cell: string;
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly decimals?: number;
  readonly invalid?: boolean;
  readonly describedBy?: string;
}

const tidy = (text: string): string =>
  text
    .replace(/[０-９．]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[\s,，]/g, '');

/** A number typed straight into the table. What is no number never leaves the cell. */
export function NumberCell({ cell, label, value, onChange, decimals = 0, invalid, describedBy }: NumberCellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (raw: string) => {
    const text = tidy(raw);
    if (!new RegExp(`^\\d{0,7}${decimals > 0 ? `(\\.\\d{0,${decimals}})?` : ''}$`).test(text)) return;
    setTyped(text);
    onChange(text === '' || text === '.' ? 0 : Number(text));
  };
  return (
    <input
      className="rx-cell rx-cell-number"
      data-cell={cell}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={typed ?? String(value)}
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
      onChange={(event) => take(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}

interface ChoiceCellProps {
  readonly cell: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly className?: string;
}

/** A choice in the table. The browser's own list: it opens, filters by typing and closes with keys, on a phone too. */
export function ChoiceCell({ cell, label, value, options, onChange, className = '' }: ChoiceCellProps) {
  const known = options.some((option) => option.value === value);
  return (
    <select className={`rx-cell ${className}`} data-cell={cell} aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}

interface TextCellProps {
  readonly cell: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Takes the cursor when it appears, because somebody just asked for it. */
  readonly autoFocus?: boolean;
}

export function TextCell({ cell, label, value, onChange, autoFocus = false }: TextCellProps) {
  const field = useRef<HTMLInputElement>(null);
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
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
