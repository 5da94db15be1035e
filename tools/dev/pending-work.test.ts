import { expect, it } from 'vitest';
import { pendingWork } from './pending-work.mjs';

it('many saves lead to one build, and a save during a build to one more', async () => {
  const due: (() => Promise<void>)[] = [];
  const timer = {
    set: (run: () => Promise<void>) => due.push(run) - 1,
    clear: (index: number) => {
      due[index] = async () => {};
    },
  };
  const runAll = async () => Promise.all(due.splice(0).map((run) => run()));
  let builds = 0;
  let finish = () => {};
  const work = pendingWork(
    () => {
      builds += 1;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
    10,
    timer as never,
  );
  work.ask();
  work.ask();
  const first = runAll();
  expect(builds).toBe(1);
  work.ask();
  await runAll();
  work.ask();
  await runAll();
  expect(builds).toBe(1);
  finish();
  await first;
  await Promise.resolve();
  const second = runAll();
  expect(builds).toBe(2);
  finish();
  await second;
  expect(due).toHaveLength(0);
});
