import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  type Column,
  DateText,
  DescriptionList,
  ErrorCard,
  GroupTitle,
  ListPage,
  ListSkeleton,
  PermissionButton,
  StatusTag,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import type { JobRunView, JobView } from '../../../contract/jobs.contract.ts';
import { JobRunPanel } from './job-run.panel.tsx';
import { JobProgress, progressWords } from './job-progress.tsx';
import { isByHand, jobStates, stateOfRun, tookWords } from './job-state.ts';
import { JobRunsStore } from './job-runs.store.ts';
import { useJobText } from './job-texts.ts';
import type { JobsStore } from './jobs.store.ts';
import { NextRun } from './next-run.tsx';
import { useRunNow } from './run-now.ts';
import { whenWords } from './when-words.ts';

interface JobRunsDrawerProps {
  readonly store: JobsStore;
  readonly job: JobView;
  readonly mayRun: boolean;
}

/** One job: what it does, its runs, and the log of the run that is chosen below them. */
export const JobRunsDrawer = observer(function JobRunsDrawer({ store, job, mayRun }: JobRunsDrawerProps) {
  const ctx = usePlugin();
  const { language, now } = ctx;
  const say = useJobText();
  const log = useRef<HTMLElement>(null);
  const runs = useStore(() => new JobRunsStore(ctx, job.name));
  const { opened, runId } = runs;
  const runNow = useRunNow(store);
  useEffect(() => void runs.follow(job.lastRun), [runs, job]);
  const offersRun = mayRun && job.lastRun?.state !== 'running';
  const columns = useMemo<readonly Column<JobRunView>[]>(() => {
    const states = jobStates(say);
    return [
      { prop: 'startedAt', label: say('started'), width: 160, render: (run) => <DateText value={run.startedAt} variant="exact" /> },
      { prop: 'state', label: say('state'), width: 104, render: (run) => <StatusTag value={stateOfRun(run)} table={states} /> },
      {
        prop: 'took',
        label: say('took'),
        width: 190,
        render: (run) => (run.state === 'running' ? <JobProgress run={run} name={say('oneRun', { at: '' })} /> : tookWords(run, now(), say)),
      },
      { prop: 'requestedBy', label: say('by'), width: 110, render: (run) => run.requestedBy || say('timer') },
      { prop: 'reason', label: say('result'), minWidth: 160, render: (run) => run.reason || progressWords(run) },
    ];
  }, [say, now]);
  const show = (run: JobRunView): void => {
    void runs.open(run.id);
    log.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <SideSheet visible title={job.title[language]} width="min(880px, 100vw)" onCancel={() => store.show(null)}>
      <DescriptionList
        columns={2}
        items={[
          { label: say('purpose'), value: job.purpose[language], span: 2 },
          { label: say('when'), value: whenWords(job, language) },
          { label: say('next'), value: <NextRun job={job} /> },
          { label: say('plugin'), value: job.pluginName[language] },
          { label: say('code'), value: <code>{job.name}</code> },
        ]}
      />
      <div className="nephra-job-runs">
        <header>
          <GroupTitle>{say('runs')}</GroupTitle>
          {offersRun && (
            <PermissionButton size="small" theme="light" onClick={() => runNow(job)}>
              {say('run')}
            </PermissionButton>
          )}
        </header>
        <p className="nephra-admin-intro">{say('runsNote')}</p>
        <ListPage
          label={say('runs')}
          store={runs.runs}
          columns={columns}
          columnSettings={false}
          emptyText={say('noRuns')}
          rowClass={(run) => (run.id === runId ? 'nephra-job-run-chosen' : undefined)}
          rowActions={[{ key: 'log', text: say('showRun'), onClick: show }]}
          onOpen={show}
        />
      </div>
      {runId !== null && (
        <section className="nephra-job-log" ref={log} aria-label={say('log')}>
          {opened.kind === 'loading' && <ListSkeleton />}
          {opened.kind === 'failed' && <ErrorCard error={opened.error} onRetry={() => void runs.open(runId)} />}
          {opened.kind === 'ready' && <JobRunPanel run={opened.run} byHand={isByHand(job)} />}
        </section>
      )}
    </SideSheet>
  );
});
