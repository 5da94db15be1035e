import type { TextByLanguage } from '../../contract/index.ts';
import type { ServerContext } from '../context.ts';

/**
 * When a job runs.
 * - `everySeconds`: at this interval, counted from start to start; at least 1. A start that was missed is made up once.
 * - `cron`: five fields, minute hour day month weekday, in the business time zone of the installation: `0 3 * * *` is three o'clock each night.
 *   A moment that passed while no server ran is made up once, however many passed.
 * - `demand`: only when an administrator asks for it.
 */
export type JobWhen = { readonly everySeconds: number } | { readonly cron: string } | 'demand';

/** One run, as the job at work sees it. */
export interface JobRun {
  /** Aborted when somebody cancels the run, its plugin or the server stops, or another node has taken the run over: end at the next safe place. */
  readonly signal: AbortSignal;
  /**
   * Tells how far the work is; administrators see it. Costs nothing: what was told last is written down once a second.
   * @param total null while it is not known
   * @param text what is being done now, at most 200 characters
   */
  progress(done: number, total: number | null, text?: string): void;
  /** Adds a line to the run's log: the first 500 lines are kept, 500 characters of each. No personal data: administrators of the system read it. */
  log(text: string): void;
}

/** Regular work of a plugin. One node at a time runs it; a run that was cut off is not repeated by itself, so work must be able to go on where it stands. */
export interface Job<DB> {
  /** Unique in its plugin, `month-runs`. */
  readonly name: string;
  /** What administrators call it, at most some words. Default: `plugin.name`. */
  readonly title?: TextByLanguage;
  /** One sentence: what it does, and with it what is missing while it fails. Default: nothing. */
  readonly purpose?: TextByLanguage;
  readonly when: JobWhen;
  readonly run: (ctx: ServerContext<DB>, run: JobRun) => Promise<void>;
}
