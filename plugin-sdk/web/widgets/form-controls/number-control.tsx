import { InputNumber } from '@nephra/plugin-sdk/ui';
import { type ControlProps, insetLabel, useHint } from './control-parts.tsx';

export function NumberControl(props: ControlProps<'number'>) {
  const { field, value, set, input } = props;
  return (
    <InputNumber
      {...input}
      prefix={insetLabel(props).prefix}
      value={(value as number | null | undefined) ?? ''}
      min={field.min}
      max={field.max}
      step={field.step}
      precision={field.precision ?? 0}
      suffix={field.unit}
      placeholder={useHint(props, 'input')}
      onChange={(next: number | string) => set(next === '' ? null : Number(next))}
    />
  );
}
