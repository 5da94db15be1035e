import { describe, expect, it } from 'vitest';
import { checkLimits } from './check.mjs';

const problemsOf = (text: string): string[] => checkLimits('plugins/a/web/x.tsx', text).problems;

describe('limits of forms', () => {
  it.each([
    ['a member of a field', "const field = { kind: 'text', name: 'note', maxLength: 50 };", 'maxLength 50'],
    ['the largest number', "const field = { kind: 'number', name: 'days', min: 0, max: 1_000_000 };", 'max 1000000'],
    ['how fine a number is', "const field = { kind: 'number', name: 'kg', ...DRY_WEIGHT_KG, precision: 1 };", 'precision 1'],
    ['decimals of a cell', 'const cell = <NumberCell decimals={4} />;', 'decimals 4'],
    ['one below zero', "const field = { kind: 'number', name: 'days', min: -5 };", 'min 5'],
    ['a property of an input', 'const input = <Input maxLength={200} />;', 'maxLength 200'],
    ['one that is written as a text', 'const input = <input maxLength="6" />;', 'maxLength 6'],
    ['the counter of a text', 'const input = <TextArea maxCount={200} />;', 'maxCount 200'],
    ['one of two', 'const field = { maxLength: secret ? 2000 : MAX_VALUE };', 'maxLength 2000'],
    ['one that stands in', 'const field = { maxLength: given ?? 60 };', 'maxLength 60'],
    ['a default', 'export function WordInput({ maxLength = 60 }: Props) { return maxLength; }', 'maxLength 60'],
    ['a constant of the file', 'const MAX_REASON = 200;\nexport const field = { maxLength: MAX_REASON };', 'maxLength 200'],
    ['a product', 'const field = { max: 60 * 24 };', 'max 60'],
  ])('%s is told', (_name, text, word) => {
    const [problem, ...others] = problemsOf(text);
    expect(problem).toMatch(/^plugins\/a\/web\/x\.tsx:\d+: /);
    expect(problem).toContain(`${word} is typed by hand; take it from the contract`);
    expect(others).toEqual([]);
  });

  it.each([
    ['what the contract says', "import { MAX_NAME } from '../contract/limits.ts';\nexport const field = { maxLength: MAX_NAME };"],
    ['a member of an object of limits', 'const field = { maxLength: USER_LENGTHS.account };'],
    ['one less than the contract says', 'const field = { max: MAX_LINES - 1 };'],
    ['not below zero', "const field = { kind: 'number', min: 0 };"],
    ['whole numbers', "const field = { kind: 'number', precision: 0 };"],
    ['a day', "const field = { kind: 'date', max: 'today' };"],
    ['a parameter that is handed on', 'export const field = (maxLength: number) => ({ maxLength });'],
    ['the width of a column', "const column = { prop: 'note', minWidth: 140 };"],
    ['a name that means itself', 'const max = max;\nexport const field = { max };'],
  ])('%s is let through', (_name, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('an exception needs a reason, which is told, and something to excuse', () => {
    const axis = 'export const axis = { max: 100 };';
    expect(checkLimits('a.ts', `// limit: per cent of a chart\n${axis}\n`)).toEqual({ problems: [], excused: [{ line: 1, reason: 'per cent of a chart' }] });
    expect(checkLimits('a.ts', `${axis} // limit: per cent of a chart\n`).excused).toHaveLength(1);
    expect(problemsOf(`// limit: no\n${axis}\n`)).toEqual([expect.stringContaining('without a reason')]);
    expect(problemsOf('// limit: per cent of a chart\nexport const a = 1;\n')).toEqual([expect.stringContaining('excuses nothing')]);
  });
});
