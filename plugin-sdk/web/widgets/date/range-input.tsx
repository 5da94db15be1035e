import { InputNumber } from '@nephra/plugin-sdk/ui';
import { useKitText } from '../kit-text.ts';

/** Both bounds, or the empty list when neither is given (spec 5). */
export type NumberRange = readonly [] | readonly [min: number | null, max: number | null];

export interface RangeInputProps {
  readonly value: NumberRange;
  readonly onChange: (value: NumberRange) => void;
  readonly precision?: number;
  readonly disabled?: boolean;
  readonly id?: string;
  /** Stands inside it, above a list, and names both numbers. */
  readonly label?: string;
}

/** Two numbers, from and to (spec 2.6). */
export function RangeInput({ value, onChange, precision, disabled, id, label }: RangeInputProps) {
  const text = useKitText();
  const named = (end: 'minimum' | 'maximum'): string => (label === undefined ? text(end) : `${label} ${text(end)}`);
  const [min = null, max = null] = value;
  const take = (low: number | null, high: number | null) => onChange(low === null && high === null ? [] : [low, high]);
  const numberOf = (typed: number | string): number | null => (typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed));
  return (
    <span
      style={{
        display: 'grid',
        gridTemplateColumns: label === undefined ? '1fr auto 1fr' : 'minmax(0, 3fr) auto minmax(0, 2fr)',
        alignItems: 'center',
        gap: 8,
      }}
    >
      <InputNumber
        id={id}
        value={min ?? ''}
        prefix={label === undefined ? undefined : <span className="nk-inset">{label}</span>}
        hideButtons={label !== undefined}
        placeholder={text('minimum')}
        aria-label={named('minimum')}
        precision={precision}
        disabled={disabled}
        onChange={(typed: number | string) => take(numberOf(typed), max)}
      />
      –
      <InputNumber
        value={max ?? ''}
        hideButtons={label !== undefined}
        placeholder={text('maximum')}
        aria-label={named('maximum')}
        precision={precision}
        disabled={disabled}
        onChange={(typed: number | string) => take(min, numberOf(typed))}
      />
    </span>
  );
}
