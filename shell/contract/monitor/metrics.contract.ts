import { defineContract, get, Type } from '@nephra/plugin-sdk/contract';

/** Figures of the server for Prometheus. */
export const metricsContract = defineContract('metrics', {
  scrape: get('/api/metrics', {
    summary:
      'Figures of this server in the OpenMetrics text format. Answered to whoever sends METRICS_TOKEN as bearer; where none is set, to programs on this computer that no proxy stands before. Others get HTTP 403',
    need: 'public',
    audit: 'none',
    raw: true,
    reply: Type.Null(),
  }),
});
