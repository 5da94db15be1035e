import type { Language } from '@nephra/plugin-sdk/contract';
import type { AnyRecord, RecordField } from '@nephra/plugin-sdk/record';
import type { Picked } from '../../pick/choice.ts';
import type { FieldControl } from '../../form-field.ts';
import { kitTextIn } from '../../kit-text.ts';
import { LateControl } from '../../date/late-control.tsx';
import { LatePart } from '../../late-part.ts';

/** Comes with the first relation. */
const controlPart = new LatePart(() => import('./relation-control.tsx'));

type AnyRow = Readonly<Record<string, unknown>>;

/** Name that a row answers for its relation; undefined: it names nothing, null: something that the reader does not see, or that is gone. */
function labelIn(row: AnyRow, { name }: RecordField): string | null | undefined {
  if (row[name] === '' || row[name] === null || row[name] === undefined) return undefined;
  return (row.labels as Readonly<Record<string, string | null>> | undefined)?.[name] ?? null;
}

/** For cells and paper. */
export function relationText(row: AnyRow, field: RecordField, language: Language): string {
  const label = labelIn(row, field);
  return label === undefined ? '' : (label ?? kitTextIn(language)('unknownName'));
}

/** What a row says of its value, so that the form need not ask. */
export function namesIn(row: AnyRow | null, field: RecordField): readonly Picked[] {
  const label = row && labelIn(row, field);
  return typeof label === 'string' ? [{ id: String(row?.[field.name]), fullName: label }] : [];
}

/** Control of a relation, in forms and above lists. @param row that the form shows; null: a new one @param edited id of the row that is changed: in a tree it hangs below none of its own branch @param path of a cell of lines, `dishes.dishId` */
export const relationItem = (record: AnyRecord, field: RecordField, row: AnyRow | null, required: boolean, edited?: string, path: string = field.name) => ({
  kind: 'custom',
  render: ({ id, value, disabled, invalid, inset = false, onChange }: FieldControl<Readonly<Record<string, string | null>>>) => (
    <LateControl
      part={controlPart}
      props={{
        record,
        field,
        path,
        id,
        disabled,
        invalid,
        required,
        inset,
        value: value ?? null,
        names: namesIn(row, field),
        ...(edited !== undefined && record.tree?.parent === field.name && { without: edited }),
        onChange: (next: string | null) => onChange(next as never),
      }}
    />
  ),
});
