import type { RecordField } from '@nephra/plugin-sdk/record';
import { LateControl } from '../../date/late-control.tsx';
import type { FieldControl } from '../../form-field.ts';
import { LatePart, useLatePart } from '../../late-part.ts';

/** Comes with the first field of a dictionary. */
const dictionaryPart = new LatePart(() => import('./dictionary-parts.tsx'));

/** Control of a code, in forms and above lists. */
export const dictionaryItem = ({ dictionary = '', label }: RecordField, required: boolean, language: keyof RecordField['label']) => ({
  kind: 'custom',
  render: ({ id, value, disabled, invalid, inset = false, onChange }: FieldControl<Readonly<Record<string, string | null>>>) => (
    <LateControl
      part={dictionaryPart}
      props={{
        dictionary,
        title: label[language],
        required,
        id,
        disabled,
        invalid,
        inset,
        value: value ?? null,
        onChange: (next: string | null) => onChange(next as never),
      }}
    />
  ),
});

/** What a code is called, for cells. */
export function DictionaryCell({ dictionary, code }: { readonly dictionary: string; readonly code: string }) {
  const part = useLatePart(dictionaryPart);
  if (code === '') return <span>–</span>;
  return part ? <part.Label dictionary={dictionary} code={code} /> : <span>{code}</span>;
}
