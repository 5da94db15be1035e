import '../wechat.css';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, dateColumn, EditDialog, ListPage, statusColumn, statusTable, type Tone, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { SyncRun } from '../../contract/sync/sync.contract.ts';
import type { SyncRunState } from '../../contract/sync/sync-limits.ts';
import { RunDialog } from './run.dialog.tsx';
import { SyncStore } from './sync.store.ts';

const TONES: Readonly<Record<SyncRunState, Tone>> = {
  ...{ preview: 'warning', waiting: 'neutral', running: 'info', done: 'success', 'undo-waiting': 'neutral', undoing: 'info', undone: 'neutral' },
};

function progressOf(t: WebContext['t'], { state, total, done, refused }: SyncRun): string {
  if (state === 'preview') return '–';
  return `${t('sync.of', { done, total })}${refused > 0 ? t('sync.refusedN', { n: refused }) : ''}`;
}

/** The other directory, and whether it is read or written. */
const sideOf = (t: WebContext['t'], { source, direction }: SyncRun): string => t(`sync.sides.${direction}`, { name: t(`sync.sources.${source}`) });

const countsOf = (t: WebContext['t'], { adds, changes, disables, conflicts }: SyncRun): string => t('sync.counts', { adds, changes, disables, conflicts });

const columnsOf = (t: WebContext['t']): readonly Column<SyncRun>[] => [
  statusColumn('state', t('sync.state'), { width: 120, always: true, table: statusTable(TONES, (value) => t(`sync.states.${value}`)) }),
  { prop: 'progress', label: t('sync.progress'), minWidth: 130, always: true, render: (run) => progressOf(t, run), text: (run) => progressOf(t, run) },
  {
    prop: 'source',
    label: t('sync.source'),
    minWidth: 150,
    render: (run) => sideOf(t, run),
    text: (run) => sideOf(t, run),
  },
  { prop: 'organizeName', label: t('sync.org'), minWidth: 180 },
  { prop: 'found', label: t('sync.found'), minWidth: 260, render: (run) => countsOf(t, run), text: (run) => countsOf(t, run) },
  { prop: 'creatorUser', label: t('sync.by'), width: 110 },
  dateColumn('creatorTime', t('sync.time')),
];

/** Departments and members of the WeChat work account into an organisation: preview, application, undo. */
export const Page = observer(function SyncPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new SyncStore(ctx));
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={store.list}
        columns={columns}
        emptyText={t('sync.empty')}
        toolbar={[{ key: 'preview', text: t('sync.preview'), button: 'btn_sync', primary: true, onClick: () => store.ask() }]}
        rowActions={[{ key: 'open', text: t('sync.open'), onClick: (run: SyncRun) => store.open(run) }]}
        onOpen={(run: SyncRun) => store.open(run)}
      >
        <p className="wx-quiet">{t('sync.intro')}</p>
      </ListPage>
      <EditDialog form={store.asking} title={t('sync.previewTitle')} saveText={t('sync.preview')} onClose={() => store.closeAsking()} onSave={store.preview} />
      {store.opened && <RunDialog store={store} opened={store.opened} />}
    </>
  );
});
