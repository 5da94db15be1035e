import type { Language } from '@nephra/plugin-sdk/contract';
import type { RecordField } from '@nephra/plugin-sdk/record';
import type { ComponentType } from 'react';
import type { FieldControl } from '../../form-field.ts';
import type { FieldView } from '../record-views.tsx';

/** What the control of a kind that a plugin adds is given. */
export interface KindControlProps<Wire> {
  readonly field: RecordField;
  readonly language: Language;
  /** For the element that takes the focus, so that the label and the first complaint find it. */
  readonly id: string;
  readonly value: Wire;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly onChange: (value: Wire) => void;
}

/** How a kind of field looks that a plugin adds. What is left out shows its text. */
export interface FieldKindView<Wire> {
  /** In forms, and above lists where lists can be narrowed by it. */
  readonly Control: ComponentType<KindControlProps<Wire>>;
  readonly Cell?: ComponentType<{ readonly value: Wire; readonly field: RecordField; readonly language: Language }>;
  /** Room that a cell takes. Default: 140 pixels at least. */
  readonly cell?: FieldView['cell'];
  /** Text of a cell on paper. */
  readonly print?: (value: Wire, field: RecordField, language: Language) => string;
}

type AnyView = FieldKindView<unknown>;
type AnyControl = FieldControl<Readonly<Record<string, unknown>>>;

const given = new Map<string, AnyView>();

/** @returns false where it was known already */
export function giveKindView(name: string, view: object): boolean {
  if (given.has(name)) return false;
  given.set(name, view as AnyView);
  return true;
}

export const isKindDrawn = (name: string): boolean => given.has(name);

const CELL = { minWidth: 140 } as const;

/** What draws a field of a kind that a plugin adds. Until it is here, and where its plugin is off, the value stands there as text and stays what it is. */
export function kindView({ kind, of }: RecordField): FieldView {
  const view = given.get(kind);
  const textOf = (value: unknown, language: Language): string => of.plugin?.toText(value ?? of.empty, language) ?? '';
  const control = (field: RecordField, language: Language) => ({
    kind: 'custom',
    render: ({ id, value, disabled, invalid, onChange }: AnyControl) =>
      view ? (
        <view.Control
          field={field}
          language={language}
          id={id}
          value={value ?? of.empty}
          disabled={disabled}
          invalid={invalid}
          onChange={(next) => onChange(next)}
        />
      ) : (
        <output id={id} tabIndex={-1} data-first-focus>
          {textOf(value, language) || '–'}
        </output>
      ),
  });
  return {
    item: control,
    ...(of.plugin?.filtered && view && { search: control }),
    cell: view?.cell ?? CELL,
    show: (value, field, language) => (view?.Cell ? <view.Cell value={value ?? of.empty} field={field} language={language} /> : textOf(value, language) || '–'),
    text: (value, field, language) => view?.print?.(value ?? of.empty, field, language) ?? textOf(value, language),
  };
}
