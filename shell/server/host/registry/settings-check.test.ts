import { expect, it } from 'vitest';
import { checkOutsideSettings, checkSettings } from './settings-check.ts';

const schema = {
  type: 'object',
  properties: { days: { type: 'integer', default: 180 }, moved: { not: {}, description: 'belongs into the config of the plugin ward' } },
};

it('fills defaults, and names the member that does not fit', () => {
  expect(checkSettings(schema, {})).toEqual({ days: 180 });
  expect(() => checkSettings(schema, { days: 'many' })).toThrow(
    expect.objectContaining({ reason: { key: 'settings-invalid', params: { reason: 'days must be integer' } } }),
  );
});

it('a member that is no longer taken is refused with where it belongs', () => {
  expect(() => checkSettings(schema, { moved: 5 })).toThrow(
    expect.objectContaining({ reason: { key: 'settings-invalid', params: { reason: 'moved belongs into the config of the plugin ward' } } }),
  );
});

it('a schema that is none is refused by name, and what one plugin names in its schema is free for others', () => {
  expect(() => checkSettings({ type: 'days' }, {})).toThrow(
    expect.objectContaining({ reason: { key: 'settings-invalid', params: { reason: expect.stringContaining('schema is invalid') } } }),
  );
  const named = (fallback: number) => ({ $id: 'ward', type: 'object', properties: { days: { $id: 'days', type: 'integer', default: fallback } } });
  expect(checkSettings(named(1), {})).toEqual({ days: 1 });
  expect(checkSettings(named(2), {})).toEqual({ days: 2 });
});

it('of a package without a schema nothing is at work that needs a limit', () => {
  const given = { any: { value: 1 } };
  const values = checkOutsideSettings(undefined, given, 0);
  expect([values, values.any === given.any]).toEqual([given, false]);
  expect(() => checkOutsideSettings(schema, {}, 0)).toThrow(/timeout/);
});

it('a schema of a package that would be judged for ever, or later, ends in a sentence: a pattern, references that double, a promise', () => {
  const pattern = { type: 'object', properties: { code: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(60)}!` } } };
  const steps = Array.from({ length: 60 }, (_, at) => [`s${at}`, { allOf: [{ $ref: `#/$defs/s${at + 1}` }, { $ref: `#/$defs/s${at + 1}` }] }] as const);
  const doubling = { $ref: '#/$defs/s0', $defs: Object.fromEntries([...steps, ['s60', { type: 'object' }]]) };
  for (const schema of [pattern, doubling])
    expect(() => checkOutsideSettings(schema, {}, 200)).toThrow(expect.objectContaining({ reason: { key: 'settings-too-long', params: { seconds: 0.2 } } }));
  expect(() => checkOutsideSettings({ $async: true, type: 'string' }, {})).toThrow(
    expect.objectContaining({ reason: { key: 'settings-invalid', params: { reason: expect.stringContaining('$async') } } }),
  );
  expect(checkOutsideSettings(schema, { days: 3 })).toEqual({ days: 3 });
  expect(() => checkOutsideSettings(schema, { days: 'many' })).toThrow(
    expect.objectContaining({ reason: { key: 'settings-invalid', params: expect.anything() } }),
  );
});
