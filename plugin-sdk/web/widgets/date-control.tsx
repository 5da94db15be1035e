import { businessParts, endOfDay, instantOf, startOfDay } from '@nephra/plugin-sdk/contract';
import { DatePicker } from '@nephra/plugin-sdk/ui';
import { type ComponentRef, type CSSProperties, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useKitText } from './kit-text.ts';

/** The picker thinks in the machine's time zone; it gets a date whose local fields are those of Asia/Shanghai. */
function toPicker(instant: number): Date {
  const { year, month, day, hour, minute, second } = businessParts(instant);
  return new Date(year, month - 1, day, hour, minute, second);
}

const fromPicker = (date: Date): number =>
  instantOf({
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
  });

const TYPES = { date: 'date', dateTime: 'dateTime', month: 'month', dateRange: 'dateRange' } as const;
const FORMATS = { date: 'yyyy-MM-dd', dateTime: 'yyyy-MM-dd HH:mm', month: 'yyyy-MM', dateRange: 'yyyy-MM-dd' } as const;

export interface DateControlProps {
  readonly field: {
    readonly kind: keyof typeof TYPES;
    readonly label: string;
    readonly required?: boolean;
    readonly placeholder?: string;
    readonly min?: number;
    readonly max?: number;
  };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly id: string;
  readonly disabled: boolean;
  readonly inset?: ReactNode;
  readonly validateStatus?: 'error';
  readonly onBlur?: () => void;
  /** Somebody is in the field already: takes the cursor. */
  readonly entered?: boolean;
  /** Somebody has pressed it already: opens. */
  readonly openAtOnce?: boolean;
  readonly style: CSSProperties;
}

/** Date fields: value in milliseconds, calendar of Asia/Shanghai wherever the browser stands. */
export function DateControl({ field, value, onChange, id, inset, entered, openAtOnce, ...rest }: DateControlProps) {
  const text = useKitText();
  const picker = useRef<ComponentRef<typeof DatePicker>>(null);
  // Told by hand: the person may have come while the calendar was still being drawn.
  useEffect(() => {
    if (openAtOnce) picker.current?.open();
    else if (entered) picker.current?.focus();
  }, [openAtOnce, entered]);
  const isRange = field.kind === 'dateRange';
  const { label } = field;
  // The picker hands neither name nor id on to the inputs that it draws.
  const named = useCallback(
    (box: HTMLElement | null) => {
      for (const [at, input] of [...(box?.querySelectorAll('input') ?? [])].entries()) {
        input.setAttribute('aria-label', isRange ? `${label} ${text(at === 0 ? 'from' : 'to')}` : label);
        if (at === 0) input.id = id;
      }
    },
    [isRange, label, text, id],
  );
  const shown = isRange ? (Array.isArray(value) ? value.map(toPicker) : undefined) : typeof value === 'number' ? toPicker(value) : undefined;
  const take = (picked: unknown) => {
    if (Array.isArray(picked)) {
      const [first, last] = picked as (Date | undefined)[];
      onChange(first && last ? [startOfDay(fromPicker(first)), endOfDay(fromPicker(last))] : null);
    } else onChange(picked instanceof Date ? fromPicker(picked) : null);
  };
  const isDisabled = (date?: Date) =>
    date !== undefined &&
    ((field.min !== undefined && endOfDay(fromPicker(date)) < field.min) || (field.max !== undefined && startOfDay(fromPicker(date)) > field.max));
  return (
    <span ref={named} style={{ display: 'contents' }}>
      <DatePicker
        ref={picker}
        {...rest}
        type={TYPES[field.kind]}
        format={FORMATS[field.kind]}
        value={shown}
        insetLabel={inset}
        insetLabelId={`${id}-inset`}
        disabledDate={isDisabled}
        showClear={!field.required}
        placeholder={isRange ? [text('from'), text('to')] : (field.placeholder ?? text('select'))}
        aria-label={label}
        onChange={take}
      />
    </span>
  );
}
