import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, ListPage, ListStore, useStore } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import type { SyncRun } from '../../contract/sync/data-sync.contract.ts';
import { MAX_KEPT_REFUSALS } from '../../contract/sync/sync-limits.ts';
import type { DataSyncStore } from './data-sync.store.ts';
import '../data.css';

interface Refused {
  readonly id: number;
  readonly rowKey: string;
  readonly reason: string;
}

/** Rows of a copy that did not fit: their keys and why. */
export function RefusedSheet({ store, run }: { readonly store: DataSyncStore; readonly run: SyncRun }) {
  const { t } = usePlugin();
  const list = useStore(
    () =>
      new ListStore<Refused>({
        rowKey: ({ id }) => String(id),
        load: (_query, signal) => store.client.refusals({ params: { id: run.id } }, { signal, quiet: true }),
      }),
  );
  const columns = useMemo<readonly Column<Refused>[]>(
    () => [
      { prop: 'rowKey', label: t('sync.rowKey'), minWidth: 150 },
      { prop: 'reason', label: t('sync.why'), minWidth: 220 },
    ],
    [t],
  );
  return (
    <SideSheet visible title={t('sync.refusedOf', { name: run.table })} width="min(640px, 100vw)" onCancel={() => store.showRefused(null)}>
      <div className="data-sheet">
        <ListPage label={t('sync.refused')} store={list} columns={columns} columnSettings={false} emptyText={t('sync.noRefused')}>
          <p className="data-quiet">{t('sync.refusedNote', { most: MAX_KEPT_REFUSALS, all: run.rowsRefused })}</p>
        </ListPage>
      </div>
    </SideSheet>
  );
}
