import { expect, it } from 'vitest';
import { judge, measure } from './check-budgets.mjs';

const budgets = { login: { goal: 100, hard: 200 }, shellAndHome: { hard: 300 }, pluginEntry: { hard: 30 }, pluginPage: { hard: 60 } };
const report = { files: { a: 90, b: 60, c: 200 }, steps: { login: ['a', 'b'], shell: ['a', 'c'], 'texts.zh': ['c'] } };
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
