import { callFeed, type ServerContext, type ServerPart, small } from '@nephra/plugin-sdk/server';
import { MAX_KEPT_LINES } from '../../contract/log/limits.ts';
import type { SystemDb } from '../tables/tables.ts';
import { logRoutes } from './log.routes.ts';
import { LogWriter } from './log-writer.ts';
import { tidyLogsJob } from './tidy-logs.job.ts';

/** Logs of the platform: two of them are the audit log, two are kept here. A new one for each life of the plugin. */
export function logPart(): ServerPart<SystemDb> {
  // Two servers in one process share this part; each life has a writer of its own.
  const writers: LogWriter[] = [];
  return {
    name: 'log',
    implementations: [logRoutes],
    jobs: [tidyLogsJob],
    // The job keeps them below this number, whatever a site chooses.
    tableSizes: { request_log: small(MAX_KEPT_LINES), exception_log: small(MAX_KEPT_LINES) },
    start: async (ctx) => {
      const feed = ctx.optionalService(callFeed);
      if (feed) writers.push(new LogWriter(ctx as unknown as ServerContext<never>, feed)); // its rows go through the tables, whatever else the plugin has
    },
    stop: async () => {
      await writers.shift()?.stop();
    },
  };
}
