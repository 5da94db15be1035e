import { Input, Select } from '@nephra/plugin-sdk/ui';
import { type ComponentProps, lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useMemo, useRef } from 'react';

/** Comes with the first form: pages that show no form must not bring it along. */
const WordComplete = lazy(() => import('./word-complete.tsx').then((module) => ({ default: module.WordComplete })));

interface WordInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Words that are in use already. */
  readonly words: readonly string[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly maxLength: number;
  readonly placeholder?: string;
}

const SHOWN = 12;

/** A text that may be new, with the words others use to choose from. */
export function WordInput({ id, label, value, words, onChange, disabled, invalid, maxLength, placeholder }: WordInputProps) {
  const found = useMemo(() => {
    const part = value.trim().toLowerCase();
    const matching = words.filter((word) => word.toLowerCase().includes(part));
    // What stands there already is no proposal; all others are, so that a click shows what there is.
    return (matching.length === 1 && matching[0] === value ? words : matching).slice(0, SHOWN);
  }, [value, words]);
  const field = {
    id,
    'aria-label': label,
    value,
    disabled,
    validateStatus: invalid ? ('error' as const) : ('default' as const),
    placeholder,
    showClear: true,
    onChange: (next: unknown) => onChange(String(next ?? '').slice(0, maxLength)),
  };
  const cursor = useRef<Cursor | null>(null);
  return (
    <Suspense fallback={<UntilThen field={field} cursor={cursor} />}>
      <WithCursor id={id} cursor={cursor}>
        <WordComplete {...field} words={found} />
      </WithCursor>
    </Suspense>
  );
}

/** Where somebody was typing. */
type Cursor = readonly [from: number | null, to: number | null];

interface UntilThenProps {
  readonly field: ComponentProps<typeof Input> & { readonly id: string };
  readonly cursor: RefObject<Cursor | null>;
}

/** The plain input that stands there until the proposals have come; whoever types in it meanwhile leaves the cursor behind. */
function UntilThen({ field, cursor }: UntilThenProps) {
  const { id } = field;
  useLayoutEffect(
    () => () => {
      const at = document.activeElement;
      if (at instanceof HTMLInputElement && at.id === id) cursor.current = [at.selectionStart, at.selectionEnd];
    },
    [id, cursor],
  );
  return <Input {...field} />;
}

/** Takes the cursor over: else the focus would fall to the page, and what is typed next with it. */
function WithCursor({ id, cursor, children }: { readonly id: string; readonly cursor: RefObject<Cursor | null>; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    const { current } = cursor;
    const named = document.getElementById(id);
    // The library gives the name to the frame around the input.
    const input = named instanceof HTMLInputElement ? named : named?.querySelector('input');
    if (!current || !input) return;
    cursor.current = null;
    input.focus({ preventScroll: true });
    input.setSelectionRange(...current);
  }, [id, cursor]);
  return children;
}

interface WordsInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: readonly string[];
  readonly words: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** Several words, known or new. */
export function WordsInput({ id, label, value, words, onChange, disabled, placeholder }: WordsInputProps) {
  const options = useMemo(() => [...new Set([...words, ...value])].map((word) => ({ value: word, label: word })), [words, value]);
  return (
    <Select
      id={id}
      aria-label={label}
      style={{ width: '100%' }}
      multiple
      filter
      allowCreate
      disabled={disabled}
      placeholder={placeholder}
      optionList={options}
      value={[...value]}
      onChange={(next) => onChange(Array.isArray(next) ? next.map(String) : [])}
    />
  );
}
