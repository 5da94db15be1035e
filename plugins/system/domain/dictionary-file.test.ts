import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DictionaryFile, fileText, readDictionaryFile } from './dictionary-file.ts';

const flag = fc.constantFrom<0 | 1>(0, 1);
/** Each entry below one before it, or at the top. */
const files = fc
  .array(fc.record({ fullName: fc.string(), parent: fc.integer({ min: -1, max: 9 }), enabledMark: flag, sortCode: fc.nat(999), description: fc.string() }), {
    maxLength: 10,
  })
  .map((rows): DictionaryFile['entries'] =>
    rows.map(({ parent, ...row }, at) => ({ ...row, enCode: `c${at}`, parent: parent < 0 || at === 0 ? '' : `c${parent % at}` })),
  )
  .map((entries): DictionaryFile => ({ dictionary: { fullName: 'SIM', enCode: 'SIM.a', isTree: 1, sortCode: 0, description: '' }, entries }));

const dictionary = { fullName: 'SIM', enCode: 'SIM.a' };
const text = (over: object) => JSON.stringify({ kind: 'nephra-dictionary', format: 1, dictionary, entries: [], ...over });

describe('file of a dictionary', () => {
  it('[property] reads back what was written, each entry behind the one above it', () => {
    fc.assert(
      fc.property(files, (file) => {
        const read = readDictionaryFile(fileText(file));
        if ('flaw' in read) throw new Error(read.flaw);
        const byCode = (entries: DictionaryFile['entries']) => [...entries].sort((a, b) => (a.enCode < b.enCode ? -1 : 1));
        expect(read.dictionary).toEqual(file.dictionary);
        expect(byCode(read.entries)).toEqual(byCode(file.entries));
        const codes = read.entries.map(({ enCode }) => enCode);
        for (const { enCode, parent } of read.entries) if (parent !== '') expect(codes.indexOf(parent)).toBeLessThan(codes.indexOf(enCode));
      }),
    );
  });

  it.each([
    ['{', 'file-unreadable'],
    ['[]', 'file-other'],
    ['null', 'file-other'],
    [text({ kind: 'something' }), 'file-other'],
    [text({ format: 2 }), 'file-other'],
    [text({ entries: 7 }), 'file-other'],
    [text({ entries: Array.from({ length: 5_001 }, (_, at) => ({ enCode: `c${at}` })) }), 'file-too-long'],
    [text({ entries: [{ enCode: 'a' }, { enCode: 'a' }] }), 'file-doubled'],
    [text({ entries: [{ enCode: 'a', parent: 'b' }] }), 'file-parent'],
    [
      text({
        entries: [
          { enCode: 'a', parent: 'b' },
          { enCode: 'b', parent: 'a' },
        ],
      }),
      'file-parent',
    ],
  ])('is refused where it is none: %.40s', (given, flaw) => {
    expect(readDictionaryFile(given)).toMatchObject({ flaw });
  });

  it('takes nothing over that is no entry, and fills in what is left out', () => {
    expect(readDictionaryFile(`\uFEFF${text({ entries: [{ enCode: 'a', fullName: 7, enabledMark: 'yes' }] })}`)).toMatchObject({
      entries: [{ enCode: 'a', fullName: '', parent: '', enabledMark: 1, sortCode: 0, description: '' }],
    });
  });
});
