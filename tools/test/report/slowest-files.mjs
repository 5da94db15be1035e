import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What each file of a run of vitest took, as its duration reporter wrote it. @returns {{ file: string, seconds: number }[]} */
export const readFiles = (durations) =>
  existsSync(durations) ? Object.entries(JSON.parse(readFileSync(durations, 'utf8'))).map(([file, seconds]) => ({ file, seconds })) : [];

/** Seconds of each file of journeys, out of the runner's own report. @returns {{ file: string, seconds: number }[]} */
export function journeyFiles(report) {
  const seconds = new Map();
  const walk = ({ suites = [], specs = [] }) => {
    for (const spec of specs)
      for (const test of spec.tests) for (const { duration = 0 } of test.results) seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + duration / 1000);
    suites.forEach(walk);
  };
  (report.suites ?? []).forEach(walk);
  return [...seconds].map(([file, sum]) => ({ file: path.join('tests/journeys', file), seconds: sum }));
}

/**
 * The longest of all, with the step that they belong to.
 * @param {{ title: string, files?: { file: string, seconds: number }[] }[]} steps
 * @param {number} count
 */
export const slowestOf = (steps, count) =>
  steps
    .flatMap(({ title, files = [] }) => files.map((file) => ({ ...file, title })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
