import { dayOf, type Language } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, decimalsOf, rangeText, type RecordField, SEVERAL_MARK } from '@nephra/plugin-sdk/record';
import { type NumberRange, RangeInput } from '../../date/range-input.tsx';
import type { FieldControl } from '../../form-field.ts';
import { recordText } from '../record-texts.ts';
import type { FieldView } from '../record-views.tsx';
import { WordsSearch } from './words-search.tsx';

type Searched = Pick<FieldView, 'search' | 'asked'>;
type AnyControl = FieldControl<Readonly<Record<string, unknown>>>;

/** Whether there are any. */
export const holds: Searched = {
  search: (_field, language) => ({
    kind: 'select',
    options: [
      { value: '1', text: recordText('holds', language) },
      { value: '0', text: recordText('holdsNone', language) },
    ],
  }),
};

/** From a number to another one, as they stand on the wire. */
export const numbers: Searched = {
  search: (field, language) => ({
    kind: 'custom',
    span: 2,
    render: ({ id, value, onChange }: AnyControl) => (
      <RangeInput
        id={id}
        label={field.label[language]}
        precision={field.kind === 'int' ? 0 : decimalsOf(field)}
        value={Array.isArray(value) ? (value as unknown as NumberRange) : []}
        onChange={(next) => onChange(next as never)}
      />
    ),
  }),
  asked: (value) => {
    const [from = null, to = null] = value as NumberRange;
    return rangeText({ from: from === null ? '' : String(from), to: to === null ? '' : String(to) });
  },
};

const days = (said: (instant: number) => string): Searched => ({
  search: () => ({ kind: 'dateRange' }),
  asked: (value) => {
    const [from, to] = value as readonly [number, number];
    return rangeText({ from: said(from), to: said(to) });
  },
});
/** Whole days, months and times, chosen by their first and their last day. */
export const wholeDays = days(dayOf);
export const months = days((instant) => dayOf(instant).slice(0, 7));
export const times = days(String);

/** Any of several choices. */
export const several = (optionsOf: (field: RecordField, language: Language) => readonly object[]): Searched => ({
  search: (field, language) => ({ kind: 'multiSelect', options: optionsOf(field, language) }),
  asked: (value) => (value as readonly string[]).join(SEVERAL_MARK),
});

/** Something, nothing, or words. */
export const words: Searched = {
  search: (field, language) => ({
    kind: 'custom',
    render: ({ id, value, onChange }: AnyControl) => <WordsSearch field={field} language={language} id={id} value={value} onChange={onChange} />,
  }),
};

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/**
 * Values of the search form as the query of the list says them; what asks nothing is left out, and so is what a saved view kept of a field that had another control then.
 * Values of no field stay as they are.
 */
export function askedOf(record: AnyRecord, values: Readonly<Record<string, unknown>>, viewOf: (field: RecordField) => FieldView): Record<string, unknown> {
  const said = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = record.filter.includes(name) ? record.fields.find((each) => each.name === name) : undefined;
    const asked = field && viewOf(field).asked;
    return [name, asked && isFilled(value) ? (Array.isArray(value) ? asked(value) : undefined) : value];
  });
  return Object.fromEntries(said.filter(([, value]) => isFilled(value)));
}
