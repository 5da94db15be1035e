import { expect, it } from 'vitest';
import { storedText } from './stored-text.ts';

it('a text loses what no database takes, and nothing else', () => {
  expect(storedText('血\u0000透😀')).toBe('血透😀');
  expect(storedText('😀'.slice(0, 1))).toBe('\ufffd');
});
