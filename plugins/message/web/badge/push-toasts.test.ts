import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Arrived, GROUP_MS, PushToasts } from './push-toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells of what arrives together once, and of what comes later again', () => {
  const shown: Arrived[] = [];
  const toasts = new PushToasts((arrived) => shown.push(arrived));
  for (const title of ['停水通知', '库存不足', '效期预警']) toasts.add(title, title === '库存不足');
  vi.advanceTimersByTime(GROUP_MS - 1);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  toasts.add('演练', false);
  vi.advanceTimersByTime(GROUP_MS);
  expect(shown).toEqual([
    { title: '效期预警', count: 3, urgent: true },
    { title: '演练', count: 1, urgent: false },
  ]);
});

it('is silent once the page is gone', () => {
  const shown: Arrived[] = [];
  const toasts = new PushToasts((arrived) => shown.push(arrived));
  toasts.add('停水通知', true);
  toasts.dispose();
  vi.advanceTimersByTime(GROUP_MS);
  expect(shown).toEqual([]);
});
