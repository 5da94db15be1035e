import { LatePart, useLatePart } from '../late-part.ts';
import type { OrganizationDialogProps, SelectDialogProps } from './select-dialogs.tsx';

const dialogs = new LatePart(() => import('./select-dialogs.tsx'));

/** Dialogs are fetched when they open first; who knows that one will open soon asks for it before. */
export const preloadStaffDialogs = (): void => dialogs.preload();

interface Shown {
  /** The dialog is there while this is true. */
  readonly visible: boolean;
}
export type UserPickerDialogProps = SelectDialogProps & Shown;
export type UserSelectDialogProps = SelectDialogProps & Shown;
export type OrganizationSelectDialogProps = OrganizationDialogProps & Shown;

function OpenPicker(props: SelectDialogProps) {
  const part = useLatePart(dialogs);
  return part ? <part.OpenUserPicker {...props} /> : null;
}
function OpenPeople(props: SelectDialogProps) {
  const part = useLatePart(dialogs);
  return part ? <part.OpenUserSelect {...props} /> : null;
}
function OpenOrganizations(props: OrganizationDialogProps) {
  const part = useLatePart(dialogs);
  return part ? <part.OpenOrganizationSelect {...props} /> : null;
}

/** 450 px, three tabs: 全部数据, 当前组织, 我的下属. Confirming without a choice says 请选择{title}; default title 审批人 (spec 2.6, 5). */
export const UserPickerDialog = ({ visible, ...props }: UserPickerDialogProps) => (visible ? <OpenPicker {...props} /> : null);

/** 800 px: people in a tree, the chosen ones beside it. An empty choice is an answer, too. */
export const UserSelectDialog = ({ visible, ...props }: UserSelectDialogProps) => (visible ? <OpenPeople {...props} /> : null);

/** 800 px: organisations, with `departments` also departments, in a tree, the chosen ones beside it. */
export const OrganizationSelectDialog = ({ visible, ...props }: OrganizationSelectDialogProps) => (visible ? <OpenOrganizations {...props} /> : null);
