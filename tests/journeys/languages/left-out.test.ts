import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMBINATIONS } from './combination.ts';
import { LEFT_OUT, ONCE, reasonLeftOut } from './left-out.ts';

const journeys = path.resolve(import.meta.dirname, '..');
const files = readdirSync(journeys, { recursive: true, encoding: 'utf8' });

test('what is left out is a journey that there is, is made on another width, and says why', () => {
  for (const { file, title = '', widths, reason } of LEFT_OUT) {
    const place = files.find((name) => path.basename(name) === `${file}.journey.ts`);
    expect(readFileSync(path.join(journeys, place ?? file), 'utf8')).toContain(title);
    expect(widths).not.toContain(1440);
    expect(reason).toMatch(/\w{3}/);
  }
});

test('a journey about a language or a width of its own is made once, every other one in each combination that nobody left out', () => {
  const own = COMBINATIONS.filter((combination) => reasonLeftOut({ file: 'a/other.journey.ts', title: 'x', tags: [ONCE] }, combination) === undefined);
  expect(own).toEqual([{ language: 'zh', width: 1440 }]);
  const any = COMBINATIONS.filter((combination) => reasonLeftOut({ file: 'a/other.journey.ts', title: 'x', tags: [] }, combination) === undefined);
  expect(any).toEqual(COMBINATIONS);
  const layouts = { file: '/x/frame.journey.ts', title: '[2.4-01] the four layouts can be chosen and stay chosen', tags: [] };
  const wide = COMBINATIONS.filter((combination) => reasonLeftOut(layouts, combination) === undefined);
  expect(wide.map(({ width }) => width)).toEqual([1440, 1024, 1440, 1024, 1440, 1024]);
});
