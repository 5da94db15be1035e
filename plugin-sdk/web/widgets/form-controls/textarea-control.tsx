import { TextArea } from '@nephra/plugin-sdk/ui';
import { type ControlProps, useHint } from './control-parts.tsx';

export function TextareaControl(props: ControlProps<'textarea'>) {
  const { field, value, set, input } = props;
  return (
    <TextArea
      {...input}
      value={(value as string | null | undefined) ?? ''}
      rows={field.rows ?? 3}
      maxCount={field.maxLength}
      placeholder={useHint(props, 'input')}
      onChange={set}
    />
  );
}
