import { usePlugin } from '@nephra/plugin-sdk/web';
import { useMemo } from 'react';
import { type OwnTree, type Picked, withTree } from '../pick/choice.ts';
import { ChoiceDialog } from '../pick/choice-dialog.tsx';
import { useKitText } from '../kit-text.ts';
import { organizationsSource, ownUnitSource, peopleSource, subordinatesSource, unitsSource } from './staff-sources.ts';

export interface SelectDialogProps {
  /** User picker: default 审批人. Organisations: 组织选择. */
  readonly title?: string;
  readonly multiple?: boolean;
  /** What is chosen already. */
  readonly value?: readonly Picked[];
  /** What answers with a promise keeps the dialog open until it has settled; it stays when that failed. */
  readonly onConfirm: (picked: readonly Picked[]) => unknown;
  readonly onClose: () => void;
}

export interface OrganizationDialogProps extends SelectDialogProps, OwnTree {
  /** Offers departments, too. */
  readonly departments?: boolean;
  readonly leavesOnly?: boolean;
  /** Something must be chosen. */
  readonly required?: boolean;
  /** What the choice leads to; stands above the tree. */
  readonly note?: string;
  /** Text of the button that confirms. Default 确定. */
  readonly okText?: string;
}

const NOTHING: readonly Picked[] = [];

/** 450 px: all people, own organisation, own reports. Somebody must be chosen. */
export function OpenUserPicker({ title, multiple = false, value = NOTHING, onConfirm, onClose }: SelectDialogProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const tabs = useMemo(
    () =>
      [
        { key: 'all', text: text('allPeople'), source: peopleSource(http) },
        { key: 'unit', text: text('ownUnit'), source: ownUnitSource(http) },
        { key: 'reports', text: text('ownReports'), source: subordinatesSource(http) },
      ] as const,
    [http, text],
  );
  const name = title ?? text('approver');
  return (
    <ChoiceDialog
      title={name}
      tabs={tabs}
      width={450}
      multiple={multiple}
      initial={value}
      demand={text('pleaseSelect', { title: name })}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** 800 px: people in a tree, the chosen ones beside it. */
export function OpenUserSelect({ title, multiple = false, value = NOTHING, onConfirm, onClose }: SelectDialogProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const name = title ?? text('user');
  const tabs = useMemo(() => [{ key: 'all', text: name, source: peopleSource(http) }] as const, [http, name]);
  return <ChoiceDialog title={name} tabs={tabs} width={800} multiple={multiple} initial={value} onConfirm={onConfirm} onClose={onClose} />;
}

/** 800 px: organisations (and departments) in a tree, the chosen ones beside it. */
export function OpenOrganizationSelect(props: OrganizationDialogProps) {
  const { title, multiple = false, value = NOTHING, departments, tree, required, ...rest } = props;
  const { http } = usePlugin();
  const text = useKitText();
  const name = title ?? text('organizationSelect');
  const tabs = useMemo(
    () => [{ key: 'all', text: name, source: withTree(departments ? unitsSource(http, ['company', 'department']) : organizationsSource(http), tree) }] as const,
    [http, name, departments, tree],
  );
  const demand = required ? text('pleaseSelect', { title: name }) : undefined;
  return <ChoiceDialog {...rest} title={name} tabs={tabs} width={800} multiple={multiple} initial={value} demand={demand} />;
}
