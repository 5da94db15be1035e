import { afterAll, expect, it } from 'vitest';
import { offerSharedModules, SHARED_MODULES, sharedPlace, type SharedModules, type TakeShared } from './shared-modules.ts';

const taker = (): TakeShared => (globalThis as unknown as Record<symbol, TakeShared>)[Symbol.for(sharedPlace('1.0.0'))] as TakeShared;
/** What this thread offered before: files of one thread share it, and halves of other tests take their SDK from there. */
const before = taker();
afterAll(() => {
  (globalThis as unknown as Record<symbol, TakeShared>)[Symbol.for(sharedPlace('1.0.0'))] = before;
});
const modules = Object.fromEntries(SHARED_MODULES.map((name) => [name, { name }])) as unknown as SharedModules;

it('gives a half the whole of a module, and the one that was offered last', () => {
  offerSharedModules(modules);
  expect(taker()('kysely', ['name'])).toBe(modules.kysely);
  offerSharedModules({ ...modules, kysely: { sql: 1 } });
  expect(taker()('kysely', ['sql'])).toEqual({ sql: 1 });
});

it('says by name what it does not have', () => {
  offerSharedModules(modules);
  expect(() => taker()('kysely', ['name', 'sqlOfTomorrow', 'other'])).toThrow(
    "it uses sqlOfTomorrow, other of 'kysely', which the SDK 1.0.0 of this server does not have; it needs a newer server",
  );
  for (const module of ['lodash', 'constructor', '__proto__'])
    expect(() => taker()(module, [])).toThrow(`it takes '${module}' from the server, whose SDK 1.0.0 does not share it`);
});

it('has one place for all versions of a major, and another for another', () => {
  expect(sharedPlace('1.9.3')).toBe(sharedPlace('1.0.0'));
  expect(sharedPlace('2.0.0')).not.toBe(sharedPlace('1.0.0'));
});
