import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closesCircle, idsOf, majorPlace, type Place, replaceVisible, samePlace } from './memberships.ts';

const at = (orgId: string, departmentId: string | null = null): Place => ({ orgId, departmentId });

it('comma texts: blanks, empty parts and repetitions do not count', () => {
  expect(idsOf(' a, b,,a ,')).toEqual(['a', 'b']);
  expect(idsOf(undefined)).toEqual([]);
});

describe('replacing what one can see', () => {
  const replace = (before: string[], given: string[], visible: string[]) =>
    replaceVisible(
      before,
      given,
      (one) => visible.includes(one),
      (one, other) => one === other,
    );

  it('leaves alone what is hidden', () => {
    expect(replace(['a', 'x'], ['b'], ['a', 'b'])).toEqual(['b', 'x']);
    expect(replace(['a', 'x'], [], ['a'])).toEqual(['x']);
  });

  it('[property] never drops what is hidden, never keeps what is visible and not given, never doubles', () => {
    const some = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(some, some, some, (before, given, visible) => {
        const after = replace(before, given, visible);
        expect(new Set(after).size).toBe(after.length);
        expect([...after].sort()).toEqual([...new Set([...given, ...before.filter((one) => !visible.includes(one))])].sort());
      }),
    );
  });
});

it('the place of today stays as long as the person has it', () => {
  expect(majorPlace([at('a'), at('b', 'ward')], at('b', 'ward'))).toEqual(at('b', 'ward'));
  expect(majorPlace([at('a'), at('b')], at('b', 'ward'))).toEqual(at('a'));
  expect(majorPlace([], at('b'))).toBeUndefined();
  expect(samePlace(at('a'), at('a', 'ward'))).toBe(false);
});

it('nobody reports to themselves, whatever the number of steps', () => {
  expect(closesCircle('me', ['boss', 'top'])).toBe(false);
  expect(closesCircle('me', ['boss', 'me'])).toBe(true);
  expect(closesCircle('me', ['me'])).toBe(true);
});
