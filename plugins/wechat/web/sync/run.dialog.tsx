import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, FilterChips, ListPage, PermissionButton, statusColumn, statusTable, TickGroup, type Tone } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { SyncItem } from '../../contract/sync/sync.contract.ts';
import { SYNC_ACTS, SYNC_CHOICES, type SyncAct, type SyncChoice, type SyncItemState } from '../../contract/sync/sync-limits.ts';
import type { OpenRun, SyncStore } from './sync.store.ts';

const ACT_TONES: Readonly<Record<SyncAct, Tone>> = { add: 'success', change: 'info', disable: 'danger', conflict: 'warning' };
const STATE_TONES: Readonly<Record<SyncItemState, Tone>> = {
  ...{ planned: 'neutral', left: 'neutral', done: 'success', refused: 'danger', undone: 'info', kept: 'warning' },
};

const columnsOf = (t: WebContext['t']): readonly Column<SyncItem>[] => [
  {
    ...{ prop: 'name', label: t('sync.name'), minWidth: 150, always: true },
    render: ({ name, subject }) => (
      <>
        {name} <small className="wx-quiet">{t(`sync.subjects.${subject}`)}</small>
      </>
    ),
    text: ({ name }) => name,
  },
  statusColumn('act', t('sync.act'), { width: 110, always: true, table: statusTable(ACT_TONES, (value) => t(`sync.acts.${value}`)) }),
  { prop: 'detail', label: t('sync.detailTitle'), minWidth: 160, render: ({ detail }) => detail || '–', text: ({ detail }) => detail },
  statusColumn('state', t('sync.state'), { width: 100, table: statusTable(STATE_TONES, (value) => t(`sync.itemStates.${value}`)) }),
  {
    prop: 'reason',
    label: t('sync.reason'),
    minWidth: 220,
    render: ({ reason }) => <span className="wx-wrap">{reason || '–'}</span>,
    text: ({ reason }) => reason,
  },
];

/** What a run found or did, line by line. */
export const RunDialog = observer(function RunDialog({ store, opened }: { readonly store: SyncStore; readonly opened: OpenRun }) {
  const { t } = usePlugin();
  const { run, items } = opened;
  const columns = useMemo(() => columnsOf(t), [t]);
  const counts = { add: run.adds, change: run.changes, disable: run.disables, conflict: run.conflicts };
  const isPreview = run.state === 'preview';
  const isOut = run.direction === 'out';
  return (
    <Modal
      visible
      centered
      width="min(980px, calc(100vw - 24px))"
      title={t(isOut ? 'sync.out.title' : 'sync.title', { name: run.organizeName, service: t(`sync.sources.${run.source}`) })}
      onCancel={() => store.close()}
      footer={
        <div className="wx-acts wx-acts-end">
          <Button onClick={() => store.close()}>{t('sync.close')}</Button>
          {run.state === 'done' && (
            <PermissionButton
              button="btn_undo"
              type="danger"
              disabled={store.busy}
              confirm={t(isOut ? 'sync.out.undoAsk' : 'sync.undoAsk')}
              onClick={() => store.undo(run)}
            >
              {t('sync.undo')}
            </PermissionButton>
          )}
          {isPreview && (
            <PermissionButton
              button="btn_sync"
              theme="solid"
              type="primary"
              disabled={store.busy || store.acts.length === 0}
              confirm={t(isOut ? 'sync.out.applyAsk' : 'sync.applyAsk', { name: isOut ? t(`sync.sources.${run.source}`) : run.organizeName })}
              onClick={() => store.apply(run)}
            >
              {t('sync.apply')}
            </PermissionButton>
          )}
        </div>
      }
    >
      <div className="wx-lines">
        {isPreview && run.adds + run.changes + run.disables > 0 && (
          <TickGroup
            label={t('sync.agree')}
            options={SYNC_CHOICES.filter((act) => counts[act] > 0).map((value) => ({ value, label: `${t(`sync.acts.${value}`)} ${counts[value]}` }))}
            chosen={store.acts}
            onToggle={(act) => store.toggle(act as SyncChoice)}
          />
        )}
        <div className="wx-run-list">
          <ListPage title="" store={items} columns={columns} emptyText={t('sync.nothing')} columnSettings={false}>
            <FilterChips
              label={t('sync.act')}
              chips={[
                { value: '' as const, label: t('sync.all') },
                ...SYNC_ACTS.map((value) => ({ value, label: t(`sync.acts.${value}`), count: counts[value] })),
              ]}
              chosen={items.filter.act ?? ''}
              onChoose={(act) => void items.search({ act })}
            />
          </ListPage>
        </div>
      </div>
    </Modal>
  );
});
