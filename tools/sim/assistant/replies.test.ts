import { expect, test } from 'vitest';
import { toolFor } from './replies.ts';

test.each([
  ['How do I prime a dialyser?', undefined],
  ['透析器怎么预冲？', undefined],
  ['How do I charge?', { name: 'find_menu', input: { words: '收费' } }],
  ['处方在哪里开？', { name: 'find_menu', input: { words: '处方' } }],
  ['Which pages are there?', { name: 'find_menu', input: {} }],
])('%s', (asked, tool) => {
  expect(toolFor(asked, ['find_menu'])).toEqual(tool);
});
