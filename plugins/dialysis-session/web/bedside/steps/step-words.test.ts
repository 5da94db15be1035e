import { expect, it } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import zh from '../../../locales/zh.json' with { type: 'json' };
import zhtw from '../../../locales/zhtw.json' with { type: 'json' };
import { STEPS } from './step-of.ts';

/** Pixels of a phone that the steps have, of a letter and of a Chinese character in their size, and around a word. */
const ROOM = 366;
const LETTER = 7;
const CHARACTER = 13;
const AROUND = 6;

it.each(Object.entries({ zh, zhtw, en }))('%s: eight steps are named so shortly that they stand in one line of a phone', (_, { step }) => {
  const widths = STEPS.flatMap((key) => [AROUND, ...[...step[key]].map((letter) => (letter > '\u2e7f' ? CHARACTER : LETTER))]);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(ROOM);
});
