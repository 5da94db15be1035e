import { Input, Select } from '@nephra/plugin-sdk/ui';
import { lazy, Suspense, useMemo } from 'react';

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
  readonly maxLength?: number;
  readonly placeholder?: string;
}

const SHOWN = 12;

/** A text that may be new, with the words others use to choose from. */
export function WordInput({ id, label, value, words, onChange, disabled, invalid, maxLength = 60, placeholder }: WordInputProps) {
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
  return (
    <Suspense fallback={<Input {...field} />}>
      <WordComplete {...field} words={found} />
    </Suspense>
  );
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
