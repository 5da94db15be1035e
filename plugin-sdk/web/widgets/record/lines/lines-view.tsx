import type { Language } from '@nephra/plugin-sdk/contract';
import type { RecordField } from '@nephra/plugin-sdk/record';
import type { FieldControl } from '../../form-field.ts';
import { LateControl } from '../../date/late-control.tsx';
import { LatePart } from '../../late-part.ts';
import { recordText } from '../record-texts.ts';
import { type CellItem, LineComplaints } from './line-complaints.ts';
import type { FormLine } from './line-values.ts';

/** Comes with the first lines. */
const controlPart = new LatePart(() => import('./lines-control.tsx'));

/** What the grid needs of the kinds of its cells. */
export interface LineCells {
  /** Controls of the cells of a line. */
  readonly items: (line: FormLine) => readonly CellItem[];
  /** Values of a new line. */
  readonly blank: () => object;
  /** Sums below the lines, by cell; nothing where the field has none. */
  readonly totals?: (lines: readonly FormLine[]) => Readonly<Record<string, string>>;
}

type Lines = Readonly<Record<string, readonly FormLine[]>>;

/** Control of lines in the form of a record. @param complaints of this form; a form without has nobody to tell */
export function linesItem(field: RecordField, language: Language, cells: LineCells, complaints: LineComplaints = new LineComplaints()) {
  const { name } = field;
  const wrong = recordText('linesWrong', language);
  return {
    kind: 'custom',
    span: 4,
    check: (values: Lines) => (complaints.check(name, values[name] ?? [], cells.items, language) ? undefined : wrong),
    complain: (at: string, text: string) => (complaints.complain(name, at, text) ? wrong : undefined),
    render: ({ value, disabled, invalid, onChange }: FieldControl<Lines>) => (
      <LateControl part={controlPart} props={{ field, cells, complaints, value: value ?? [], disabled, invalid, onChange }} />
    ),
  };
}
