import { Radio, RadioGroup, Select } from '@nephra/plugin-sdk/ui';
import type { Choice } from '../columns/column.ts';
import { type AnyValues, type ControlProps, insetLabel, useHint } from './control-parts.tsx';

/** From this many choices on, a select lets the user type. */
const FILTER_FROM = 8;

const choicesOf = (options: readonly Choice[] | ((values: AnyValues) => readonly Choice[]), values: AnyValues): readonly Choice[] =>
  typeof options === 'function' ? options(values) : options;

export function SelectControl(props: ControlProps<'select' | 'multiSelect'>) {
  const { field, value, values, set, input, inset, labelId } = props;
  const options = choicesOf(field.options, values);
  const label = insetLabel(props);
  return (
    <Select
      {...input}
      aria-labelledby={inset ? label.id : labelId}
      prefix={label.prefix}
      multiple={field.kind === 'multiSelect'}
      maxTagCount={2}
      value={(value as string | number | undefined) ?? undefined}
      optionList={options.map(({ value: one, text, disabled }) => ({ value: one, label: text, disabled }))}
      filter={'filter' in field && field.filter !== undefined ? field.filter : options.length >= FILTER_FROM}
      showClear={!field.required}
      placeholder={useHint(props, 'select')}
      onChange={(next) => set(next ?? null)}
    />
  );
}

export function RadioControl({ field, value, values, set, input, disabled, name }: ControlProps<'radio'>) {
  return (
    <RadioGroup
      id={input.id}
      disabled={disabled}
      value={value as string | number | undefined}
      onChange={(event) => set(event.target.value)}
      aria-label={name ?? field.label}
    >
      {choicesOf(field.options, values).map((choice) => (
        <Radio key={choice.value} value={choice.value} disabled={choice.disabled}>
          {choice.text}
        </Radio>
      ))}
    </RadioGroup>
  );
}
