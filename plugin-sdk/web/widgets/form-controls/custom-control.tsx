import type { ControlProps } from './control-parts.tsx';

export const CustomControl = ({ field, value, values, set, setValues, input, disabled, invalid, inset = false }: ControlProps<'custom'>) =>
  field.render({ id: input.id, value: value as never, values, disabled, invalid: invalid ?? false, inset, onChange: set, setValues });
