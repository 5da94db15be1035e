import type { Language, UploadedFile } from '@nephra/plugin-sdk/contract';
import type { RecordField } from '@nephra/plugin-sdk/record';
import { LateControl } from '../../date/late-control.tsx';
import type { FieldControl } from '../../form-field.ts';
import { LatePart } from '../../late-part.ts';
import { PictureRow } from '../../media/picture-row.tsx';
import { recordText } from '../record-texts.ts';

/** Comes with the first signature. */
const controlPart = new LatePart(() => import('./signature-control.tsx'));

/**
 * Control of a signature in a form.
 * @param unfinished names of fields with something drawn that is no signature yet; the form is not saved then
 */
export const signatureItem = (field: RecordField, language: Language, unfinished: Set<string> = new Set()) => {
  const onUnfinished = (is: boolean): void => void (is ? unfinished.add(field.name) : unfinished.delete(field.name));
  return {
    kind: 'custom',
    span: 2,
    check: () => (unfinished.has(field.name) ? recordText('signatureOpen', language) : undefined),
    render: ({ id, value, disabled, invalid, onChange }: FieldControl<Readonly<Record<string, UploadedFile | null>>>) => (
      <LateControl
        part={controlPart}
        props={{ field, id, value: value ?? null, disabled, invalid, onUnfinished, onChange: (next: UploadedFile | null) => onChange(next as never) }}
      />
    ),
  };
};

export const SignatureCell = ({ value }: { readonly value: UploadedFile | null | undefined }) =>
  value ? <PictureRow files={[value]} small /> : <span>–</span>;
