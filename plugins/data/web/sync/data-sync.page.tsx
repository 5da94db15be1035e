import { formatInstant } from '@nephra/plugin-sdk/contract';
import { IconPlus } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { administratorsPage, type Column, ListPage, StatusTag, statusTable, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useMemo } from 'react';
import type { SyncRun } from '../../contract/sync/data-sync.contract.ts';
import '../data.css';
import { DataSyncStore, isUnderWay } from './data-sync.store.ts';

const SyncDialog = lazy(() => import('./sync.dialog.tsx').then((module) => ({ default: module.SyncDialog })));
const RefusedSheet = lazy(() => import('./refused.sheet.tsx').then((module) => ({ default: module.RefusedSheet })));

const TONES = { waiting: 'neutral', running: 'info', done: 'success', failed: 'danger', cancelled: 'warning' } as const;

/** Rows read of those expected. What is done needs no guess beside it. */
const farness = ({ rowsRead, rowsExpected, state }: SyncRun, t: WebContext['t']): string =>
  state === 'done' ? String(rowsRead) : t('sync.of', { read: rowsRead, expected: rowsExpected < 0 ? '?' : rowsExpected });

/** Copies of foreign tables into tables of the site, how far they are, and what did not fit (spec 2.5-06). */
const DataSyncPage = observer(function DataSyncPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new DataSyncStore(ctx));
  const columns = useMemo<readonly Column<SyncRun>[]>(
    () => [
      { prop: 'table', label: t('sync.table'), minWidth: 130, always: true },
      {
        ...{ prop: 'state', label: t('sync.state'), minWidth: 116, always: true, text: ({ state }) => t(`sync.states.${state}`) },
        render: (run) => (
          <>
            <StatusTag value={run.state} table={statusTable(TONES, (value) => t(`sync.states.${value}`))} />
            {isUnderWay(run) && <small className="data-quiet data-below">{farness(run, t)}</small>}
            {run.state === 'failed' && <small className="data-quiet data-below">{run.problem}</small>}
          </>
        ),
      },
      {
        prop: 'rowsRead',
        label: t('sync.progress'),
        minWidth: 150,
        text: (run) => farness(run, t),
        render: (run) => farness(run, t),
      },
      { prop: 'rowsWritten', label: t('sync.written'), width: 90, align: 'right' },
      { prop: 'rowsRefused', label: t('sync.refused'), width: 90, align: 'right' },
      { prop: 'sourceName', label: t('sync.source'), minWidth: 120 },
      { prop: 'problem', label: t('sync.problem'), minWidth: 160 },
      {
        prop: 'startTime',
        label: t('sync.started'),
        width: 160,
        text: ({ startTime }) => formatInstant(startTime),
        render: ({ startTime }) => formatInstant(startTime),
      },
      { prop: 'creatorUser', label: t('sync.by'), width: 110, hiddenAtFirst: true },
    ],
    [t],
  );
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={store.list}
        columns={columns}
        emptyText={t('sync.none')}
        search={[{ kind: 'text', name: 'keyword', label: t('sync.keyword'), placeholder: t('sync.find') }]}
        toolbar={[{ key: 'add', text: t('sync.add'), button: 'btn_sync', primary: true, icon: <IconPlus />, onClick: () => store.ask() }]}
        rowActions={[
          {
            key: 'cancel',
            text: t('sync.cancel'),
            button: 'btn_sync',
            danger: true,
            visible: isUnderWay,
            confirm: ({ table }) => t('sync.cancelAsk', { name: table }),
            onClick: store.cancel,
          },
          {
            key: 'resume',
            text: t('sync.resume'),
            button: 'btn_sync',
            visible: ({ state }) => state === 'failed' || state === 'cancelled',
            onClick: store.resume,
          },
          { key: 'refused', text: t('sync.showRefused'), visible: ({ rowsRefused }) => rowsRefused > 0, onClick: (run) => store.showRefused(run) },
        ]}
      />
      <Suspense fallback={null}>
        {store.asking && <SyncDialog store={store} />}
        {store.refused && <RefusedSheet store={store} run={store.refused} />}
      </Suspense>
    </>
  );
});
export const Page = administratorsPage(DataSyncPage);
