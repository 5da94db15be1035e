import type { JobRun } from '../../server/index.ts';

/** A run of a job in a test, and what the job told. */
export interface FakeJobRun extends JobRun {
  readonly record: {
    readonly progress: { readonly done: number; readonly total: number | null; readonly text: string }[];
    readonly lines: string[];
  };
  /** Asks the job to end, as an administrator or a server that stops does. */
  stop(): void;
}

/** What the host hands to a job: `await job.run(ctx, createFakeJobRun())`. */
export function createFakeJobRun(): FakeJobRun {
  const controller = new AbortController();
  const record: FakeJobRun['record'] = { progress: [], lines: [] };
  return {
    record,
    signal: controller.signal,
    progress: (done, total, text = '') => void record.progress.push({ done, total, text }),
    log: (text) => void record.lines.push(text),
    stop: () => controller.abort(),
  };
}
