import { Switch } from '@nephra/plugin-sdk/ui';
import type { ControlProps } from './control-parts.tsx';

export const SwitchControl = ({ field, value, set, input, disabled, name }: ControlProps<'switch'>) => (
  <Switch id={input.id} disabled={disabled} checked={value === true} onChange={set} aria-label={name ?? field.label} />
);
