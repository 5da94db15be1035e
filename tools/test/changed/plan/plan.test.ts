import { describe, expect, it } from 'vitest';
import { graphOf } from '../dependents.mjs';
import { planChanged } from './plan.mjs';

const USES = (file: string) => `import { x } from '${file}';`;
const files: Record<string, string> = {
  'plugins/a/server/save.ts': '',
  'plugins/a/server/save.int.test.ts': USES('./save.ts'),
  'plugins/a/server/list.int.test.ts': USES('./save.ts'),
  'plugins/a/domain/near.int.test.ts': USES('../server/save.ts'),
  'plugins/b/server/far.int.test.ts': USES('../../a/server/save.ts'),
  'tests/security/whole.int.test.ts': USES('../../plugins/a/server/save.ts'),
  'plugins/a/domain/rule.ts': '',
  'plugins/a/domain/rule.test.ts': USES('./rule.ts'),
  'plugins/a/web/page.tsx': USES('../domain/rule.ts'),
  'plugins/a/web/page.test.tsx': USES('./page.tsx'),
  'plugins/c/x.test.ts': '',
  'plugin-sdk/contract/index.ts': '',
  'tests/faults/kill.faults.test.ts': '',
  'tests/journeys/walk.journey.ts': '',
  'tests/vendor/region.int.test.ts': '',
};
const durations = {
  'plugins/a/server/save.int.test.ts': 20,
  'plugins/a/server/list.int.test.ts': 10,
  'plugins/a/domain/near.int.test.ts': 1,
  'plugins/b/server/far.int.test.ts': 5,
  'tests/security/whole.int.test.ts': 30,
};

function plan(changed: readonly string[], budgetSeconds = 90, more: { gone?: string[]; staticSeconds?: number; share?: number } = {}) {
  return planChanged({ changed, graph: graphOf(new Map(Object.entries(files)), changed), durations, budgetSeconds, ...more });
}
const chosen = (made: ReturnType<typeof plan>) => Object.fromEntries(made.vitest.map(({ project, files: tests }) => [project, tests]));
const whatOf = (made: ReturnType<typeof plan>) => made.notRun.map(({ what }) => what);

describe('the plan of a check', () => {
  it('leaves out more where it gets a part of the machine, and says so', () => {
    const made = plan(['plugins/a/server/save.ts'], 90, { share: 0.3 });
    expect(chosen(made).integration).not.toContain('tests/security/whole.int.test.ts');
    expect(whatOf(made)).toContain('integration: tests/security/whole.int.test.ts');
    const busy = plan(['plugins/a/server/save.ts'], 90, { share: 0.01, staticSeconds: 40 });
    expect(chosen(busy).integration).toEqual(['plugins/a/server/save.int.test.ts']);
    expect(chosen(plan(['plugins/a/server/save.ts'])).integration).toContain('tests/security/whole.int.test.ts');
  });

  it('runs all that a change reaches where there is time, each test file in its project', () => {
    const made = plan(['plugins/a/server/save.ts', 'plugins/a/domain/rule.ts']);
    expect(chosen(made)).toEqual({
      unit: ['plugins/a/domain/rule.test.ts'],
      screens: ['plugins/a/web/page.test.tsx'],
      integration: [
        'plugins/a/server/save.int.test.ts',
        'plugins/a/domain/near.int.test.ts',
        'plugins/a/server/list.int.test.ts',
        'plugins/b/server/far.int.test.ts',
        'tests/security/whole.int.test.ts',
      ],
    });
    expect(made.vitest.find(({ project }) => project === 'integration')?.seconds).toBe(66);
    expect(made).toMatchObject({ types: true, imports: true, lint: ['plugins/a/server/save.ts', 'plugins/a/domain/rule.ts'], reachesAll: [] });
  });

  it('leaves out the farthest when time is short, and says which, why and how to run them', () => {
    // Two cores of 30 s, 15 of them for the start.
    const made = plan(['plugins/a/server/save.ts'], 30);
    expect(chosen(made).integration).toEqual([
      'plugins/a/server/save.int.test.ts',
      'plugins/a/domain/near.int.test.ts',
      'plugins/a/server/list.int.test.ts',
      'plugins/b/server/far.int.test.ts',
    ]);
    expect(made.notRun[0]).toEqual({
      what: 'integration: tests/security/whole.int.test.ts',
      why: 'the change reaches them, but 30 s do not hold them: some 30 s more',
      command: 'npx vitest run --config tools/config/vitest.config.ts --project integration tests/security/whole.int.test.ts',
    });
  });

  it('leaves out what is too long for what is left and takes what follows', () => {
    expect(chosen(plan(['plugins/a/server/save.ts'], 30, { staticSeconds: 16 })).integration).toEqual([
      'plugins/a/server/save.int.test.ts',
      'plugins/a/domain/near.int.test.ts',
      'plugins/b/server/far.int.test.ts',
    ]);
  });

  it('takes quick tests before slow ones that are as near', () => {
    const made = plan(['plugins/a/domain/rule.ts', 'plugins/a/server/save.ts'], 23, { staticSeconds: 0 });
    expect(chosen(made)).toEqual({
      unit: ['plugins/a/domain/rule.test.ts'],
      screens: ['plugins/a/web/page.test.tsx'],
      integration: ['plugins/a/server/save.int.test.ts', 'plugins/a/domain/near.int.test.ts'],
    });
  });

  it('takes the test of a page before quick ones of the plugin when a part of the page changed, and what tests the file itself however long it takes', () => {
    const page = {
      'plugins/e/web/work/head/head.tsx': '',
      'plugins/e/web/work/work.page.tsx': USES('./head/head.tsx'),
      'plugins/e/web/work/work.page.test.tsx': USES('./work.page.tsx'),
      'plugins/e/web/other/other.test.tsx': USES('../work/work.page.tsx'),
    };
    const graph = graphOf(new Map(Object.entries(page)), []);
    const screens = (changed: string, budgetSeconds: number, share = 1) =>
      chosen(
        planChanged({
          changed: [changed],
          graph,
          durations: { 'plugins/e/web/work/work.page.test.tsx': 20, 'plugins/e/web/other/other.test.tsx': 2 },
          budgetSeconds,
          share,
        }),
      ).screens;
    expect(screens('plugins/e/web/work/head/head.tsx', 13)).toEqual(['plugins/e/web/work/work.page.test.tsx']);
    expect(screens('plugins/e/web/work/work.page.tsx', 5, 0.1)).toEqual(['plugins/e/web/work/work.page.test.tsx']);
  });

  it('lets checkers of single files read what changed, and all files where a checker changed', () => {
    expect(plan(['plugins/a/domain/rule.ts', 'plugins/a/gone.ts'], 90, { gone: ['plugins/a/gone.ts'] }).read).toEqual(['plugins/a/domain/rule.ts']);
    expect(plan(['plugins/a/domain/rule.ts', 'tools/test/patterns/check.mjs']).read).toEqual([]);
  });

  it('takes a test that costs nothing before a long one that is nearer', () => {
    const graph = graphOf(new Map(Object.entries({ ...files, 'tools/words.test.ts': "readdirSync('plugins'); import.meta.url;" })), []);
    const taken = (seconds: number) => {
      const made = chosen(
        planChanged({ changed: ['plugins/a/server/save.ts'], graph, durations: { ...durations, 'tools/words.test.ts': seconds }, budgetSeconds: 22 }),
      );
      return [...(made.unit ?? []), ...(made.integration ?? [])].filter((test) => !test.startsWith('plugins/a/'));
    };
    expect(taken(0.5)).toEqual(['tools/words.test.ts']);
    expect(taken(3)).toEqual(['plugins/b/server/far.int.test.ts']);
  });

  it('makes no databases ready for a quick test of far away while tests of the same page wait', () => {
    const screen = {
      'plugins/e/web/part/part.tsx': '',
      'plugins/e/web/work/work.page.test.tsx': USES('../part/part.tsx'),
      'tests/contracts/names.int.test.ts': USES('../../plugins/e/web/part/part.tsx'),
    };
    const graph = graphOf(new Map(Object.entries(screen)), []);
    const taken = (budgetSeconds: number) =>
      planChanged({
        changed: ['plugins/e/web/part/part.tsx'],
        graph,
        durations: { 'plugins/e/web/work/work.page.test.tsx': 10, 'tests/contracts/names.int.test.ts': 0.05 },
        budgetSeconds,
      }).vitest.flatMap(({ files: tests }) => tests);
    expect(taken(10)).toEqual(['plugins/e/web/work/work.page.test.tsx']);
    expect(taken(20)).toEqual(['plugins/e/web/work/work.page.test.tsx', 'tests/contracts/names.int.test.ts']);
  });

  it('never runs journeys, faults and vendor tests, and names those that the change reaches', () => {
    const LONG = ['fault tests', 'vendor tests', 'journeys in a real browser'];
    const long = (file: string) => whatOf(plan([file])).filter((what) => LONG.includes(what));
    expect(long('plugins/a/web/page.tsx')).toEqual(['journeys in a real browser']);
    expect(long('plugins/a/server/save.ts')).toEqual(['fault tests', 'journeys in a real browser']);
    expect(long('plugin-sdk/contract/index.ts')).toEqual(LONG);
    expect(long('plugins/a/domain/rule.test.ts')).toEqual([]);
    expect(long('tests/faults/kill.faults.test.ts')).toEqual(['fault tests']);
    expect(chosen(plan(['tests/faults/kill.faults.test.ts', 'tests/vendor/region.int.test.ts']))).toEqual({});
  });

  it('says how many tests nothing leads to, and that the product was not built', () => {
    const made = plan(['plugins/a/web/page.tsx']);
    expect(whatOf(made)).toEqual(['journeys in a real browser', 'build and bundle budgets', '7 other test files']);
    expect(whatOf(plan(['plugins/a/server/save.ts']))).toContain('the same integration tests on the other database engine');
  });

  it('tells many left out by their folder', () => {
    const many = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`plugins/d/server/t${at}.int.test.ts`, USES('../../a/server/save.ts')]));
    const graph = graphOf(new Map(Object.entries({ ...files, ...many })), []);
    const made = planChanged({ changed: ['plugins/a/server/save.ts'], graph, durations, budgetSeconds: 25 });
    expect(made.notRun[1]).toMatchObject({
      what: expect.stringMatching(/^5 integration test files of plugins\/d$/),
      command: expect.stringMatching(/--project integration plugins\/d\/$/),
    });
  });

  it('lints no file that is gone, and all of them with other rules of the linter', () => {
    expect(plan(['plugins/a/domain/rule.ts', 'plugins/a/gone.ts', 'README.md'], 90, { gone: ['plugins/a/gone.ts'] }).lint).toEqual([
      'plugins/a/domain/rule.ts',
    ]);
    expect(plan(['.biome.json']).lint).toEqual(['.']);
  });

  it('looks at how tests wait where a test or what is made for tests changed', () => {
    expect(['plugins/a/domain/rule.test.ts', 'tests/support/x.ts', 'plugins/a/domain/rule.ts'].map((file) => plan([file]).waiting)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('needs no types and no import rules for a text that no program reads', () => {
    expect(plan(['README.md'])).toMatchObject({ lint: [], types: false, imports: false, waiting: false, vitest: [] });
  });

  it('says what reaches every test', () => {
    expect(plan(['package.json']).reachesAll).toEqual(['package.json']);
  });
});
