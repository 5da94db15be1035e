import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { journeyFiles, readFiles, slowestOf } from './slowest-files.mjs';

it('files of both runners, the slowest of all steps first', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'durations-'));
  writeFileSync(path.join(folder, 'durations.json'), '{"a.test.ts": 2.5}');
  const unit = readFiles(path.join(folder, 'durations.json'));
  rmSync(folder, { recursive: true });
  expect(readFiles(path.join(folder, 'durations.json'))).toEqual([]);
  expect(unit).toEqual([{ file: 'a.test.ts', seconds: 2.5 }]);
  const spec = (file: string, ...durations: number[]) => ({ file, tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const journeys = journeyFiles({
    suites: [{ suites: [{ specs: [spec('b.journey.ts', 4_000)] }], specs: [spec('b.journey.ts', 500), spec('c.journey.ts', 1)] }],
  });
  expect(journeys).toEqual([
    { file: 'tests/journeys/b.journey.ts', seconds: 4.5 },
    { file: 'tests/journeys/c.journey.ts', seconds: 0.001 },
  ]);
  const steps = [{ title: 'unit', files: unit }, { title: 'journeys', files: journeys }, { title: 'lint' }];
  expect(slowestOf(steps, 2).map(({ file, title }) => `${file} ${title}`)).toEqual(['tests/journeys/b.journey.ts journeys', 'a.test.ts unit']);
});
