import { describe, expect, it } from 'vitest';
import { stepsOf } from './changed-steps.mjs';

const nothing = { lint: [], types: false, imports: false, waiting: false, read: [], vitest: [], notRun: [], reachesAll: [] };
const part = (project: 'unit' | 'screens' | 'integration', seconds: number) => ({ project, files: [`plugins/a/${project}.test.ts`], seconds });

describe('steps of a check', () => {
  it('are none when nothing is to do', () => {
    expect(stepsOf(nothing, 90, true)).toEqual([]);
  });

  it('run unit tests and screens as one, integration tests on PostgreSQL where it is, and lint what changed alone', () => {
    const plan = {
      ...nothing,
      lint: ['plugins/a/x.ts'],
      types: true,
      imports: true,
      waiting: true,
      read: ['plugins/a/x.ts'],
      vitest: [part('unit', 1), part('screens', 3), part('integration', 100)],
    };
    const steps = stepsOf(plan, 90, true);
    expect(steps.map(({ name }) => name)).toEqual(['integration', 'unit', 'types', 'imports', 'patterns', 'limits', 'row-doors', 'waiting', 'lint']);
    expect(steps[0]).toMatchObject({ kind: 'vitest', env: { NEPHRA_TEST_DATABASE: 'postgres', NEPHRA_TEST_WORKERS: '2' } });
    expect(steps[0]?.command.slice(-1)).toEqual(['plugins/a/integration.test.ts']);
    expect(steps[1]?.env).toEqual({ GOGC: '400', NEPHRA_TEST_WORKERS: '1' });
    expect(steps[1]?.command).toEqual(expect.arrayContaining(['unit', 'screens', 'plugins/a/unit.test.ts', 'plugins/a/screens.test.ts']));
    expect(steps.at(-1)?.command.slice(-1)).toEqual(['plugins/a/x.ts']);
    const changed = stepsOf({ ...plan, read: ['plugins/a/y.ts'] }, 90, true).filter(({ command }) => command.at(-1) === 'plugins/a/y.ts');
    expect(changed.map(({ name }) => name)).toEqual(['patterns', 'limits', 'waiting']);
    expect(
      stepsOf({ ...plan, read: [] }, 90, true)
        .find(({ name }) => name === 'limits')
        ?.command.at(-1),
    ).toMatch(/main\.mjs$/);
    expect(stepsOf(plan, 90, false)[0]?.env).toEqual({ GOGC: '400', NEPHRA_TEST_WORKERS: '2' });
  });
});
