import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText } from '@nephra/plugin-sdk/widgets';
import type { JobView } from '../../../contract/jobs.contract.ts';
import { isByHand } from './job-state.ts';
import { useJobText } from './job-texts.ts';

/** Of its column: a moment, and each of the words that stand in its place. */
export const NEXT_RUN_WIDTH = 144;

/** When a job runs next. One whose moment has passed runs as soon as a server looks. */
export function NextRun({ job }: { readonly job: JobView }) {
  const { now } = usePlugin();
  const say = useJobText();
  if (isByHand(job)) return say('byHand');
  if (job.nextAt === null) return say('soon');
  return job.nextAt <= now() ? say('dueNow') : <DateText value={job.nextAt} />;
}
