import type { AnyRecord, RecordField } from '@nephra/plugin-sdk/record';
import { LateControl } from '../../date/late-control.tsx';
import type { FieldControl } from '../../form-field.ts';
import { LatePart } from '../../late-part.ts';

/** Comes with the first form that has such a field. */
const relatedPart = new LatePart(() => import('./related-text.tsx'));

type AnyRow = Readonly<Record<string, unknown>>;

/** What a field shows of the row that a relation of the form names (spec 2.6-15): read-only, and another text as soon as another row is chosen. */
export const relatedItem = (record: AnyRecord, field: RecordField, row: AnyRow | null) => ({
  kind: 'custom',
  render: ({ id, values }: FieldControl<AnyRow>) => {
    const { from = '', name } = field;
    const chosen = String(values[from] ?? '');
    // Of the row that stands there the list has said it already.
    const told = row && chosen !== '' && row[from] === chosen ? String(row[name] ?? '') : undefined;
    return <LateControl part={relatedPart} props={{ record, path: from, name, id, chosen, told }} />;
  },
});
