import { usePlugin } from '@nephra/plugin-sdk/web';
import { useMemo } from 'react';
import type { Picked } from './choice.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { useKitText } from './kit-text.ts';
import { organizationsSource, ownUnitSource, peopleSource, subordinatesSource, unitsSource } from './staff-sources.ts';

export interface SelectDialogProps {
  /** User picker: default 审批人. Organisations: 组织选择. */
  readonly title?: string;
  readonly multiple?: boolean;
  /** What is chosen already. */
  readonly value?: readonly Picked[];
  readonly onConfirm: (picked: readonly Picked[]) => void;
  readonly onClose: () => void;
}

export interface OrganizationDialogProps extends SelectDialogProps {
  /** Offers departments, too. */
  readonly departments?: boolean;
  readonly leavesOnly?: boolean;
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
export function OpenOrganizationSelect({ title, multiple = false, value = NOTHING, departments, leavesOnly, onConfirm, onClose }: OrganizationDialogProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const name = title ?? text('organizationSelect');
  const tabs = useMemo(
    () => [{ key: 'all', text: name, source: departments ? unitsSource(http, ['company', 'department']) : organizationsSource(http) }] as const,
    [http, name, departments],
  );
  return (
    <ChoiceDialog title={name} tabs={tabs} width={800} multiple={multiple} leavesOnly={leavesOnly} initial={value} onConfirm={onConfirm} onClose={onClose} />
  );
}
