import type { HttpPort } from '@nephra/plugin-sdk/web';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useMemo } from 'react';
import { type ChoiceFieldProps, type ChoiceSource, type LeavesOnly, type OwnTree, withTree } from '../pick/choice.ts';
import { DialogControl } from '../pick/dialog-control.tsx';
import { DropControl } from '../pick/drop-control.tsx';
import { useKitText } from '../kit-text.ts';
import type { KitTextKey } from '../kit-texts.ts';
import { groupsSource, organizationsSource, peopleSource, positionsSource, rolesSource, unitsSource } from './staff-sources.ts';

/** What a staff field chooses from. `organize` with `departments` also offers departments. */
export type StaffKind = 'user' | 'organize' | 'unit' | 'department' | 'position' | 'role' | 'group';

interface KindOfControl {
  readonly source: (http: HttpPort) => ChoiceSource;
  readonly title: KitTextKey;
  readonly dialog: boolean;
}

const KINDS: Readonly<Record<StaffKind, KindOfControl>> = {
  user: { source: peopleSource, title: 'user', dialog: true },
  organize: { source: organizationsSource, title: 'organizationSelect', dialog: true },
  unit: { source: (http) => unitsSource(http, ['company', 'department']), title: 'organizationSelect', dialog: true },
  department: { source: (http) => unitsSource(http, ['department']), title: 'department', dialog: false },
  position: { source: positionsSource, title: 'position', dialog: false },
  role: { source: rolesSource, title: 'role', dialog: false },
  group: { source: groupsSource, title: 'group', dialog: false },
};

export type StaffControlProps = ChoiceFieldProps & LeavesOnly & OwnTree & { readonly kind: StaffKind };

/** The field of one kind of staff entries. */
export function StaffControl(props: StaffControlProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const { source: make, title, dialog } = KINDS[props.kind];
  const { tree } = props;
  const source = useMemo(() => withTree(make(http), tree), [make, http, tree]);
  const Control = dialog ? DialogControl : DropControl;
  return <Control field={props} source={source} title={props.title ?? text(title)} />;
}
