import type { FieldControl, SearchField } from '../form-field.ts';
import { type NumberRange, RangeInput } from './range-input.tsx';

/** A search field above a list for a number from here to there; its value is a `NumberRange`, which `rangeQuery` reads. */
export const rangeSearch = <Values extends object>(name: keyof Values & string, label: string): SearchField<Values> => ({
  kind: 'custom',
  name,
  label,
  span: 2,
  render: ({ id, value, onChange }: FieldControl<Values>) => (
    <RangeInput id={id} label={label} value={(value as NumberRange | undefined) ?? []} onChange={(next) => onChange(next as typeof value)} />
  ),
});

/**
 * Both ends of what somebody looks for, as a call is asked for them: `rangeQuery(values.price, 'priceFrom', 'priceTo')`. An end that is not given is left out;
 * whoever gives the larger one first means the same.
 */
export function rangeQuery<const From extends string, const To extends string>(
  range: NumberRange | undefined,
  from: From,
  to: To,
): { readonly [K in From | To]?: number } {
  const [first = null, last = null] = range ?? [];
  const [low, high] = first !== null && last !== null && first > last ? [last, first] : [first, last];
  const ends: Record<string, number> = {};
  if (low !== null) ends[from] = low;
  if (high !== null) ends[to] = high;
  return ends as { readonly [K in From | To]?: number };
}
