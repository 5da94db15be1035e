import '../admin.css';
import './jobs.css';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { IconRefresh, IconSearch, Input } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import {
  type Column,
  DataTable,
  DateText,
  EmptyState,
  ErrorCard,
  ListSkeleton,
  PageFrame,
  PermissionButton,
  type RowAction,
  StatusTag,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import type { JobView } from '../../../contract/jobs.contract.ts';
import { useShell } from '../../shell-context.tsx';
import { JobProgress } from './job-progress.tsx';
import { jobStates, stateOf, tookWords } from './job-state.ts';
import { useJobText } from './job-texts.ts';
import { type JobGroup, JobsStore } from './jobs.store.ts';
import { NEXT_RUN_WIDTH, NextRun } from './next-run.tsx';
import { useRunNow } from './run-now.ts';
import { useOnScreen } from './use-on-screen.ts';
import { whenWords } from './when-words.ts';

const JobRunsDrawer = lazy(() => import('./job-runs.drawer.tsx').then((module) => ({ default: module.JobRunsDrawer })));

const GROUPS = [
  ['', 'all'],
  ['running', 'runningOnes'],
  ['troubled', 'troubledOnes'],
] as const satisfies readonly (readonly [JobGroup, string])[];

/** Codes of the buttons that start a job and end a run. */
const RUN = 'btn_run';
const CANCEL = 'btn_cancel';

function useColumns(narrow: boolean): readonly Column<JobView>[] {
  const { language, now } = usePlugin();
  const say = useJobText();
  return useMemo(() => {
    const states = jobStates(say);
    return [
      {
        prop: 'name',
        label: say('name'),
        minWidth: narrow ? 150 : 252,
        render: (job) => job.title[language],
      },
      { prop: 'state', label: say('last'), width: 104, render: (job) => <StatusTag value={stateOf(job)} table={states} /> },
      {
        prop: 'progress',
        label: say('took'),
        width: 128,
        render: (job) => {
          const { lastRun } = job;
          if (lastRun === null || job.quietSince) return '–';
          return lastRun.state === 'running' ? <JobProgress run={lastRun} name={job.title[language]} /> : tookWords(lastRun, now(), say) || '–';
        },
      },
      { prop: 'lastStartedAt', label: say('started'), width: 128, render: (job) => <DateText value={job.lastStartedAt} variant="recent" /> },
      { prop: 'nextAt', label: say('next'), width: NEXT_RUN_WIDTH, render: (job) => <NextRun job={job} /> },
      { prop: 'when', label: say('when'), minWidth: 156, render: (job) => whenWords(job, language) },
      { prop: 'plugin', label: say('plugin'), minWidth: 130, render: (job) => job.pluginName[language] },
    ];
  }, [say, language, now, narrow]);
}

function useRowActions(store: JobsStore): readonly RowAction<JobView>[] {
  const { language, user } = usePlugin();
  const say = useJobText();
  // Jobs belong to the installation: a right of one organisation is not enough.
  const { isAdministrator } = user;
  const runNow = useRunNow(store);
  return useMemo(
    () => [
      { key: 'runs', text: say('runs'), onClick: (job) => store.show(job.name) },
      {
        key: 'run',
        text: say('run'),
        button: RUN,
        visible: (job) => isAdministrator && job.lastRun?.state !== 'running',
        onClick: runNow,
      },
      {
        key: 'cancel',
        text: say('cancel'),
        button: CANCEL,
        danger: true,
        visible: (job) => isAdministrator && job.lastRun?.state === 'running',
        disabled: (job) => job.lastRun?.cancelling === true,
        confirm: (job) => say('cancelAsk', { name: job.title[language] }),
        onClick: (job) => store.cancel(job),
      },
    ],
    [say, language, isAdministrator, store, runNow],
  );
}

const matches = (job: JobView, keyword: string): boolean =>
  [job.name, ...Object.values(job.title), ...Object.values(job.pluginName)].some((text) => text.toLowerCase().includes(keyword.toLowerCase()));

/** Regular work of the system and its plugins: when it runs, how it ended, how far it is; run now and cancel. */
export const Page = observer(function JobsPage() {
  const ctx = usePlugin();
  const say = useJobText();
  const narrow = useShell().device.device === 'mobile';
  const store = useStore(() => new JobsStore(ctx));
  const frame = useRef<HTMLDivElement>(null);
  const mayRun = useButtonPermission(RUN) && ctx.user.isAdministrator;
  useEffect(() => void store.load(), [store]);
  useOnScreen(
    frame,
    useCallback((shown) => store.see(shown), [store]),
  );
  const columns = useColumns(narrow);
  const actions = useRowActions(store);
  const rows = store.inGroup(store.group).filter((job) => matches(job, store.keyword.trim()));
  const { loading } = store;

  return (
    <PageFrame
      title={say('title')}
      actions={
        <PermissionButton theme="light" icon={<IconRefresh aria-hidden />} onClick={() => store.load()}>
          {say('refresh')}
        </PermissionButton>
      }
    >
      <p className="nephra-admin-intro">{say('intro')}</p>
      <div className="nephra-admin-filter" ref={frame}>
        <Input
          prefix={<IconSearch aria-hidden />}
          showClear
          value={store.keyword}
          placeholder={say('search')}
          aria-label={say('search')}
          onChange={(keyword) => store.search(keyword)}
        />
        <fieldset aria-label={say('state')} className="nephra-admin-states">
          {GROUPS.map(([group, key]) => (
            <button key={key} type="button" aria-pressed={store.group === group} onClick={() => store.choose(group)}>
              {say(key)} <b>{store.inGroup(group).length}</b>
            </button>
          ))}
        </fieldset>
      </div>
      {loading.kind === 'loading' && <ListSkeleton />}
      {loading.kind === 'failed' && <ErrorCard error={loading.error} onRetry={() => void store.load()} />}
      {loading.kind === 'ready' && (
        <DataTable
          label={say('title')}
          rows={rows}
          rowKey={(job) => job.name}
          columns={columns}
          rowActions={actions}
          // A run is started or cancelled, never both: two acts stand in the row, and room for three would cut the columns.
          inlineActions={narrow ? 0 : 1}
          onOpen={(job) => store.show(job.name)}
          empty={<EmptyState text={say('empty')} />}
        />
      )}
      <Suspense fallback={null}>{store.open && <JobRunsDrawer key={store.open.name} store={store} job={store.open} mayRun={mayRun} />}</Suspense>
    </PageFrame>
  );
});
