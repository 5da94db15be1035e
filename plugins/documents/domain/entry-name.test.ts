import { describe, expect, it } from 'vitest';
import { MAX_NAME } from '../contract/limits.ts';
import { cleanName, extensionOf, freeName, nameKey, renamed } from './entry-name.ts';

describe('names of documents', () => {
  it.each([
    [' 科室 制度 ', '科室 制度'],
    ['../../etc/passwd', '....etcpasswd'],
    ['a\u202etxt.exe', 'atxt.exe'],
    ['a:b*c?.pdf', 'abc.pdf'],
    ['e\u0301', '\u00e9'],
    ['..', ''],
    [' . ', ''],
    ['<>', ''],
  ])('%j is kept as %j', (given, kept) => expect(cleanName(given)).toBe(kept));

  it('large and small letters make no other name', () => expect(nameKey('A.PDF')).toBe(nameKey('a.pdf')));

  it.each([
    ['a.pdf', 'b', 'b.pdf'],
    ['a.pdf', 'b.PDF', 'b.PDF'],
    ['a.pdf', 'b.exe', 'b.exe.pdf'],
    ['folder', 'b.pdf', 'b.pdf'],
    ['a.pdf', '  ', ''],
  ])('%s renamed to %j is called %j', (name, asked, called) => expect(renamed(name, asked)).toBe(called));

  it('a renamed file never has a longer name than is kept', () => {
    const long = renamed('a.pdf', 'x'.repeat(MAX_NAME));
    expect([long.length, extensionOf(long)]).toEqual([MAX_NAME, 'pdf']);
  });

  it('a name that is taken gets the first free number, before its extension', () => {
    expect(freeName('a.pdf', new Set())).toBe('a.pdf');
    expect(freeName('A.pdf', new Set(['a.pdf', 'a (2).pdf']))).toBe('A (3).pdf');
    expect(freeName('文件夹', new Set(['文件夹']))).toBe('文件夹 (2)');
    const long = `${'x'.repeat(MAX_NAME - 4)}.pdf`;
    const other = freeName(long, new Set([long]));
    expect([other.length, other.endsWith(' (2).pdf')]).toEqual([MAX_NAME, true]);
  });
});
