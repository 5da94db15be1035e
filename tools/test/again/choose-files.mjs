import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const JOURNEYS = 'tests/journeys';

/** @returns {{ file: string, project: string }[]} every test file there is, and who runs it */
export function allTestFiles() {
  const printed = execFileSync(path.resolve('node_modules/.bin/vitest'), ['list', '--filesOnly', '--json', '--config', 'tools/config/vitest.config.ts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  const journeys = readdirSync(JOURNEYS, { recursive: true })
    .filter((name) => name.endsWith('.journey.ts'))
    .map((name) => ({ file: `${JOURNEYS}/${name}`, project: 'journeys' }));
  return [...JSON.parse(printed).map(({ file, projectName }) => ({ file: path.relative('', file), project: projectName })), ...journeys];
}

/**
 * Files whose path contains the pattern; where none does, those whose text does, so that the title of a test that failed will do.
 * @returns {Map<string, string[]>} project → files
 */
export function filesFor(pattern, all, textOf = (file) => readFileSync(file, 'utf8')) {
  const byPath = all.filter(({ file }) => file.includes(pattern));
  const found = byPath.length > 0 ? byPath : all.filter(({ file }) => textOf(file).includes(pattern));
  const chosen = new Map();
  for (const { file, project } of found) chosen.set(project, [...(chosen.get(project) ?? []), file]);
  return chosen;
}
