import { useId } from 'react';
import { DateField } from './date-field.tsx';

export interface DateInputProps {
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
 * Days and hours are those of Asia/Shanghai wherever the browser stands.
 */
export function DateInput({ label, kind = 'date', value, onChange, disabled = false }: DateInputProps) {
  const id = useId();
  return (
    <DateField
      field={{ kind, label, required: true }}
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
