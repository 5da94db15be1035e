import { businessParts, endOfDay, instantOf, parseDay, startOfDay } from '@nephra/plugin-sdk/contract';
import { DatePicker } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type ComponentRef, type CSSProperties, type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { boundsAt, boundsText, type DateBounds, dayRefusal, typedDay } from './date-bounds.ts';
import { useKitText } from '../kit-text.ts';
import './date-control.css';

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
  readonly field: DateBounds & {
    readonly kind: keyof typeof TYPES;
    readonly label: string;
    readonly required?: boolean;
    readonly placeholder?: string;
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

/** The library calls it "Choose date", later "Change date", in English, whatever name it is given. What is returned ends the watch. */
function keepName(combobox: Element, label: string): () => void {
  const name = () => {
    if (combobox.getAttribute('aria-label') !== label) combobox.setAttribute('aria-label', label);
  };
  name();
  const watch = new MutationObserver(name);
  watch.observe(combobox, { attributeFilter: ['aria-label'] });
  return () => watch.disconnect();
}

/** Date fields: value in milliseconds, calendar of Asia/Shanghai wherever the browser stands. */
export function DateControl({ field, value, onChange, id, inset, entered, openAtOnce, ...rest }: DateControlProps) {
  const text = useKitText();
  const picker = useRef<ComponentRef<typeof DatePicker>>(null);
  const invalid = rest.validateStatus === 'error';
  // Told by hand: the person may have come while the calendar was still being drawn.
  useEffect(() => {
    if (openAtOnce) picker.current?.open();
    else if (entered) picker.current?.focus();
  }, [openAtOnce, entered]);
  const isRange = field.kind === 'dateRange';
  const { label } = field;
  const bounds = boundsAt(field, usePlugin().now());
  const offered = boundsText(bounds, text);
  const hint = offered === undefined ? undefined : `${id}-bounds`;
  /** What was typed last and cannot be chosen. The calendar drops it without a word. */
  const [refused, setRefused] = useState<string | null>(null);
  const look = ({ target }: FormEvent) => {
    const day = target instanceof HTMLInputElement ? typedDay(target.value) : undefined;
    const reason = day && dayRefusal(parseDay(day), bounds, text);
    setRefused(day && reason ? text('dayRefused', { day, reason }) : null);
  };
  // The picker hands neither name nor id on to the inputs that it draws.
  const named = useCallback(
    (box: HTMLElement | null) => {
      for (const [at, input] of [...(box?.querySelectorAll('input') ?? [])].entries()) {
        input.setAttribute('aria-label', isRange ? `${label} ${text(at === 0 ? 'from' : 'to')}` : label);
        if (at === 0) input.id = id;
        if (hint !== undefined) input.setAttribute('aria-describedby', hint);
        input.setAttribute('aria-invalid', String(refused !== null || invalid));
      }
      const combobox = box?.querySelector('[role="combobox"]');
      return combobox ? keepName(combobox, label) : undefined;
    },
    [isRange, label, text, id, hint, refused, invalid],
  );
  const shown = isRange ? (Array.isArray(value) ? value.map(toPicker) : undefined) : typeof value === 'number' ? toPicker(value) : undefined;
  const take = (picked: unknown) => {
    setRefused(null);
    if (Array.isArray(picked)) {
      const [first, last] = picked as (Date | undefined)[];
      onChange(first && last ? [startOfDay(fromPicker(first)), endOfDay(fromPicker(last))] : null);
    } else onChange(picked instanceof Date ? fromPicker(picked) : null);
  };
  // The library takes the key and does nothing with it, in the field as in the calendar.
  const isOpen = useRef(false);
  const closeCalendar = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen.current) return;
    event.preventDefault();
    event.stopPropagation();
    picker.current?.close();
  };
  const isDisabled = (date?: Date) => date !== undefined && dayRefusal(fromPicker(date), bounds, text) !== undefined;
  return (
    <span ref={named} style={{ display: 'contents' }} onInput={look} onKeyDownCapture={closeCalendar}>
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
        onOpenChange={(open) => {
          isOpen.current = open;
        }}
      />
      {hint !== undefined && (
        <span id={hint} hidden>
          {offered}
        </span>
      )}
      {refused !== null && (
        <span className="nk-date-refused" role="alert">
          {refused}
        </span>
      )}
    </span>
  );
}
