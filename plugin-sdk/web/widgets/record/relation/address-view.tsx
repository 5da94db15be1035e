import type { Language } from '@nephra/plugin-sdk/contract';
import type { RecordField } from '@nephra/plugin-sdk/record';
import { AddressPicker } from '../../address/address-picker.tsx';
import type { FieldControl } from '../../form-field.ts';
import { kitTextIn } from '../../kit-text.ts';
import { namesIn } from './relation-view.tsx';

interface Around {
  readonly row: Readonly<Record<string, unknown>> | null;
  readonly required: boolean;
  /** Provinces and cities, too. */
  readonly anyLevel: boolean;
}

/** Control of an area, in forms and above lists. */
export const addressItem = (field: RecordField, language: Language, { row, required, anyLevel }: Around) => ({
  kind: 'custom',
  render: ({ id, value, disabled, invalid, inset = false, onChange }: FieldControl<Readonly<Record<string, string | null>>>) => (
    <AddressPicker
      id={id}
      label={field.label[language]}
      title={field.label[language]}
      {...(inset && { inset: field.label[language], placeholder: kitTextIn(language)('any') })}
      value={value ?? null}
      names={namesIn(row, field)}
      disabled={disabled}
      invalid={invalid}
      required={required}
      anyLevel={anyLevel}
      onChange={(next: string | null) => onChange(next as never)}
    />
  ),
});
