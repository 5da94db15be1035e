import { formatInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DescriptionList, GroupTitle, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { JobRunWithLines } from '../../../contract/jobs.contract.ts';
import { JobProgress, progressWords } from './job-progress.tsx';
import { jobStates, stateOfRun, tookWords } from './job-state.ts';
import { type JobText, useJobText } from './job-texts.ts';

const SECONDS = 'yyyy-MM-dd HH:mm:ss';

function adviceOn({ state }: Pick<JobRunWithLines, 'state'>, byHand: boolean, say: JobText): string | undefined {
  if (state === 'failed') return say(byHand ? 'adviceFailedByHand' : 'adviceFailed');
  if (state === 'lost') return say('adviceLost');
  return state === 'cancelled' ? say('adviceCancelled') : undefined;
}

interface JobRunPanelProps {
  readonly run: JobRunWithLines;
  /** The job runs only when a person starts it. */
  readonly byHand: boolean;
}

/** One run: how it ended and what to do about it, and what it wrote. */
export function JobRunPanel({ run, byHand }: JobRunPanelProps) {
  const { now } = usePlugin();
  const say = useJobText();
  const title = say('oneRun', { at: formatInstant(run.startedAt, SECONDS) });
  const advice = adviceOn(run, byHand, say);
  return (
    <>
      <GroupTitle>{title}</GroupTitle>
      {advice !== undefined && (
        <Alert kind={run.state === 'cancelled' ? 'info' : 'error'} text={run.reason}>
          <p className="nephra-job-advice">{advice}</p>
        </Alert>
      )}
      <DescriptionList
        columns={2}
        items={[
          { label: say('state'), value: <StatusTag value={stateOfRun(run)} table={jobStates(say)} /> },
          { label: say('took'), value: tookWords(run, now(), say) },
          { label: say('by'), value: run.requestedBy || say('timer') },
          { label: say('progress'), value: run.state === 'running' ? <JobProgress run={run} name={title} /> : progressWords(run) },
          { label: say('runId'), value: <code>{run.id}</code>, span: 2 },
        ]}
      />
      {run.lines.length === 0 ? (
        <p className="nephra-admin-intro">{say('noLog')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and whoever has no mouse must be able to
        <pre className="nephra-job-lines" tabIndex={0} role="log" aria-label={title}>
          {run.lines.map(({ at, line }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
            <span key={place}>
              <time dateTime={new Date(at).toISOString()}>{formatInstant(at, 'HH:mm:ss')}</time> {line}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
      {run.linesDropped > 0 && <p className="nephra-admin-intro">{say('dropped', { n: run.linesDropped })}</p>}
    </>
  );
}
