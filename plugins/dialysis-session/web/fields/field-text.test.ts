import { expect, it } from 'vitest';
import { READING_FIELDS } from '../../contract/fields.ts';
import { entryText } from './entry-text.ts';
import { inFormOrder } from './field-text.ts';

it('fields are told in the order of their form, whatever order they were kept in; unknown ones stand last', () => {
  const kept = { pulse: 82, unknown: 'x', venous: 127, diastolic: 82, systolic: 133 };
  expect(inFormOrder(READING_FIELDS, kept).map(([name]) => name)).toEqual(['systolic', 'diastolic', 'pulse', 'venous', 'unknown']);
  const t = ((key: string) => key.replace(/^field\./, '')) as never;
  expect(entryText(t, { kind: 'reading', content: { fields: { diastolic: 82, systolic: 133 } } as never })).toBe(
    'systolic 133 mmHgsentenceMarkdiastolic 82 mmHg',
  );
});
