import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useKitText } from '../../kit-text.ts';
import { nameCacheOf } from '../../name-cache.ts';
import { type NamedKind, STAFF_SOURCES } from './staff-sources-by-kind.ts';

export interface StaffNameProps {
  readonly kind: NamedKind;
  /** Empty: nobody. */
  readonly id: string;
}

/** The name behind an id of the staff directory, for cells: all that show at once ask with one call. */
export const StaffName = observer(function StaffName({ kind, id }: StaffNameProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const cache = useMemo(() => nameCacheOf(http, STAFF_SOURCES[kind](http)), [http, kind]);
  useEffect(() => {
    if (id !== '') cache.want([id]);
  }, [cache, id]);
  if (id === '') return <span>–</span>;
  const name = cache.get(id);
  if (name === null) return <span>{text('unknownName')}</span>;
  return <span aria-busy={name === undefined}>{name?.fullName ?? '…'}</span>;
});
