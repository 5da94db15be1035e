import type { MonitorView } from '../../contract/monitor/monitor.contract.ts';

const room = { total: '', available: '', used: '', usageRate: '' };
/** Calls of the plugin `core` since the server started. */
export const plugin = (calls: number, failed = 0) => ({ pluginId: 'core', calls, refused: 0, failed, milliseconds: 0, errors: 0 });
/** A reading of this moment, milliseconds. */
export const view = (time: number, plugins: MonitorView['figures']['plugins']): MonitorView => ({
  system: { os: 'Linux', day: '', ip: '' },
  cpu: { name: '', package: '', core: '', coreNumber: 2, logic: '', used: '0', idle: '100' },
  memory: room,
  disk: room,
  time,
  figures: {
    host: 'h',
    node: 'v22',
    version: '1',
    upSeconds: 1,
    cpuUsed: 0.5,
    cpuProcess: 1.5,
    memoryTotal: 100,
    memoryAvailable: 25,
    memoryProcess: 2_097_152,
    heapUsed: 0,
    diskTotal: 0,
    diskAvailable: 0,
    database: {
      engine: 'embedded',
      version: '18',
      ok: true,
      sizeBytes: 0,
      statements: 0,
      transactions: 0,
      retries: 0,
      connections: 1,
      connectionsInUse: 1,
      waitingForLocks: 0,
      engineRestarts: 0,
    },
    eventLoop: { mean: 0, p99: 1, max: 2 },
    sockets: { open: 0, people: 0 },
    jobs: { known: 0, running: 0, failures: 0 },
    queues: [
      { name: 'heavy', length: 2 },
      { name: 'streams', length: 1 },
    ],
    files: { files: 0, bytes: 0, quotaBytes: 0, orphans: { files: 0, bytes: 0 }, organisations: [] },
    plugins,
  },
});
