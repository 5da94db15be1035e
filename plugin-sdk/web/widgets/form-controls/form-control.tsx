import type { ComponentType } from 'react';
import type { AnyValues, ControlProps } from './control-parts.tsx';
import { CONTROLS } from './control-table.ts';
import type { Field } from '../form-field.ts';

export interface FormControlProps<Values extends object>
  extends Pick<ControlProps, 'invalid' | 'describedBy' | 'name' | 'labelId' | 'inset' | 'onBlur' | 'onEnter' | 'onHold'> {
  readonly field: Field<Values>;
  readonly values: Values;
  readonly setValues: (values: Partial<Values>) => void;
  readonly id: string;
}

/** The control of one field, by its kind. */
export function FormControl<Values extends object>({ field, values, setValues, id, ...rest }: FormControlProps<Values>) {
  const { invalid, describedBy, name, inset, onBlur } = rest;
  const disabled = typeof field.disabled === 'function' ? field.disabled(values) : (field.disabled ?? false);
  // The compiler cannot follow that a field's kind picks the control made for it.
  const Control = CONTROLS[field.kind] as ComponentType<ControlProps>;
  return (
    <Control
      {...rest}
      field={field as unknown as Field<AnyValues>} // names are checked where the field is written
      value={values[field.name as keyof Values]}
      values={values as AnyValues}
      set={(next) => setValues({ [field.name]: next } as Partial<Values>)}
      setValues={setValues as ControlProps['setValues']}
      disabled={disabled}
      input={{
        id,
        disabled,
        onBlur,
        validateStatus: invalid ? 'error' : undefined,
        'aria-describedby': describedBy,
        'aria-invalid': invalid || undefined,
        'aria-label': name ?? (inset ? field.label : undefined),
        style: { width: '100%' },
      }}
    />
  );
}
