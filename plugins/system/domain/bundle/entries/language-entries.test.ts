import { expect, it } from 'vitest';
import { isTextId, textsByLanguage, wordingChanges } from './language-entries.ts';

it('writes what differs, takes back what is not said any more, and touches nothing else', () => {
  const before = { 'core:a.b': 'mot', 'core:c': 'hai', 'acme:d': 'ba' };
  const said = { 'core:a.b': 'mot', 'core:c': 'HAI', 'acme:e:f': 'bon' };
  expect(wordingChanges(before, said)).toEqual([
    { id: 'acme:d', owner: 'acme', key: 'd', wording: '' },
    { id: 'acme:e:f', owner: 'acme', key: 'e:f', wording: 'bon' },
    { id: 'core:c', owner: 'core', key: 'c', wording: 'HAI' },
  ]);
  expect(wordingChanges(before, before)).toEqual([]);
});

it('tells languages apart', () => {
  const one = { owner: 'core', key: 'a', wording: 'x' };
  expect(
    Object.fromEntries(
      textsByLanguage([
        { ...one, language: 'vi' },
        { ...one, language: 'lo', wording: 'y' },
      ]),
    ),
  ).toEqual({
    vi: { 'core:a': 'x' },
    lo: { 'core:a': 'y' },
  });
});

it('knows what can be a text of anybody', () => {
  expect(['core:a.b', 'acme:e:f'].filter(isTextId)).toEqual(['core:a.b', 'acme:e:f']);
  expect(['core', ':a', 'core:', `core:${'a'.repeat(301)}`, `${'c'.repeat(65)}:a`].filter(isTextId)).toEqual([]);
});
