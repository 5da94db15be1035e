import type { Language } from '@nephra/plugin-sdk/contract';
import {
  type AnyRecord,
  calculatedComplaint,
  complaintText,
  initialOf,
  type RecordField,
  rulesOf,
  type SettledValues,
  settleValues,
} from '@nephra/plugin-sdk/record';
import type { ReactNode } from 'react';
import type { FormItem } from '../form-field.ts';
import { type RecordValues, toWire, viewOf } from './record-views.tsx';

type Item = FormItem<RecordValues>;
type AnyRow = Readonly<Record<string, unknown>>;

/** What the conditions and calculations of a record make of a form while somebody types: the same as the server makes of what is sent. */
export class FormConditions {
  readonly #fields: readonly RecordField[];
  readonly #inForm: ReadonlySet<string>;
  readonly #stored: AnyRow | null;
  #last: { readonly values: RecordValues; readonly settled: SettledValues } | undefined;

  /**
   * @param stored the row that is edited; null: a new one
   * @returns undefined where no field depends on another
   */
  static of({ fields, form }: Pick<AnyRecord, 'fields' | 'form'>, stored: AnyRow | null): FormConditions | undefined {
    return rulesOf(fields) && new FormConditions(fields, new Set(form), stored);
  }

  private constructor(fields: readonly RecordField[], inForm: ReadonlySet<string>, stored: AnyRow | null) {
    this.#fields = fields;
    this.#inForm = inForm;
    this.#stored = stored;
  }

  /** @param values of the form; the same ones are looked at once */
  settled(values: RecordValues): SettledValues {
    if (this.#last?.values !== values) this.#last = { values, settled: settleValues(this.#fields, this.#wire(values), this.#stored ?? undefined) };
    return this.#last.settled;
  }

  /** What is hidden, calculated or may not be edited is the server's matter: what somebody typed there before is not sent. */
  sends(field: RecordField, values: RecordValues): boolean {
    return this.settled(values).stateOf(field).editable;
  }

  #wire(values: RecordValues): AnyRow {
    const wireOf = (field: RecordField): unknown => {
      if (this.#inForm.has(field.name) && field.name in values) return toWire(field, values[field.name]);
      return this.#stored ? this.#stored[field.name] : initialOf(field);
    };
    return Object.fromEntries(this.#fields.map((field) => [field.name, wireOf(field)]));
  }
}

/**
 * The control of a field as its conditions have it: away, with or without the mark of what must be given, or as a value that is only read.
 * @param row that the form shows, or began as
 */
export function conditionedItem(
  field: RecordField,
  itemFor: (field: RecordField) => Item,
  conditions: FormConditions,
  values: RecordValues,
  { language, row }: { readonly language: Language; readonly row: AnyRow | null },
): Item {
  const settled = conditions.settled(values);
  const { shown, required, editable } = settled.stateOf(field);
  const item = itemFor(required === field.required ? field : { ...field, required });
  if (!shown) return { ...item, visible: () => false } as Item;
  if (editable) return item;
  const value = settled.values[field.name];
  const complaint = field.value && calculatedComplaint(field, value);
  const { label, help, span } = item as { readonly label: string; readonly help?: string; readonly span?: number };
  return {
    kind: 'custom',
    name: field.name,
    label,
    ...(help !== undefined && { help }),
    ...(span !== undefined && { span }),
    ...(complaint && { check: () => complaintText(complaint, language) }),
    // An `output` has the label and is read out when it changes. The tab key passes it by; the cursor goes there when the value is refused.
    render: ({ id, invalid }) => (
      <output id={id} tabIndex={-1} data-first-focus aria-describedby={invalid ? `${id}-note` : undefined}>
        {readOnlyText(field, value, row, language)}
      </output>
    ),
  } as Item;
}

/** Controls of the cells of one line: conditions of cells look at the other cells of their line. */
export function conditionedCells(
  cells: readonly RecordField[],
  itemFor: (cell: RecordField) => Item,
  values: RecordValues,
  { language, stored }: { readonly language: Language; readonly stored: AnyRow | null },
): readonly Item[] {
  const conditions = FormConditions.of({ fields: cells, form: cells.map(({ name }) => name) }, stored);
  return cells.map((cell) => (conditions ? conditionedItem(cell, itemFor, conditions, values, { language, row: stored }) : itemFor(cell)));
}

function readOnlyText(field: RecordField, value: unknown, row: AnyRow | null, language: Language): ReactNode {
  const { show, ofRow } = viewOf(field);
  if (ofRow) return (row && ofRow({ ...row, [field.name]: value }, field, language)) || '–';
  if (show) return show(value, field, language);
  return value === '' || value === null || value === undefined ? '–' : String(value);
}
