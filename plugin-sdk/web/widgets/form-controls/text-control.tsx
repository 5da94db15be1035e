import { Input } from '@nephra/plugin-sdk/ui';
import { type ControlProps, insetLabel, useHint } from './control-parts.tsx';

export function TextControl(props: ControlProps<'text' | 'password'>) {
  const { field, value, set, input, inset, onEnter } = props;
  return (
    <Input
      {...input}
      mode={field.kind === 'password' ? 'password' : undefined}
      prefix={insetLabel(props).prefix}
      value={(value as string | null | undefined) ?? ''}
      maxLength={field.maxLength}
      placeholder={useHint(props, 'input')}
      autoComplete={field.autoComplete ?? 'off'}
      showClear={inset}
      onChange={set}
      onEnterPress={onEnter}
    />
  );
}
