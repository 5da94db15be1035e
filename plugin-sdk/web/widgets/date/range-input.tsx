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
}

/** Two numbers, from and to (spec 2.6). */
export function RangeInput({ value, onChange, precision, disabled, id }: RangeInputProps) {
  const text = useKitText();
  const [min = null, max = null] = value;
  const take = (low: number | null, high: number | null) => onChange(low === null && high === null ? [] : [low, high]);
  const numberOf = (typed: number | string): number | null => (typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed));
  return (
    <span style={{ display: 'grid', gridTemplateColumns: '1fr auto 1fr', alignItems: 'center', gap: 8 }}>
      <InputNumber
        id={id}
        value={min ?? ''}
        placeholder={text('minimum')}
        aria-label={text('minimum')}
        precision={precision}
        disabled={disabled}
        onChange={(typed: number | string) => take(numberOf(typed), max)}
      />
      –
      <InputNumber
        value={max ?? ''}
        placeholder={text('maximum')}
        aria-label={text('maximum')}
        precision={precision}
        disabled={disabled}
        onChange={(typed: number | string) => take(min, numberOf(typed))}
      />
    </span>
  );
}
