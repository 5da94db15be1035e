import { useId } from 'react';
import type { DateBounds } from './date-bounds.ts';
import { DateField } from './date-field.tsx';

export interface DateInputProps extends DateBounds {
  /** Name of the field for screen readers. */
  readonly label: string;
  readonly kind?: 'date' | 'dateTime';
  /** Milliseconds. */
  readonly value: number;
  readonly onChange: (instant: number) => void;
  readonly disabled?: boolean;
}

/**
 * A day or a moment that is always there, outside of forms. Its calendar, which is big, is fetched when somebody turns to the field.
 * Days and hours are those of Asia/Shanghai wherever the browser stands. Days outside of the bounds are grey, and typed they are refused with a
 * sentence.
 */
export function DateInput({ label, kind = 'date', value, onChange, disabled = false, min, max, refuses }: DateInputProps) {
  const id = useId();
  return (
    <DateField
      field={{ kind, label, required: true, min, max, refuses }}
      value={value}
      onChange={(next) => typeof next === 'number' && onChange(next)}
      id={id}
      disabled={disabled}
      // What stands above a list fetches its calendar late; nothing is set into the field.
      inset={null}
      style={{ width: '100%' }}
    />
  );
}
