import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import type { ECharts } from 'echarts/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useChart } from './use-chart.ts';

let page: RenderedPage | undefined;
const done: string[] = [];

beforeEach(() => {
  done.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await page?.unmount();
  page = undefined;
});

function Drawn({ name }: { readonly name: string }) {
  const { frame } = useChart(name, {
    make: () => {
      done.push(`${name} made`);
      const animation = { trigger: (event: string) => void done.push(`${name} drawn in its ${event}`) };
      return { getZr: () => ({ animation }), dispose: () => undefined } as unknown as ECharts;
    },
    tell: (_, option) => void done.push(`${option} told`),
  });
  return <div ref={frame} />;
}

/** What is done in the next task. */
function nextTask(): readonly string[] {
  const before = done.length;
  vi.advanceTimersToNextTimer();
  return done.slice(before);
}

it('makes, tells and draws a chart in three tasks, one chart after the other: all of it in one is too long for a slow computer', async () => {
  page = await renderElement(
    <>
      <Drawn name="a" />
      <Drawn name="b" />
    </>,
  );
  expect(done).toEqual([]);
  const tasks = Array.from({ length: 6 }, nextTask);
  expect(tasks).toEqual([['a made'], ['a told'], ['a drawn in its frame'], ['b made'], ['b told'], ['b drawn in its frame']]);
});
