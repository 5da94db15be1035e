import { Input, InputNumber, Radio, RadioGroup, Select, Switch, TextArea } from '@nephra/plugin-sdk/ui';
import type { ReactNode } from 'react';
import type { Choice } from './column.ts';
import type { Field, StaffField as StaffFieldRule } from './form-field.ts';
import { DateField } from './date-field.tsx';
import { useKitText } from './kit-text.ts';
import { StaffField } from './staff-fields.tsx';
import { MoneyInput, QuantityInput, UnitPriceInput } from './money-input.tsx';

const NO_IDS: readonly string[] = [];
/** From this many choices on, a select lets the user type. */
const FILTER_FROM = 8;

export interface FormControlProps<Values extends object> {
  readonly field: Field<Values>;
  readonly values: Values;
  readonly setValues: (values: Partial<Values>) => void;
  readonly id: string;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  /** Name for screen readers where no label element points at the control. */
  readonly name?: string;
  /** Id of the label element; selects are named by it. */
  readonly labelId?: string;
  /** Label inside the control, for search forms. */
  readonly inset?: boolean;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
}

/** What a staff field lets choose; its own kind where names agree. */
function staffKindOf<Values extends object>(field: StaffFieldRule<Values>) {
  if (field.kind === 'userGroup') return 'group' as const;
  return field.kind === 'organize' && field.departments ? ('unit' as const) : field.kind;
}

/** The control of one field, by its kind. */
export function FormControl<Values extends object>({
  field,
  values,
  setValues,
  id,
  invalid,
  describedBy,
  name,
  labelId,
  inset,
  onBlur,
  onEnter,
}: FormControlProps<Values>): ReactNode {
  const text = useKitText();
  const value: unknown = values[field.name as keyof Values];
  const set = (next: unknown) => setValues({ [field.name]: next } as Partial<Values>);
  const disabled = typeof field.disabled === 'function' ? field.disabled(values) : (field.disabled ?? false);
  const shared = {
    id,
    disabled,
    onBlur,
    validateStatus: invalid ? ('error' as const) : undefined,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-label': name ?? (inset ? field.label : undefined),
    style: { width: '100%' },
  };
  // A search field says its name inside itself; "please enter" after it would only be noise.
  const hint = (key: 'input' | 'select') => field.placeholder ?? (inset ? (key === 'select' ? text('any') : undefined) : text(key));
  const insetId = `${id}-label`;
  const prefix = inset ? (
    <span id={insetId} className="nk-inset">
      {field.label}
    </span>
  ) : undefined;
  switch (field.kind) {
    case 'text':
    case 'password':
      return (
        <Input
          {...shared}
          mode={field.kind === 'password' ? 'password' : undefined}
          prefix={prefix}
          value={(value as string | null | undefined) ?? ''}
          maxLength={field.maxLength}
          placeholder={hint('input')}
          autoComplete={field.autoComplete ?? 'off'}
          showClear={inset}
          onChange={set}
          onEnterPress={onEnter}
        />
      );
    case 'textarea':
      return (
        <TextArea
          {...shared}
          value={(value as string | null | undefined) ?? ''}
          rows={field.rows ?? 3}
          maxCount={field.maxLength}
          placeholder={hint('input')}
          onChange={set}
        />
      );
    case 'number':
      return (
        <InputNumber
          {...shared}
          prefix={prefix}
          value={(value as number | null | undefined) ?? ''}
          min={field.min}
          max={field.max}
          step={field.step}
          precision={field.precision ?? 0}
          suffix={field.unit}
          placeholder={hint('input')}
          onChange={(next: number | string) => set(next === '' ? null : Number(next))}
        />
      );
    case 'money':
      return (
        <MoneyInput
          {...shared}
          prefix={inset ? field.label : undefined}
          placeholder={field.placeholder}
          value={value as never}
          onChange={set}
          invalid={invalid}
        />
      );
    case 'unitPrice':
      return (
        <UnitPriceInput
          {...shared}
          prefix={inset ? field.label : undefined}
          placeholder={field.placeholder}
          value={value as never}
          onChange={set}
          invalid={invalid}
        />
      );
    case 'quantity':
      return (
        <QuantityInput
          {...shared}
          prefix={inset ? field.label : undefined}
          placeholder={field.placeholder}
          decimals={field.decimals}
          unit={field.unit}
          value={value as never}
          onChange={set}
          invalid={invalid}
        />
      );
    case 'select':
    case 'multiSelect': {
      const options = typeof field.options === 'function' ? field.options(values) : field.options;
      return (
        <Select
          {...shared}
          aria-labelledby={inset ? insetId : labelId}
          prefix={prefix}
          multiple={field.kind === 'multiSelect'}
          maxTagCount={2}
          value={(value as string | number | undefined) ?? undefined}
          optionList={options.map(({ value: one, text: label, disabled: off }) => ({ value: one, label, disabled: off }))}
          filter={'filter' in field && field.filter !== undefined ? field.filter : options.length >= FILTER_FROM}
          showClear={!field.required}
          placeholder={hint('select')}
          onChange={(next) => set(next ?? null)}
        />
      );
    }
    case 'radio':
      return (
        <RadioGroup
          id={id}
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
    case 'switch':
      return <Switch id={id} disabled={disabled} checked={value === true} onChange={set} aria-label={name ?? field.label} />;
    case 'user':
    case 'department':
    case 'position':
    case 'role':
    case 'organize':
    case 'userGroup': {
      const control = {
        id,
        label: name ?? field.label,
        title: field.kind === 'organize' ? undefined : field.label,
        disabled,
        invalid,
        required: field.required,
        describedBy,
        placeholder: field.placeholder ?? (inset ? field.label : undefined),
        names: field.names,
        leavesOnly: field.leavesOnly,
        tree: field.tree,
        kind: staffKindOf(field),
        onBlur,
        onChange: set,
      };
      return field.multiple ? (
        <StaffField {...control} multiple value={(value as readonly string[] | null | undefined) ?? NO_IDS} />
      ) : (
        <StaffField {...control} value={(value as string | null | undefined) ?? null} />
      );
    }
    case 'custom':
      return field.render({ id, value: value as never, values, disabled, invalid: invalid ?? false, onChange: set, setValues });
    default:
      return <DateField {...shared} field={field} value={value} onChange={set} inset={prefix} />;
  }
}

const choicesOf = <Values,>(options: readonly Choice[] | ((values: Values) => readonly Choice[]), values: Values): readonly Choice[] =>
  typeof options === 'function' ? options(values) : options;
