import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ExceptionRow } from '../../contract/board.schema.ts';
import type { BoardStore } from '../board/board.store.ts';

type Read =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly list: readonly ExceptionRow[] };

/** What people did to the plan of the days that are shown: moved, swapped, left out, added. */
export const ExceptionList = observer(function ExceptionList({ store }: { readonly store: BoardStore }) {
  const { t } = usePlugin();
  const [read, setRead] = useState<Read>({ kind: 'loading' });
  const [from, to] = store.span;
  const { board } = store;
  const load = async () => {
    try {
      const { data } = await store.client.exceptions({ query: { from, to } }, { quiet: true });
      setRead({ kind: 'ready', list: data.list });
    } catch (error) {
      setRead({ kind: 'failed', error });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the days, or what stands on them, changes
  useEffect(() => void load(), [from, to, board.slots]);
  const place = (one: ExceptionRow['from']): string =>
    one === null
      ? ''
      : [
          one.date.slice(5),
          board.shifts.find(({ shiftId }) => shiftId === one.shiftId)?.name ?? '',
          board.stations.find(({ stationId }) => stationId === one.stationId)?.code ?? '',
        ].join(' ');
  if (read.kind === 'failed') return <ErrorCard error={read.error} onRetry={() => void load()} />;
  if (read.kind === 'ready' && read.list.length === 0) return <EmptyState text={t('side.changedNone')} />;
  return (
    <ul className="ds-people">
      {read.kind === 'ready' &&
        read.list.map((one) => (
          <li key={one.slotId} className="ds-out">
            <b>{one.names.join(' ⇅ ')}</b>
            <span className="ds-quiet">
              {t(`exception.${one.kind}`)} {[place(one.from), place(one.to)].filter((text) => text !== '').join(' → ')}
            </span>
          </li>
        ))}
    </ul>
  );
});
