import type { StaffField as StaffFieldRule } from '../form-field.ts';
import { StaffField } from '../staff/staff-fields.tsx';
import type { AnyValues, ControlProps } from './control-parts.tsx';

const NO_IDS: readonly string[] = [];

/** What a staff field lets choose; its own kind where names agree. */
function staffKindOf(field: StaffFieldRule<AnyValues>) {
  if (field.kind === 'userGroup') return 'group' as const;
  return field.kind === 'organize' && field.departments ? ('unit' as const) : field.kind;
}

export function StaffKindControl({
  field,
  value,
  set,
  input,
  disabled,
  invalid,
  name,
  inset,
  describedBy,
  onBlur,
}: ControlProps<StaffFieldRule<AnyValues>['kind']>) {
  const control = {
    id: input.id,
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
