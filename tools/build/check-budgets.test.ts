import { expect, it } from 'vitest';
import { judge, measure } from './check-budgets.mjs';

const budgets = {
  login: { goal: 100, hard: 200 },
  shellAndHome: { hard: 300 },
  shellAndKit: { hard: 320 },
  pluginEntry: { hard: 30 },
  pluginPage: { hard: 60 },
};
const report = { files: { a: 90, b: 60, c: 200, 'kit-x1.js': 20, 'kit-x1.css': 10 }, steps: { login: ['a', 'b'], shell: ['a', 'c'], 'texts.zh': ['c'] } };
const plugin = (entry: number, page: number) => [{ id: 'x', sizes: { entry, pages: { list: page } } }];

it('names what is near its goal and what is over its limit, with what to do', () => {
  const fine = judge(measure(report, plugin(30, 60)), budgets);
  expect(fine.over).toBe(false);
  expect(fine.lines[0]).toMatch(/log-in page .* above the goal/);
  const over = judge(measure(report, plugin(31, 61)), budgets);
  expect(over.over).toBe(true);
  expect(over.lines.filter((line) => line.includes('OVER'))).toHaveLength(2);
  expect(over.lines.join('\n')).toContain('plugin.ts is data with lazy imports');
});

it('what a list runs on is weighed with the kit', () => {
  const [, , lists] = measure(report, []);
  expect(lists).toMatchObject({ rule: 'shellAndKit', bytes: 320 });
  const heavier = { ...report, files: { ...report.files, 'kit-x1.js': 21 } };
  expect(judge(measure(heavier, []), budgets).over).toBe(true);
});
