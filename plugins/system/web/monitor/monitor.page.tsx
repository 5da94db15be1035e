import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, Chart, type Column, DataTable, ErrorCard, ListSkeleton, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { MonitorView } from '../../contract/monitor/monitor.contract.ts';
import { bytesText, percentText } from '../../domain/monitor/size-text.ts';
import { CHARTS, chartOption } from './monitor-charts.ts';
import { MonitorStore, READ_EVERY_MS } from './monitor.store.ts';
import './monitor.css';

type PluginRow = MonitorView['figures']['plugins'][number];
type FileRow = MonitorView['figures']['files']['organisations'][number];
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Processor, memory, disk, database, queues, sockets, jobs and calls of the server, drawn as they are (spec 2.5-05). */
export const Page = observer(function MonitorPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MonitorStore(ctx));
  useEffect(() => {
    void store.read();
    // Nobody looks at a window behind others.
    const timer = setInterval(() => document.visibilityState === 'visible' && void store.read(), READ_EVERY_MS);
    return () => {
      clearInterval(timer);
      store.dispose();
    };
  }, [store]);
  const { view, points, failure } = store;
  const note = view ? t('monitor.note', { host: view.figures.host, os: view.system.os, ip: view.system.ip || '–', seconds: READ_EVERY_MS / 1_000 }) : undefined;
  return (
    <PageFrame title={t('monitor.title')} fill={false} {...(note !== undefined && { note })}>
      {view === null && failure === null && <ListSkeleton />}
      {view === null && failure !== null && <ErrorCard error={failure} onRetry={() => void store.read()} />}
      {view !== null && (
        <>
          {failure !== null && <Alert kind="error" text={t('monitor.stale')} />}
          {!view.figures.database.ok && <Alert kind="error" text={t('monitor.databaseDown')} />}
          <Tiles view={view} />
          <div className="sys-monitor-charts">
            {CHARTS.map((chart) => (
              <section key={chart.key} className="sys-monitor-card" aria-label={t(`monitor.charts.${chart.key}`)}>
                <h2>{t(`monitor.charts.${chart.key}`)}</h2>
                <Chart label={t(`monitor.charts.${chart.key}`)} option={chartOption(chart, points, (name) => t(`monitor.series.${name}`))} height={220} />
              </section>
            ))}
            <section className="sys-monitor-card" aria-label={t('monitor.queues')}>
              <h2>{t('monitor.queues')}</h2>
              <dl className="sys-monitor-facts">
                {view.figures.queues.map(({ name, length }) => (
                  <div key={name}>
                    <dt>{t(`monitor.queue.${name}`)}</dt>
                    <dd>{length}</dd>
                  </div>
                ))}
                <div>
                  <dt>{t('monitor.lockWaits')}</dt>
                  <dd>{view.figures.database.waitingForLocks}</dd>
                </div>
              </dl>
            </section>
          </div>
          <Files files={view.figures.files} />
          <Plugins rows={view.figures.plugins} />
        </>
      )}
    </PageFrame>
  );
});

function Tiles({ view }: { readonly view: MonitorView }) {
  const { t } = usePlugin();
  const { figures, cpu, memory, disk } = view;
  const { database, sockets, jobs, upSeconds } = figures;
  const tiles = [
    { key: 'cpu', value: `${cpu.used}%`, note: t('monitor.cpuNote', { name: cpu.name, n: cpu.coreNumber }) },
    { key: 'memory', value: `${memory.usageRate}%`, note: t('monitor.roomNote', memory) },
    { key: 'disk', value: figures.diskTotal > 0 ? `${disk.usageRate}%` : '–', note: t('monitor.roomNote', disk) },
    { key: 'files', value: bytesText(figures.files.bytes), note: t('monitor.filesNote', { n: figures.files.files }) },
    { key: 'database', value: bytesText(database.sizeBytes), note: `${database.engine} ${database.version}` },
    { key: 'sockets', value: String(sockets.open), note: t('monitor.socketsNote', { n: sockets.people }) },
    { key: 'jobs', value: String(jobs.running), note: t('monitor.jobsNote', { known: jobs.known, failures: jobs.failures }) },
    { key: 'process', value: `${percentText(figures.cpuProcess)}%`, note: bytesText(figures.memoryProcess) },
    {
      key: 'up',
      value:
        upSeconds < HOUR
          ? t('monitor.minutes', { n: Math.floor(upSeconds / 60) })
          : t('monitor.days', { days: Math.floor(upSeconds / DAY), hours: Math.floor((upSeconds % DAY) / HOUR) }),
      note: `Nephra ${figures.version} · Node ${figures.node}`,
    },
  ] as const;
  return (
    <ul className="sys-monitor-tiles">
      {tiles.map(({ key, value, note }) => (
        <li key={key} className="sys-monitor-card">
          <span>{t(`monitor.tiles.${key}`)}</span>
          <strong>{value}</strong>
          <small title={note}>{note}</small>
        </li>
      ))}
    </ul>
  );
}

/** What each organisation keeps, and what nothing names any more. */
function Files({ files: { organisations, quotaBytes, orphans } }: { readonly files: MonitorView['figures']['files'] }) {
  const { t } = usePlugin();
  const columns = useMemo<readonly Column<FileRow>[]>(
    () => [
      { prop: 'name', label: t('monitor.organisation'), minWidth: 150, render: (row) => (row.orgId === '' ? t('monitor.ownFiles') : row.name || row.orgId) },
      { prop: 'files', label: t('monitor.fileCount'), width: 110, align: 'right' },
      { prop: 'bytes', label: t('monitor.fileSize'), width: 130, align: 'right', render: (row) => bytesText(row.bytes) },
      {
        prop: 'orgId',
        label: t('monitor.ofQuota'),
        width: 130,
        align: 'right',
        render: (row) => (quotaBytes > 0 && row.orgId !== '' ? `${percentText(row.bytes / quotaBytes)}%` : '–'),
      },
    ],
    [t, quotaBytes],
  );
  if (organisations.length === 0) return null;
  return (
    <div className="sys-monitor-card sys-monitor-files">
      <h2>{t('monitor.filesByOrg')}</h2>
      {orphans.files > 0 && <Alert kind="info" text={t('monitor.orphans', { n: orphans.files, size: bytesText(orphans.bytes) })} />}
      <DataTable label={t('monitor.filesByOrg')} rows={organisations} rowKey={(row) => row.orgId} columns={columns} />
    </div>
  );
}

function Plugins({ rows }: { readonly rows: readonly PluginRow[] }) {
  const { t } = usePlugin();
  const columns = useMemo<readonly Column<PluginRow>[]>(
    () => [
      { prop: 'pluginId', label: t('monitor.plugin'), minWidth: 150, render: (row) => (row.pluginId === 'unknown' ? t('monitor.noRoute') : row.pluginId) },
      { prop: 'calls', label: t('monitor.calls'), width: 110, align: 'right' },
      { prop: 'refused', label: t('monitor.refused'), width: 110, align: 'right' },
      { prop: 'failed', label: t('monitor.failed'), width: 110, align: 'right' },
      { prop: 'errors', label: t('monitor.errors'), width: 110, align: 'right' },
      {
        prop: 'milliseconds',
        label: t('monitor.meanTime'),
        width: 140,
        align: 'right',
        render: (row) => (row.calls > 0 ? `${Math.round(row.milliseconds / row.calls)} ms` : '–'),
      },
    ],
    [t],
  );
  return (
    <div className="sys-monitor-card">
      <h2>{t('monitor.plugins')}</h2>
      <DataTable label={t('monitor.plugins')} rows={rows} rowKey={(row) => row.pluginId} columns={columns} />
    </div>
  );
}
