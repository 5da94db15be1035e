import { describe, expect, it } from 'vitest';
import { checkPatterns } from './check.mjs';

const check = (line: string): string[] => checkPatterns('plugins/a/server/x.ts', `const found = (text: string) => ${line};\n`);

describe('regular expressions over foreign text', () => {
  it.each([
    ['a bracket that is looked for again from every place', String.raw`text.replace(/\[[^\]]*\]/g, '')`, 'more than linear'],
    ['blanks before the end', String.raw`text.replace(/\s+$/, '')`, 'more than linear'],
    ['a repetition within a repetition', String.raw`/^(?:\w+)+$/.test(text)`, 'exponential'],
    ['two neighbours that share signs', String.raw`/^\d*\d*x$/.test(text)`, 'more than linear'],
    ['one that is written as a text', "new RegExp('^(a+)+$').test(text)", 'exponential'],
    ['one that is put together', 'new RegExp(`^$' + '{text}$`).test(text)', 'put together'],
  ])('%s is told, with its place', (_name, line, word) => {
    const [problem, ...others] = check(line);
    expect(problem).toMatch(/^plugins\/a\/server\/x\.ts:1: /);
    expect(problem).toContain(word);
    expect(others).toEqual([]);
  });

  it.each([
    ['one that is anchored', String.raw`/^\d{4}-\d{2}-\d{2}$/.test(text)`],
    ['a bounded repetition', String.raw`/\[[^\]]{0,80}\]/.test(text)`],
    ['neighbours that share nothing', String.raw`/^[a-z]+\d+$/.test(text)`],
    ['a copy of another', "new RegExp(/^a$/, 'g').test(text)"],
    ['a text with slashes', `text === '/(a+)+/'`],
  ])('%s is let through', (_name, line) => {
    expect(check(line)).toEqual([]);
  });

  it.each([
    ['after a bracket', '(/(a+)+$/).test(text)'],
    ['in a list', '[/(a+)+$/]'],
    ['after an operator', '!/(a+)+$/.test(text) && text'],
    ['in a template', '`$' + '{/(a+)+$/.test(text)}`'],
    ['in an object', '({ found: /(a+)+$/ })'],
    ['on a line of its own', 'test(\n/(a+)+$/,\n)'],
    ['after a word', '{ return/(a+)+$/ }'],
  ])('is found %s', (_name, line) => {
    expect(check(line)).toEqual([expect.stringContaining('exponential')]);
  });

  it('an exception needs a reason, and something to excuse', () => {
    const slow = String.raw`const trimmed = text.replace(/\s+$/, '');`;
    expect(checkPatterns('a.ts', `// pattern: one line of our own settings\n${slow}\n`)).toEqual([]);
    expect(checkPatterns('a.ts', `${slow} // pattern: one line of our own settings\n`)).toEqual([]);
    expect(checkPatterns('a.ts', `// pattern: no\n${slow}\n`)).toEqual([expect.stringContaining('without a reason')]);
    expect(checkPatterns('a.ts', '// pattern: one line of our own settings\nconst a = 1;\n')).toEqual([expect.stringContaining('excuses nothing')]);
  });
});
