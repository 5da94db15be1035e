import { CATALOGUE_TRANSACTIONS } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, DateText, ErrorCard, ListSkeleton, type Status, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { CATALOGUE_RUN_STATES, type CatalogueKindRow, type CatalogueRunState } from '../../contract/index.ts';
import { infnoText, type Text } from '../parts/words.ts';
import { isActive, type VersionsStore } from './versions.store.ts';

const TONES: Readonly<Record<CatalogueRunState, Status['tone']>> = {
  waiting: 'info',
  running: 'info',
  cancelling: 'warning',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
};
const OLD_DAYS = 35;

function columnsOf(t: Text): Column<CatalogueKindRow>[] {
  const states = CATALOGUE_RUN_STATES.map((value) => ({ value, text: t(`catalogue.state.${value}`), tone: TONES[value] }));
  return [
    {
      prop: 'kind',
      label: t('catalogue.kind'),
      minWidth: 220,
      fixed: 'left',
      text: (row) => `${row.kind} ${infnoText(t, row.kind)}`,
      render: (row) => (
        <>
          <code>{row.kind}</code> {infnoText(t, row.kind)}
        </>
      ),
    },
    { prop: 'shape', label: t('catalogue.shape'), width: 92, render: (row) => t(`catalogue.shapes.${row.shape}`) },
    // Wide enough for a moment with its seconds, which is what queries have for a version.
    { prop: 'version', label: t('catalogue.version'), minWidth: 184, render: (row) => row.version || (row.checkTime === null ? t('catalogue.never') : '–') },
    { prop: 'rowCount', label: t('catalogue.rows'), width: 96, align: 'right', render: (row) => row.rowCount.toLocaleString('en-US') },
    {
      prop: 'ageDays',
      label: t('catalogue.age'),
      width: 110,
      render: (row) =>
        row.ageDays === null ? (
          '–'
        ) : (
          <span className={row.ageDays > OLD_DAYS ? 'in-cat-old' : undefined}>
            {row.ageDays === 0 ? t('catalogue.today') : t('catalogue.days', { n: row.ageDays })}
          </span>
        ),
    },
    { prop: 'checkTime', label: t('catalogue.checked'), width: 150, render: (row) => (row.checkTime === null ? '–' : <DateText value={row.checkTime} />) },
    {
      prop: 'run',
      label: t('catalogue.last'),
      minWidth: 280,
      text: (row) =>
        row.run
          ? `${t(`catalogue.state.${row.run.state}`)} ${row.run.problem ? wordOf(t, `errors.${row.run.problem}`, row.run.problem, row.run.problemParams) : ''}`
          : '',
      render: (row) => (row.run ? <RunCell row={row} states={states} /> : '–'),
    },
  ];
}

function RunCell({ row, states }: { readonly row: CatalogueKindRow; readonly states: readonly Status[] }) {
  const { t } = usePlugin();
  const { run } = row;
  if (!run) return null;
  const share = run.total ? Math.min(100, Math.round((run.position / run.total) * 100)) : null;
  return (
    <span className="in-cat-run">
      <StatusTag value={run.state} table={states} />
      {isActive(row) && share !== null && (
        <span className="in-cat-bar" role="progressbar" aria-valuenow={share} aria-valuemin={0} aria-valuemax={100} aria-label={row.kind}>
          <i style={{ width: `${share}%` }} />
        </span>
      )}
      <span className="in-map-soft">
        {run.problem
          ? wordOf(t, `errors.${run.problem}`, run.problem, run.problemParams)
          : t(run.skipped > 0 ? 'catalogue.storedSkipped' : 'catalogue.stored', { n: run.stored, skipped: run.skipped })}
      </span>
    </span>
  );
}

/** What the facility has of the national catalogue, how old it is, and downloads with their progress. */
export const VersionsTab = observer(function VersionsTab({ store }: { readonly store: VersionsStore }) {
  const { t } = usePlugin();
  const mayDownload = useButtonPermission('btn_download');
  const columns = useMemo(() => columnsOf(t), [t]);
  useEffect(() => void store.load(), [store]);
  if (store.state === 'loading') return <ListSkeleton />;
  if (store.state === 'failed') return <ErrorCard error={store.error} onRetry={() => void store.load()} />;
  return (
    <div className="in-cat-versions">
      {mayDownload && (
        <div className="in-cat-acts">
          <Button
            theme="solid"
            type="primary"
            loading={store.busy}
            disabled={store.running.length === CATALOGUE_TRANSACTIONS.length}
            onClick={() => void store.download(CATALOGUE_TRANSACTIONS)}
          >
            {t('catalogue.downloadAll')}
          </Button>
          <span className="in-map-soft" role="status">
            {store.running.length > 0 ? t('catalogue.runningNow', { n: store.running.length }) : t('catalogue.help')}
          </span>
        </div>
      )}
      <DataTable
        label={t('catalogue.versions')}
        rows={store.kinds}
        columns={columns}
        rowKey={(row) => row.kind}
        rowActions={[
          {
            key: 'download',
            text: t('catalogue.download'),
            button: 'btn_download',
            visible: (row) => !isActive(row),
            onClick: (row) => store.download([row.kind]),
          },
          {
            key: 'cancel',
            text: t('catalogue.cancel'),
            button: 'btn_download',
            danger: true,
            visible: isActive,
            onClick: (row) => store.cancel(row.run?.id ?? ''),
          },
        ]}
      />
    </div>
  );
});
