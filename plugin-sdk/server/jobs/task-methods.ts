import { defineExtension, type TextByLanguage } from '../../contract/index.ts';
import type { ServerContext } from '../context.ts';
import { type ExtensionProvider, extend } from '../define-server-plugin.ts';
import type { JobRun } from './job.ts';

/** Work of a plugin that administrators may put on a timetable of their own. */
export interface TaskMethod {
  /** Unique in its plugin, `forget-holds`; tasks name it `plugin.id`, at most 100 characters. */
  readonly id: string;
  readonly title: TextByLanguage;
  /** Timetable that is offered for it. */
  readonly cron: string;
  /** One server at a time runs a task; two tasks may run the same method at once, and a run that was cut off is not repeated by itself. */
  readonly run: (run: JobRun) => Promise<void>;
}

/** Methods of running plugins. */
export const taskMethods = defineExtension<TaskMethod>('system.task-method@1', { id: 'text', title: 'title', cron: 'text', run: 'function' });

/** Offers work for tasks: `extensions: [taskMethod({ id, title, cron: '0 3 * * *', run: (ctx, run) => tidy(ctx, run) })]`. */
export const taskMethod = <DB>({
  run,
  ...method
}: Omit<TaskMethod, 'run'> & { readonly run: (ctx: ServerContext<DB>, run: JobRun) => Promise<void> }): ExtensionProvider<DB> =>
  extend(taskMethods, (ctx: ServerContext<DB>): TaskMethod => ({ ...method, run: (handle) => run(ctx, handle) }));
