import { expect, it } from 'vitest';
import { badgeText } from './badge-text.ts';

it.each([
  [-3, ''],
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%i unread messages are shown as "%s"', (count, text) => expect(badgeText(count)).toBe(text));
