import type { StaffFieldKind } from '@nephra/plugin-sdk/record';
import { type HttpPort, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { ChoiceSource } from '../choice.ts';
import { useKitText } from '../kit-text.ts';
import { nameCacheOf } from '../name-cache.ts';
import { groupsSource, organizationsSource, peopleSource, positionsSource, rolesSource, unitsSource } from '../staff-sources.ts';

const SOURCES: Readonly<Record<StaffFieldKind, (http: HttpPort) => ChoiceSource>> = {
  user: peopleSource,
  department: (http) => unitsSource(http, ['department']),
  position: positionsSource,
  role: rolesSource,
  userGroup: groupsSource,
  organize: organizationsSource,
};

export interface StaffNameProps {
  readonly kind: StaffFieldKind;
  /** Empty: nobody. */
  readonly id: string;
}

/** The name behind an id of the staff directory, for cells: all that show at once ask with one call. */
export const StaffName = observer(function StaffName({ kind, id }: StaffNameProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const cache = useMemo(() => nameCacheOf(http, SOURCES[kind](http)), [http, kind]);
  useEffect(() => {
    if (id !== '') cache.want([id]);
  }, [cache, id]);
  if (id === '') return <span>–</span>;
  const name = cache.get(id);
  if (name === null) return <span>{text('unknownName')}</span>;
  return <span aria-busy={name === undefined}>{name?.fullName ?? '…'}</span>;
});
