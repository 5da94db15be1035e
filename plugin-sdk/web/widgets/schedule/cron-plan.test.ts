import { expect, it } from 'vitest';
import { cronOf, planOf, turnedTo } from './cron-plan.ts';

it.each([
  ['* * * * *', { kind: 'minutes', every: 1 }],
  ['*/15 * * * *', { kind: 'minutes', every: 15 }],
  ['5 * * * *', { kind: 'hourly', minute: 5 }],
  ['30 2 * * *', { kind: 'daily', time: '02:30' }],
  ['0 8 * * 1,3,5', { kind: 'weekly', days: [1, 3, 5], time: '08:00' }],
  ['0 8 1,15 * *', { kind: 'monthly', days: [1, 15], time: '08:00' }],
] as const)('%s is chosen as %j, and written like that again', (cron, plan) => {
  expect(planOf(cron)).toEqual(plan);
  expect(cronOf(planOf(cron))).toBe(cron);
});

it.each(['*/7 * * * *', '0 3 1 1 *', '0 3 1 * 1', '0 6,18 * * *', '0 8 * * MON', '61 * * * *', '0 8 32 * *', '', 'x'])('%s stays as it was written', (cron) => {
  expect(planOf(cron)).toEqual({ kind: 'own', cron });
});

it('days that mean the same are one, and a plan without days has the first', () => {
  expect(planOf('0 8 * * 0,7')).toEqual({ kind: 'weekly', days: [0], time: '08:00' });
  expect(cronOf({ kind: 'weekly', days: [], time: '08:00' })).toBe('0 8 * * 1');
});

it('another kind keeps the time of day', () => {
  expect(turnedTo('weekly', { kind: 'daily', time: '21:45' })).toEqual({ kind: 'weekly', days: [1], time: '21:45' });
  expect(turnedTo('own', { kind: 'daily', time: '21:45' })).toEqual({ kind: 'own', cron: '45 21 * * *' });
});
