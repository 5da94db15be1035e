import type { ControlProps } from './control-parts.tsx';

export const CustomControl = ({ field, value, values, set, setValues, input, disabled, invalid }: ControlProps<'custom'>) =>
  field.render({ id: input.id, value: value as never, values, disabled, invalid: invalid ?? false, onChange: set, setValues });
