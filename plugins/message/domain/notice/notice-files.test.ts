import { describe, expect, it } from 'vitest';
import { readFilesText } from './notice-files.ts';

describe('files of a notice, as clients send them', () => {
  it.each([
    ['', []],
    [null, []],
    [undefined, []],
    ['[]', []],
    ['[{"name":"a.pdf","fileId":"x","url":"/api/file/Download/annex/x"}]', [{ name: 'a.pdf', fileId: 'x' }]],
    ['{"name":"a.pdf"}', undefined],
    ['[{"name":"a.pdf"}]', undefined],
    ['[null]', undefined],
    ['[', undefined],
  ])('%j', (text, files) => {
    expect(readFilesText(text)).toEqual(files);
  });
});
