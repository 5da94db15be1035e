import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { JobBoard } from '@nephra/plugin-sdk/server';

/** A longer cron text says nothing that a shorter one could not. */
const MAX_CRON = 200;

/** The board of jobs as a package from outside has it: it sees, starts and ends its own. @param isOwn of a job, `plugin.name` */
export function ownBoard(board: JobBoard, isOwn: (job: string) => boolean): JobBoard {
  const own = (job: string): string => {
    if (!isOwn(String(job))) throw new AppError('core.job-unknown', { code: EnvelopeCode.NotFound, params: { job: String(job).slice(0, 100) } });
    return String(job);
  };
  return {
    cronProblem: (cron) => (String(cron).length > MAX_CRON ? 'unreadable' : board.cronProblem(String(cron))),
    momentAfter: (cron, moment) => {
      if (String(cron).length > MAX_CRON) throw new Error(`A cron text has at most ${MAX_CRON} characters.`);
      return board.momentAfter(String(cron), moment);
    },
    changed: () => board.changed(),
    times: async () => new Map([...(await board.times())].filter(([job]) => isOwn(job))),
    runs: async (job, request) => await board.runs(own(job), request),
    start: async (job, by) => await board.start(own(job), by),
    cancel: async (job, runId, by) => await board.cancel(own(job), runId, by),
  };
}
