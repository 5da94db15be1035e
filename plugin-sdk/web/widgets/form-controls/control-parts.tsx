import type { CSSProperties, ReactNode } from 'react';
import type { Field } from '../form-field.ts';
import { useKitText } from '../kit-text.ts';

/** Names of the fields do not matter to a control: it is handed the value. */
export type AnyValues = Record<string, never>;
export type FieldKind = Field<AnyValues>['kind'];

/** The field type that a kind belongs to; one may stand for several kinds. */
type FieldOf<Kind extends FieldKind, One = Field<AnyValues>> = One extends { readonly kind: infer Kinds } ? (Kind extends Kinds ? One : never) : never;

/** What every input of the component library takes. */
export interface InputParts {
  readonly id: string;
  readonly disabled: boolean;
  readonly onBlur?: () => void;
  readonly validateStatus: 'error' | undefined;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-label'?: string;
  readonly style: CSSProperties;
}

/** What the control of a kind is handed. */
export interface ControlProps<Kind extends FieldKind = FieldKind> {
  readonly field: FieldOf<Kind>;
  readonly value: unknown;
  readonly values: AnyValues;
  readonly set: (value: unknown) => void;
  readonly setValues: (values: Partial<AnyValues>) => void;
  readonly input: InputParts;
  readonly disabled: boolean;
  readonly invalid?: boolean;
  /** Name for screen readers where no label element points at the control. */
  readonly name?: string;
  readonly labelId?: string;
  readonly describedBy?: string;
  /** The label stands inside the control, as in search forms. */
  readonly inset?: boolean;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
  /** Why the form cannot be saved now although something is filled in. Undefined ends it. */
  readonly onHold?: (reason: string | undefined) => void;
}

/** The label inside a control, and its id. */
export function insetLabel({ field, inset, input: { id } }: ControlProps): { readonly prefix: ReactNode; readonly id: string } {
  const labelId = `${id}-label`;
  const prefix = inset ? (
    <span id={labelId} className="nk-inset">
      {field.label}
    </span>
  ) : undefined;
  return { prefix, id: labelId };
}

/** A search field says its name inside itself; "please enter" after it would only be noise. */
export function useHint({ field, inset }: ControlProps, key: 'input' | 'select'): string | undefined {
  const text = useKitText();
  return field.placeholder ?? (inset ? (key === 'select' ? text('any') : undefined) : text(key));
}
