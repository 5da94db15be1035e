import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import {
  administratorsPage,
  Alert,
  CardGrid,
  Chart,
  type Column,
  DataTable,
  ErrorCard,
  type Fact,
  FactCard,
  FactLines,
  FactTiles,
  figureColumn,
  ListSkeleton,
  PageFrame,
  useEvery,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { MonitorView } from '../../contract/monitor/monitor.contract.ts';
import { bytesText, percentText } from '../../domain/monitor/size-text.ts';
import { CHARTS, chartOption } from './monitor-charts.ts';
import { MonitorStore, READ_EVERY_MS } from './monitor.store.ts';

type Text = WebContext['t'];
type PluginRow = MonitorView['figures']['plugins'][number];
type FileRow = MonitorView['figures']['files']['organisations'][number];
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Processor, memory, disk, database, queues, sockets, jobs and calls of the server, drawn as they are (spec 2.5-05). */
const MonitorPage = observer(function MonitorPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MonitorStore(ctx));
  useEvery(READ_EVERY_MS, store.read);
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
          <FactTiles facts={tilesOf(view, t)} />
          <CardGrid>
            {CHARTS.map((chart) => (
              <FactCard key={chart.key} title={t(`monitor.charts.${chart.key}`)}>
                <Chart label={t(`monitor.charts.${chart.key}`)} option={chartOption(chart, points, (name) => t(`monitor.series.${name}`))} height={220} />
              </FactCard>
            ))}
            <FactCard title={t('monitor.queues')}>
              <FactLines
                facts={[
                  ...view.figures.queues.map(({ name, length }) => ({ label: t(`monitor.queue.${name}`), value: String(length) })),
                  { label: t('monitor.lockWaits'), value: String(view.figures.database.waitingForLocks) },
                ]}
              />
            </FactCard>
          </CardGrid>
          <Files files={view.figures.files} />
          <FactCard title={t('monitor.plugins')}>
            <DataTable label={t('monitor.plugins')} rows={view.figures.plugins} rowKey={(row) => row.pluginId} columns={pluginColumns(t)} />
          </FactCard>
        </>
      )}
    </PageFrame>
  );
});
export const Page = administratorsPage(MonitorPage);

const upText = (seconds: number, t: Text): string =>
  seconds < HOUR
    ? t('monitor.minutes', { n: Math.floor(seconds / 60) })
    : t('monitor.days', { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) });

function tilesOf({ figures, cpu, memory, disk }: MonitorView, t: Text): readonly Fact[] {
  const { database, sockets, jobs, files } = figures;
  const tile = (key: string, value: string, note: string): Fact => ({ label: t(`monitor.tiles.${key}`), value, note });
  return [
    tile('cpu', `${cpu.used}%`, t('monitor.cpuNote', { name: cpu.name, n: cpu.coreNumber })),
    tile('memory', `${memory.usageRate}%`, t('monitor.roomNote', memory)),
    tile('disk', figures.diskTotal > 0 ? `${disk.usageRate}%` : '–', t('monitor.roomNote', disk)),
    tile('files', bytesText(files.bytes), t('monitor.filesNote', { n: files.files })),
    tile('database', bytesText(database.sizeBytes), `${database.engine} ${database.version}`),
    tile('sockets', String(sockets.open), t('monitor.socketsNote', { n: sockets.people })),
    tile('jobs', String(jobs.running), t('monitor.jobsNote', { known: jobs.known, failures: jobs.failures })),
    tile('process', `${percentText(figures.cpuProcess)}%`, bytesText(figures.memoryProcess)),
    tile('up', upText(figures.upSeconds, t), `Nephra ${figures.version} · Node ${figures.node}`),
  ];
}

const pluginColumns = (t: Text): readonly Column<PluginRow>[] => [
  { prop: 'pluginId', label: t('monitor.plugin'), minWidth: 150, render: ({ pluginId }) => (pluginId === 'unknown' ? t('monitor.noRoute') : pluginId) },
  ...(['calls', 'refused', 'failed', 'errors'] as const).map((prop) => figureColumn<PluginRow>(prop, t(`monitor.${prop}`), 110)),
  figureColumn('milliseconds', t('monitor.meanTime'), 140, ({ calls, milliseconds }) => (calls > 0 ? `${Math.round(milliseconds / calls)} ms` : '–')),
];

const fileColumns = (t: Text, quota: number): readonly Column<FileRow>[] => [
  { prop: 'name', label: t('monitor.organisation'), minWidth: 150, render: (row) => (row.orgId === '' ? t('monitor.ownFiles') : row.name || row.orgId) },
  figureColumn('files', t('monitor.fileCount'), 110),
  figureColumn('bytes', t('monitor.fileSize'), 130, ({ bytes }) => bytesText(bytes)),
  figureColumn('orgId', t('monitor.ofQuota'), 130, ({ orgId, bytes }) => (quota > 0 && orgId !== '' ? `${percentText(bytes / quota)}%` : '–')),
];

/** What each organisation keeps, and what nothing names any more. */
function Files({ files: { organisations, quotaBytes, orphans } }: { readonly files: MonitorView['figures']['files'] }) {
  const { t } = usePlugin();
  if (organisations.length === 0) return null;
  return (
    <FactCard title={t('monitor.filesByOrg')}>
      {orphans.files > 0 && <Alert kind="info" text={t('monitor.orphans', { n: orphans.files, size: bytesText(orphans.bytes) })} />}
      <DataTable label={t('monitor.filesByOrg')} rows={organisations} rowKey={(row) => row.orgId} columns={fileColumns(t, quotaBytes)} />
    </FactCard>
  );
}
