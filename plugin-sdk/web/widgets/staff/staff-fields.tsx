import type { ChoiceFieldProps, LeavesOnly, OwnTree } from '../pick/choice.ts';
import { useKitText } from '../kit-text.ts';
import { LatePart, useLatePart } from '../late-part.ts';
import type { StaffControlProps } from './staff-control.tsx';

/** Many pages have no such field; those that have fetch it when it shows. */
const control = new LatePart(() => import('./staff-control.tsx'));

/** A field of staff entries by its kind, as form panels draw it. */
export function StaffField(props: StaffControlProps) {
  const text = useKitText();
  const part = useLatePart(control);
  return part ? <part.StaffControl {...props} /> : <div className="nk-field-wait">{props.placeholder ?? text('select')}</div>;
}

export type UserSelectFieldProps = ChoiceFieldProps;
/** One person or several, chosen in a dialog of 800 px: tree left, chosen right. */
export const UserSelectField = (props: UserSelectFieldProps) => <StaffField {...props} kind="user" />;

export type OrganizationPickerProps = ChoiceFieldProps & LeavesOnly & OwnTree & { readonly departments?: boolean };
/** 组织选择: one organisation or several, with `departments` also departments, chosen in a dialog of 800 px. */
export const OrganizationPicker = ({ departments, ...props }: OrganizationPickerProps) => <StaffField {...props} kind={departments ? 'unit' : 'organize'} />;

export type StaffSelectProps = ChoiceFieldProps & LeavesOnly;
/** Tree select of departments. */
export const DepartmentSelect = (props: StaffSelectProps) => <StaffField {...props} kind="department" />;
/** Tree select of positions. */
export const PositionSelect = (props: StaffSelectProps) => <StaffField {...props} kind="position" />;
/** Tree select of roles. */
export const RoleSelect = (props: ChoiceFieldProps) => <StaffField {...props} kind="role" />;
/** Select of groups of people. */
export const GroupSelect = (props: ChoiceFieldProps) => <StaffField {...props} kind="group" />;
