import type { JobRunView } from '../../../contract/jobs.contract.ts';
import { type JobText, useJobText } from './job-texts.ts';

/** How far a run is, in words: what the job says, or its counts. */
export const progressWords = ({ done, total, text }: Pick<JobRunView, 'done' | 'total' | 'text'>): string => {
  const counts = done === null ? '' : total === null ? String(done) : `${done}/${total}`;
  return [counts, text].filter((part) => part !== '').join(' ');
};

/** A bar without a length moves to and fro. */
const lengthOf = ({ done, total }: Pick<JobRunView, 'done' | 'total'>): { readonly value?: number; readonly max?: number } =>
  done === null || total === null || total <= 0 ? {} : { value: Math.min(done, total), max: total };

/** How far a run at work is. */
export function JobProgress({ run, name }: { readonly run: JobRunView; readonly name: string }) {
  const say: JobText = useJobText();
  const words = progressWords(run);
  return (
    <span className="nephra-job-progress">
      <progress {...lengthOf(run)} aria-label={`${say('progress')} ${name}`} />
      <small>{words}</small>
    </span>
  );
}
