import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutLine } from './log-line.ts';

it('a line as people write them stays what it is, the error in it included', () => {
  const fields = { err: new Error('why', { cause: new TypeError('the cause') }), at: 3, list: ['a', 'b'], when: new Date(0), deep: { er: { still: true } } };
  const line = cutLine(fields, 'a line');
  expect(line).toEqual({ fields, message: 'a line' });
  expect(line.fields).toBe(fields);
});

it('what is too long, too wide, too deep or a circle is left out, and the line says so', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const long = 'x'.repeat(40_000);
  for (const fields of [
    { long },
    { list: Array.from({ length: 2_000 }, () => 1) },
    { [long]: 1 },
    { bytes: Buffer.alloc(10_000) },
    { map: new Map([[long, 1]]) },
    { err: new Error(long) },
    circle,
  ])
    expect(cutLine(fields, 'line').fields).toEqual({ cut: expect.stringContaining('too long') });
  expect(cutLine({}, long).message).toHaveLength(10_001);
  expect(cutLine('none', 7)).toEqual({ fields: { cut: expect.stringContaining('none') }, message: '7' });
});

it('whatever comes, the line can be written and is short', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 3 }), fc.anything({ maxDepth: 1, withNullPrototype: false }), (fields, message) => {
      const text = typeof message === 'symbol' || typeof message === 'object' ? 'object' : message;
      const line = cutLine(fields, text);
      expect(typeof line.fields).toBe('object');
      expect(line.message.length).toBeLessThanOrEqual(10_001);
    }),
  );
});
