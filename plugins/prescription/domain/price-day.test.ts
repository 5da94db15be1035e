import { expect, it } from 'vitest';
import { priceDay } from './price-day.ts';

it('the day of treatment begins at midnight in Shanghai', () => {
  const lastMoment = Date.parse('2025-12-31T23:59:59.999+08:00');
  expect([priceDay(lastMoment), priceDay(lastMoment + 1)]).toEqual(['2025-12-31', '2026-01-01']);
});
