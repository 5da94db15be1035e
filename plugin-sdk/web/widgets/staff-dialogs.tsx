import { lazy, Suspense } from 'react';
import type { OrganizationDialogProps, SelectDialogProps } from './select-dialogs.tsx';

const load = () => import('./select-dialogs.tsx');
const OpenUserPicker = lazy(() => load().then((module) => ({ default: module.OpenUserPicker })));
const OpenUserSelect = lazy(() => load().then((module) => ({ default: module.OpenUserSelect })));
const OpenOrganizationSelect = lazy(() => load().then((module) => ({ default: module.OpenOrganizationSelect })));

/** Dialogs are fetched when they open first; who knows that one will open soon asks for it before. */
export const preloadStaffDialogs = (): void => void load();

interface Shown {
  /** The dialog is there while this is true. */
  readonly visible: boolean;
}
export type UserPickerDialogProps = SelectDialogProps & Shown;
export type UserSelectDialogProps = SelectDialogProps & Shown;
export type OrganizationSelectDialogProps = OrganizationDialogProps & Shown;

/** 450 px, three tabs: 全部数据, 当前组织, 我的下属. Confirming without a choice says 请选择{title}; default title 审批人 (spec 2.6, 5). */
export const UserPickerDialog = ({ visible, ...props }: UserPickerDialogProps) =>
  visible ? (
    <Suspense>
      <OpenUserPicker {...props} />
    </Suspense>
  ) : null;

/** 800 px: people in a tree, the chosen ones beside it. An empty choice is an answer, too. */
export const UserSelectDialog = ({ visible, ...props }: UserSelectDialogProps) =>
  visible ? (
    <Suspense>
      <OpenUserSelect {...props} />
    </Suspense>
  ) : null;

/** 800 px: organisations, with `departments` also departments, in a tree, the chosen ones beside it. */
export const OrganizationSelectDialog = ({ visible, ...props }: OrganizationSelectDialogProps) =>
  visible ? (
    <Suspense>
      <OpenOrganizationSelect {...props} />
    </Suspense>
  ) : null;
