import type { Language } from '@nephra/plugin-sdk/contract';
import { type RecordField, WORDS_MARK } from '@nephra/plugin-sdk/record';
import { Select } from '@nephra/plugin-sdk/ui';
import { useState } from 'react';
import type { FieldControl } from '../../form-field.ts';
import { recordText } from '../record-texts.ts';

type Control = Pick<FieldControl<Readonly<Record<string, unknown>>>, 'id' | 'value' | 'onChange'>;

interface WordsSearchProps extends Control {
  readonly field: RecordField;
  readonly language: Language;
}

/** Whether a text says something or nothing, or words that stand in it: chosen, or typed. Value: as in the query of the list. */
export function WordsSearch({ field, language, id, value, onChange }: WordsSearchProps) {
  const asked = String(value ?? '');
  const [typed, setTyped] = useState('');
  const words = typed.trim() || (asked.startsWith(WORDS_MARK) ? asked.slice(WORDS_MARK.length) : '');
  const label = field.label[language];
  const offered = [
    // What was typed comes first, so that Enter takes it.
    ...(words === '' ? [] : [{ value: `${WORDS_MARK}${words}`, label: recordText('contains', language, { words }) }]),
    ...(typed === ''
      ? [recordText('holds', language), recordText('holdsNone', language)].map((text, at) => ({ value: at === 0 ? '1' : '0', label: text }))
      : []),
  ];
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      aria-label={label}
      prefix={<span className="nk-inset">{label}</span>}
      filter
      remote
      motion={false}
      showClear
      value={asked === '' ? undefined : asked}
      optionList={offered}
      placeholder={recordText('wordsHint', language)}
      onSearch={setTyped}
      onChange={(next) => {
        setTyped('');
        onChange((next ?? null) as never);
      }}
    />
  );
}
