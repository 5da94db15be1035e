import type { Route } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { hasCostlyShapes, isCostlyPattern } from './costly-shapes.ts';

it('patterns of days, codes and numbers are judged on the way, those that may take for ever before', () => {
  for (const pattern of [String.raw`^\d{4}-\d{2}-\d{2}$`, '^[a-z]+$', '^[A-Z]{2}[0-9]{1,8}$', '^(left|right)$', '^x?$', String.raw`^\+?\d{3,20}$`])
    expect([pattern, isCostlyPattern(pattern)]).toEqual([pattern, false]);
  for (const pattern of ['(a+)+$', '^(a|a)*$', 'a*a*b', String.raw`(x)\1`, '^(a{1,30}){1,30}$', 'a?'.repeat(30), 'x'.repeat(300)])
    expect([pattern, isCostlyPattern(pattern)]).toEqual([pattern, true]);
});

const route = (body: object): Route =>
  ({ method: 'POST', path: '/api/x/y', summary: '', need: 'session', audit: 'write', retry: 'never', retryReason: '', reply: {}, body }) as Route;

it('they are found wherever they stand, and so is a schema of megabytes', () => {
  expect(hasCostlyShapes(route({ type: 'object', properties: { pattern: { type: 'string' }, day: { pattern: String.raw`^\d{4}$` } } }))).toBe(false);
  expect(hasCostlyShapes(route({ anyOf: [{ type: 'array', items: { pattern: '(a+)+$' } }] }))).toBe(true);
  expect(hasCostlyShapes(route({ patternProperties: { '(a+)+$': {} } }))).toBe(true);
  expect(hasCostlyShapes(route({ enum: Array.from({ length: 10_000 }, (_, at) => `value ${at}`) }))).toBe(true);
  expect(hasCostlyShapes({ ...route({}), method: 'GET' } as Route)).toBe(false);
});
