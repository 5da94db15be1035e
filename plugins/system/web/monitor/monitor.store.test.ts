import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { monitorContract } from '../../contract/monitor/monitor.contract.ts';
import { CHARTS, chartOption } from './monitor-charts.ts';
import { plugin, view } from './monitor.fixture.ts';
import { MAX_POINTS, MonitorStore, pointOf } from './monitor.store.ts';

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
