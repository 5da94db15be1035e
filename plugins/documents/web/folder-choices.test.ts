import { expect, it } from 'vitest';
import { folderChoices } from './folder-choices.ts';

it('folders are called by their whole way, and stand behind the topmost one', () => {
  const folders = [
    { id: 'c', parentId: 'b', fullName: 'C' },
    { id: 'a', parentId: '0', fullName: 'A' },
    { id: 'b', parentId: 'a', fullName: 'B' },
    // What lies above is not the caller's to see.
    { id: 'x', parentId: 'hidden', fullName: 'X' },
  ];
  expect(folderChoices(folders, 'Top').map(({ value, text }) => `${value}: ${text}`)).toEqual(['0: Top', 'a: A', 'b: A / B', 'c: A / B / C', 'x: X']);
  expect(folderChoices([], undefined)).toEqual([]);
});
