import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { budgetsOfRun, notJudged, overBudget, readBudgets, slownessOf } from './budgets.mjs';
import { busySeconds, measureMilliseconds } from './processor-use.mjs';
import { secondsIn } from './run-metered.mjs';
import { stepsFor } from '../steps.mjs';
import { embeddedSubset, faultTests, vendorTests } from './turns.mjs';

const budgets = { measureMilliseconds: 60, steps: { unit: { processorSeconds: 100, seconds: 100, memoryMb: 500 } } };
const unit = (processorSeconds: number) => [{ name: 'unit', title: 'unit tests', processorSeconds }];

describe('budgets of the steps', () => {
  it('how slow a machine is says the middle of many looks, not a moment', () => {
    expect(slownessOf([72, 42, 80, 73, 71], [], budgets)).toBe(1.2);
    expect(slownessOf([60], [], budgets)).toBe(1);
  });

  it('a machine on which every step takes half as long again is slow, whatever a small piece of work says; one step that grew is not', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const steps = Object.fromEntries(names.map((name) => [name, { processorSeconds: 100 }]));
    const run = (seconds: readonly number[]) => names.map((name, at) => ({ name, title: name, processorSeconds: seconds[at] ?? 0 }));
    const busy = run([150, 145, 155, 148, 160]);
    expect(slownessOf([60], busy, { ...budgets, steps })).toBe(1.5);
    expect(overBudget(busy, { steps }, 1.5)).toEqual([]);
    const grown = run([150, 145, 155, 148, 240]);
    expect(overBudget(grown, { steps }, slownessOf([60], grown, { ...budgets, steps }))).toMatchObject([{ name: 'e' }]);
    const alone = run([240]).slice(0, 1);
    expect(slownessOf([60], alone, { ...budgets, steps })).toBe(1);
  });

  it('a step may grow by a quarter, and no more', () => {
    expect(overBudget(unit(129), budgets, 1)).toEqual([]);
    expect(overBudget(unit(131), budgets, 1)).toMatchObject([{ name: 'unit', problem: expect.stringContaining('31 % more') }]);
  });

  it('on a machine that is twice as slow the same work counts the same', () => {
    expect(overBudget(unit(258), budgets, 2)).toEqual([]);
    expect(overBudget(unit(262), budgets, 2)).toHaveLength(1);
    expect(overBudget(unit(70), budgets, 0.5)).toHaveLength(1);
  });

  it('a step without a budget is told, one that could not be measured is not', () => {
    expect(overBudget([{ name: 'new', title: 'new step', processorSeconds: 1 }], budgets, 1)).toMatchObject([
      { problem: expect.stringContaining('has no budget') },
    ]);
    expect(overBudget([{ name: 'unit', title: 'unit tests' }], budgets, 1)).toEqual([]);
  });

  it('are not judged where other programs used the processors', () => {
    const use = { wallSeconds: 100, cores: 2, ownSeconds: 150 };
    expect(notJudged({ ...use, busySeconds: 195 })).toBe('');
    expect(notJudged({ ...use, busySeconds: 210 })).toContain('30 %');
    expect(notJudged(undefined)).not.toBe('');
  });

  it('are rewritten with what was measured, the machine by the fixed piece alone however its steps compare with their old budgets', () => {
    const results = [
      { name: 'unit', state: 'ok', seconds: 200.2, processorSeconds: 299.5 },
      { name: 'new', state: 'ok', seconds: 3, processorSeconds: 2 },
      { name: 'absent', state: 'skipped', seconds: 0 },
    ];
    expect(budgetsOfRun(budgets, results, [70.4, 50, 90])).toEqual({
      measureMilliseconds: 70,
      steps: { unit: { processorSeconds: 300, seconds: 201, memoryMb: 500 }, new: { processorSeconds: 2, seconds: 3, memoryMb: 1_500 } },
    });
  });

  it('keep the seconds of a step that got only what another one left, and what one needs that found its work done', () => {
    const before = {
      measureMilliseconds: 40,
      steps: { unit: { seconds: 80, processorSeconds: 50, memoryMb: 1 }, build: { seconds: 40, processorSeconds: 33, memoryMb: 1 } },
    };
    const results = [
      { name: 'unit', state: 'ok', seconds: 125, processorSeconds: 57, patiently: true },
      { name: 'build', state: 'ok', seconds: 2, processorSeconds: 1, takesKept: true },
      { name: 'types', state: 'ok', seconds: 7, processorSeconds: 6, patiently: true, takesKept: true },
    ];
    expect(budgetsOfRun(before, results, [40]).steps).toMatchObject({
      unit: { seconds: 80, processorSeconds: 57 },
      build: { seconds: 40, processorSeconds: 33 },
      types: { seconds: 7, processorSeconds: 6 },
    });
    expect(budgetsOfRun(before, [{ name: 'build', state: 'ok', seconds: 70, processorSeconds: 50, takesKept: true }], [40]).steps.build).toMatchObject({
      processorSeconds: 50,
    });
  });

  it('every step of npm test has one, with PostgreSQL and without', () => {
    const { steps } = readBudgets();
    for (const withPostgres of [true, false]) for (const { name } of stepsFor({ withPostgres })) expect(steps, name).toHaveProperty(name);
  });
});

describe('processor time', () => {
  it('is what the shell tells of its children', () => {
    expect(secondsIn('0m0.01s 0m0.02s\n1m2.50s 0m0.25s\n')).toBe(62.75);
    expect(secondsIn('')).toBeUndefined();
  });

  it('of the machine is read in seconds, without what it idled or waited', () => {
    expect(busySeconds(() => 'cpu  100 20 30 9999 888 4 6 0 0 0\ncpu0 1 2 3\n')).toBeCloseTo(1.6);
    expect(
      busySeconds(() => {
        throw new Error('no such file');
      }),
    ).toBeUndefined();
  });

  it('of a fixed piece of work is more than nothing', () => {
    expect(measureMilliseconds()).toBeGreaterThan(1);
  });
});

describe('the embedded subset', () => {
  const files = [
    ...['shell', 'plugin-sdk', 'plugins', 'tests'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    ),
  ].filter((file) => file.endsWith('.int.test.ts'));

  const { inTurn } = JSON.parse(readFileSync('tools/config/embedded-subset.json', 'utf8')) as { inTurn: { count: number; files: Record<string, string> } };
  const runs = Array.from({ length: Math.ceil(Object.keys(inTurn.files).length / inTurn.count) }, (_, seed) => embeddedSubset(seed));

  it('names tests that exist, and journeys', () => {
    for (const word of new Set(runs.flat()))
      expect(
        files.filter((file) => file.startsWith(word)),
        word,
      ).not.toEqual([]);
    for (const journey of Object.values(inTurn.files)) expect(existsSync(journey), journey).toBe(true);
  });

  it('of those that take turns has some in each run, and all within a few', () => {
    for (const words of runs) expect(words.filter((word) => word in inTurn.files)).toHaveLength(inTurn.count);
    expect(Object.keys(inTurn.files).filter((file) => !runs.flat().includes(file))).toEqual([]);
  });

  it('goes through every plugin that has integration tests', () => {
    const words = runs.flat();
    const plugins = new Set(files.filter((file) => file.startsWith('plugins/')).map((file) => file.split('/')[1]));
    expect([...plugins].filter((plugin) => !words.some((word) => word.startsWith(`plugins/${plugin}/`)))).toEqual([]);
  });
});

describe.each([
  { step: 'faults', turns: 'tools/config/fault-turns.json', folder: 'tests/faults', ending: '.faults.test.ts', chosenBy: faultTests },
  { step: 'vendor', turns: 'tools/config/vendor-turns.json', folder: 'tests/vendor', ending: '.test.ts', chosenBy: vendorTests },
])('tests of the step $step', ({ step, turns, folder, ending, chosenBy }) => {
  const { count, files } = JSON.parse(readFileSync(turns, 'utf8')) as { count: number; files: Record<string, string> };
  const runs = Array.from({ length: Object.keys(files).length }, (_, seed) => chosenBy(seed));
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith(ending));

  it('take turns where a file says so, each within three days; the others are in each run', () => {
    expect(Object.keys(files).filter((file) => !existsSync(file))).toEqual([]);
    for (const run of runs) {
      expect(run.filter((file) => file in files)).toHaveLength(count);
      expect(all.filter((file) => !(file in files) && !run.includes(file))).toEqual([]);
    }
    const threeDays = runs.slice(0, 3).flat();
    expect(all.filter((file) => !threeDays.includes(file))).toEqual([]);
  });

  it('are all in the long run', () => {
    const command = stepsFor({ long: true }).find(({ name }) => name === step)?.command ?? [];
    expect(command).toContain(step);
    expect(command.filter((word) => word.startsWith(`${folder}/`))).toEqual([]);
  });
});
