import { describe, expect, it } from 'vitest';
import { runInLanes } from './lanes.mjs';

interface Step {
  readonly name: string;
  readonly needs?: readonly string[];
  readonly shares?: string;
  readonly seconds?: number;
  readonly memoryMb?: number;
  readonly alone?: boolean;
  readonly patient?: boolean;
}

/** Runs steps that end when the test says so. */
function start(steps: readonly Step[], lanes: number, memoryMb?: number, now: () => number = () => 0) {
  const begun: string[] = [];
  const patient: string[] = [];
  const enders = new Map<string, () => void>();
  const all = runInLanes(steps, { lanes, memoryMb, now }, ({ name }, _index, { patiently }) => {
    begun.push(name);
    if (patiently) patient.push(name);
    return new Promise<void>((resolve) => enders.set(name, resolve));
  });
  const end = async (name: string) => {
    enders.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, patient, end, all };
}

describe('steps side by side', () => {
  it('as many as there are lanes, in order; what needs another waits, and what comes later goes first', async () => {
    const { begun, end, all } = start([{ name: 'build' }, { name: 'vendor', needs: ['build'] }, { name: 'unit' }, { name: 'static' }], 2);
    expect(begun).toEqual(['build', 'unit']);
    await end('unit');
    expect(begun).toEqual(['build', 'unit', 'static']);
    await end('build');
    expect(begun).toEqual(['build', 'unit', 'static', 'vendor']);
    await end('static');
    await end('vendor');
    await all;
  });

  it('one that runs alone comes first, and nothing beside it', async () => {
    const { begun, end, all } = start([{ name: 'build', seconds: 99 }, { name: 'unit' }, { name: 'integration', alone: true }], 3);
    expect(begun).toEqual(['integration']);
    await end('integration');
    expect(begun).toEqual(['integration', 'build', 'unit']);
    await end('build');
    await end('unit');
    await all;
  });

  it('one that is patient takes what the lonely one leaves, one at a time, when it will be over before', async () => {
    let seconds = 1_000;
    const steps = [
      { name: 'unit', seconds: 90 },
      { name: 'build', seconds: 40, patient: true },
      { name: 'lint', seconds: 30, patient: true },
      { name: 'rules', seconds: 2, patient: true },
      { name: 'integration', seconds: 100, alone: true },
    ];
    const { begun, patient, end, all } = start(steps, 3, undefined, () => seconds);
    expect(begun).toEqual(['integration', 'build']);
    seconds += 60;
    await end('build');
    // Twice thirty seconds would be too late, twice two are not.
    expect(begun).toEqual(['integration', 'build', 'rules']);
    await end('integration');
    expect(begun).toEqual(['integration', 'build', 'rules', 'unit', 'lint']);
    expect(patient).toEqual(['build', 'rules']);
    for (const name of ['rules', 'unit', 'lint']) await end(name);
    await all;
  });

  it('never two that share something, and a need that is not among the steps is no need', async () => {
    const { begun, end, all } = start(
      [
        { name: 'journeys', needs: ['build'], shares: 'browser' },
        { name: 'journeys-postgres', shares: 'browser' },
      ],
      2,
    );
    expect(begun).toEqual(['journeys']);
    await end('journeys');
    expect(begun).toEqual(['journeys', 'journeys-postgres']);
    await end('journeys-postgres');
    await all;
  });

  it('steps with one name are one need', async () => {
    const { begun, end, all } = start([{ name: 'static' }, { name: 'static' }, { name: 'last', needs: ['static'] }], 1);
    await end('static');
    await end('static');
    expect(begun).toEqual(['static', 'static', 'last']);
    await end('last');
    await all;
  });

  it('a circle is told, and one lane runs all in order', async () => {
    await expect(
      runInLanes(
        [
          { name: 'a', needs: ['b'] },
          { name: 'b', needs: ['a'] },
        ],
        { lanes: 2 },
        async () => undefined,
      ),
    ).rejects.toThrow('a, b');
    const order: string[] = [];
    await runInLanes([{ name: 'x' }, { name: 'y' }], { lanes: 1 }, async ({ name }: Step) => void order.push(name));
    expect(order).toEqual(['x', 'y']);
  });

  it('what has most behind it goes first: a short step that a long one needs before one of middle length', async () => {
    const { begun, end, all } = start(
      [
        { name: 'middle', seconds: 50 },
        { name: 'long', seconds: 90, needs: ['short'] },
        { name: 'little', seconds: 5 },
        { name: 'short', seconds: 10 },
      ],
      1,
    );
    for (const name of ['short', 'long', 'middle', 'little']) await end(name);
    expect(begun).toEqual(['short', 'long', 'middle', 'little']);
    await all;
  });

  it('never more at once than the memory holds, and what needs more than there is runs alone', async () => {
    const steps = [
      { name: 'big', seconds: 9, memoryMb: 900 },
      { name: 'half', seconds: 8, memoryMb: 500 },
      { name: 'small', seconds: 7, memoryMb: 400 },
    ];
    const { begun, end, all } = start(steps, 2, 600);
    expect(begun).toEqual(['big']);
    await end('big');
    expect(begun).toEqual(['big', 'half']);
    await end('half');
    await end('small');
    await all;
  });

  it('one that is held lets others go first and begins when its time has come, with nothing beside it or with something', async () => {
    for (const others of [[], [{ name: 'unit' }]]) {
      let held = 90;
      const begun: string[] = [];
      const pauses: { readonly seconds: number; readonly end: () => void }[] = [];
      const enders = new Map<string, () => void>();
      const all = runInLanes(
        [{ name: 'journeys', seconds: 99 }, ...others],
        {
          lanes: 2,
          heldSeconds: ({ name }: Step) => (name === 'journeys' ? held : 0),
          pause: (seconds: number) => {
            let end = (): void => undefined;
            const over = new Promise<void>((resolve) => {
              end = resolve;
            });
            pauses.push({ seconds, end });
            return { over, stop: () => undefined };
          },
        },
        ({ name }) => {
          begun.push(name);
          return new Promise<void>((resolve) => enders.set(name, resolve));
        },
      );
      const names = others.map(({ name }) => name);
      expect(begun).toEqual(names);
      expect(pauses.map(({ seconds }) => seconds)).toEqual([60]);
      held = 0;
      pauses[0]?.end();
      await new Promise((resolve) => setImmediate(resolve));
      expect(begun).toEqual([...names, 'journeys']);
      for (const end of enders.values()) end();
      await all;
    }
  });
});
