import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lackingHere } from './machine.mjs';
import { enginesLine } from './report/summary.mjs';
import { stepsFor } from './steps.mjs';

interface Step {
  readonly name: string;
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly needs?: readonly string[];
  readonly skip?: () => string;
}
const stepsOf = (how: { long?: boolean; withPostgres: boolean }): Map<string, Step> =>
  new Map((stepsFor(how) as unknown as readonly Step[]).map((step) => [step.name, step]));
/** Words of its command that choose files. */
const filesOf = (step: Step | undefined): readonly string[] =>
  step?.command.filter((word) => /^(?:shell|plugins|plugin-sdk|tests|tools)\/(?!config)/.test(word)) ?? [];
const skippedOf = (steps: Map<string, Step>): string[] => [...steps.values()].filter((step) => step.skip?.()).map(({ name }) => name);

describe('the engines of a run', () => {
  it('with PostgreSQL: all integration tests on it, a subset on the embedded one, and the main job in a browser on each', () => {
    const steps = stepsOf({ withPostgres: true });
    expect(steps.get('integration')?.env).toMatchObject({ NEPHRA_TEST_DATABASE: 'postgres' });
    expect(filesOf(steps.get('integration'))).toEqual([]);
    expect(steps.get('embedded')?.env).not.toHaveProperty('NEPHRA_TEST_DATABASE');
    expect(filesOf(steps.get('embedded'))).toEqual(expect.arrayContaining(['shell/server/db/']));
    expect(steps.has('embedded-all')).toBe(false);
    expect(steps.get('journeys-postgres')).toMatchObject({ env: { NEPHRA_TEST_DATABASE: 'postgres' }, command: expect.arrayContaining(['main-job']) });
    expect(filesOf(steps.get('journeys'))).toEqual([]);
    expect(skippedOf(steps)).toEqual([]);
  });

  it('without: all of them on the embedded one, and what is left out says why', () => {
    const steps = stepsOf({ withPostgres: false });
    expect(steps.get('embedded-all')?.env).not.toHaveProperty('NEPHRA_TEST_DATABASE');
    expect(filesOf(steps.get('embedded-all'))).toEqual([]);
    expect(steps.has('embedded')).toBe(false);
    for (const name of ['integration', 'journeys-postgres']) expect(steps.get(name)?.skip).toBeTypeOf('function');
  });

  it('are told at the end: those that ran', () => {
    const results = [...stepsOf({ withPostgres: true }).values()].map(({ name, title }) => ({ name, title, state: name === 'integration' ? 'skipped' : 'ok' }));
    expect(enginesLine(results)).toBe('engines: integration tests, embedded database, subset');
    expect(enginesLine([])).toBeUndefined();
  });
});

describe('the long run', () => {
  it('does both engines in full, every journey in three languages and widths, all faults, every guard, and begins from nothing', () => {
    const steps = stepsOf({ long: true, withPostgres: true });
    for (const name of ['integration', 'embedded-all', 'faults', 'vendor', 'unit', 'screens']) expect(filesOf(steps.get(name)), name).toEqual([]);
    const combinations = [...steps.values()].filter(({ name }) => /^journeys(?:-zh|-zhtw|-en|$)/.test(name));
    expect(combinations.map(({ env }) => `${env?.NEPHRA_JOURNEY_LANGUAGE ?? 'zh'} ${env?.NEPHRA_JOURNEY_WIDTH ?? '1440'}`).sort()).toEqual(
      ['zh', 'zhtw', 'en'].flatMap((language) => ['1440', '1024', '390'].map((width) => `${language} ${width}`)).sort(),
    );
    for (const { env, command } of combinations) expect([env?.NEPHRA_JOURNEY_SHARE, command.at(-1)]).toEqual([undefined, 'tools/config/playwright.config.ts']);
    expect(steps.has('guards')).toBe(true);
    expect(steps.get('build')?.command).toContain('--force');
    expect(steps.get('types')?.command.join(' ')).not.toContain('kept');
  });

  it('has every step of the usual one', () => {
    const long = stepsOf({ long: true, withPostgres: true });
    expect([...stepsOf({ withPostgres: true }).keys()].filter((name) => name !== 'embedded' && !long.has(name))).toEqual([]);
  });
});

describe('what a machine lacks', () => {
  it('is said with what that changes and the command that brings it', () => {
    const lacking = lackingHere({ postgres: 'no PostgreSQL', chromium: 'no Chromium', font: 'no font' });
    expect(lacking.map(({ what }) => what)).toEqual(['no PostgreSQL', 'no Chromium', 'no font']);
    for (const { effect, command } of lacking) expect([effect, command]).toEqual([expect.stringMatching(/\w{4}/), expect.stringMatching(/install/)]);
  });

  it('is nothing where all is there', () => {
    expect(lackingHere({ postgres: '', chromium: '', font: '' })).toEqual([]);
  });
});

it('the command that checks a clean clone is the one of README', () => {
  expect(readFileSync('README.md', 'utf8')).toMatch(/^npm test /m);
  expect(readFileSync('.ci/run', 'utf8').trim().split('\n').at(-1)).toBe('npm test');
});
