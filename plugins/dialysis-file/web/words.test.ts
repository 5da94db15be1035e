import { expect, it } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };
import { patternWords, type Text } from './words.ts';

const textOf =
  (texts: object): Text =>
  (key, params = {}) => {
    const found = key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], texts);
    return String(found).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]));
  };
const slot = (weekday: number, shiftId: string) => ({ week: 0, weekday, shiftId, stationId: null, mode: null });
const perDay = { slots: [slot(2, 'am'), slot(4, 'pm')], cycleWeeks: 1, everyDays: null, remark: '' };

it('a shift for each weekday stands apart from it where words do', () => {
  expect(patternWords(textOf(en), perDay, (id) => ({ am: 'Morning shift', pm: 'Afternoon shift' })[id] ?? id)).toBe(
    'Weekly Tu Morning shift, Th Afternoon shift',
  );
  expect(patternWords(textOf(zh), perDay, (id) => ({ am: '上午班', pm: '下午班' })[id] ?? id)).toBe('每周 二上午班、四下午班');
});
