import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { type MonitorView, monitorContract } from '../../contract/monitor/monitor.contract.ts';
import { CHARTS, chartOption } from './monitor-charts.ts';
import { MAX_POINTS, MonitorStore, pointOf } from './monitor.store.ts';

const room = { total: '', available: '', used: '', usageRate: '' };
const plugin = (calls: number, failed = 0) => ({ pluginId: 'core', calls, refused: 0, failed, milliseconds: 0, errors: 0 });
const view = (time: number, plugins: MonitorView['figures']['plugins']): MonitorView => ({
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

it('2.5-05: rates come of two readings; a server that started again shows no negative ones', () => {
  const before = view(10_000, [plugin(100)]);
  expect(pointOf(before, null)).toMatchObject({ calls: 0, errors: 0, memory: 0.75, waiting: 3, processMemory: 2 });
  expect(pointOf(view(15_000, [plugin(150, 5)]), before)).toMatchObject({ calls: 10, errors: 1 });
  expect(pointOf(view(15_000, [plugin(3)]), before)).toMatchObject({ calls: 0 });
  expect(pointOf(view(10_000, [plugin(200)]), before).calls).toBe(0);
});

it('readings are kept for ten minutes; one that fails keeps the last picture and says so', async () => {
  const context = createFakeWebContext({ texts: {} });
  const store = new MonitorStore(context);
  context.http.answer(monitorContract.routes.now, view(1_000, [plugin(1)]));
  for (let n = 0; n < MAX_POINTS + 3; n += 1) await store.read();
  expect(store.points).toHaveLength(MAX_POINTS);
  expect(context.http.callsOf(monitorContract.routes.now)[0]?.options).toMatchObject({ background: true });
  context.http.answer(monitorContract.routes.now, () => {
    throw new Error('gone');
  });
  await store.read();
  expect([store.failure instanceof Error, store.view?.time, store.points.length]).toEqual([true, 1_000, MAX_POINTS]);
  store.dispose();
});

it('every chart draws each of its series over all points', () => {
  const points = [pointOf(view(1_000, [plugin(1)]), null)];
  for (const chart of CHARTS) {
    const { series } = chartOption(chart, points, (name) => name);
    expect([series].flat().map((one) => (one as { name: string }).name)).toEqual([...chart.series]);
  }
});
