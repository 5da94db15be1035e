import type { Right } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addGrants, codeOf, replaceGrants } from './grant-change.ts';

const menu = (menuCode: string): Right => ({ kind: 'menu', menuCode, itemCode: '' });
const button = (menuCode: string, itemCode: string): Right => ({ kind: 'button', menuCode, itemCode });
const codes = (rights: readonly Right[]): string[] => rights.map(codeOf);

const right = fc.record({
  kind: fc.constantFrom('menu' as const, 'button' as const, 'column' as const),
  menuCode: fc.constantFrom('a', 'b', 'c'),
  itemCode: fc.constantFrom('x', 'y'),
});
const rights = fc.uniqueArray(right, { selector: codeOf, maxLength: 18 });

describe('[6-02] a change of grants', () => {
  it('adds what is new and removes what was taken away', () => {
    const change = replaceGrants([menu('a'), button('a', 'x')], [menu('a'), button('a', 'y')], () => true);
    expect(codes(change.added)).toEqual(['a:y']);
    expect(codes(change.removed)).toEqual(['a:x']);
    expect(change.tooMuch).toEqual([]);
  });

  it('names what the caller does not hold', () => {
    const change = replaceGrants([], [menu('a'), menu('b')], ({ menuCode }) => menuCode === 'a');
    expect(codes(change.tooMuch)).toEqual(['b']);
  });

  it('keeps what the caller cannot see', () => {
    expect(replaceGrants([menu('b')], [], ({ menuCode }) => menuCode === 'a').removed).toEqual([]);
  });

  it('a right that was there before may stay although the caller does not hold it', () => {
    expect(replaceGrants([menu('b')], [menu('b')], () => false)).toEqual({ added: [], removed: [], tooMuch: [] });
  });

  it('whatever is sent: afterwards the object holds nothing that was neither there before nor held by the granter, and nothing unseen is lost', () => {
    fc.assert(
      fc.property(rights, rights, rights, (granted, wanted, held) => {
        const heldCodes = new Set(codes(held));
        const sees = (one: Right) => heldCodes.has(codeOf(one));
        const { added, removed, tooMuch } = replaceGrants(granted, wanted, sees);
        fc.pre(tooMuch.length === 0);
        const gone = new Set(codes(removed));
        const after = new Set([...codes(granted).filter((code) => !gone.has(code)), ...codes(added)]);
        const before = new Set(codes(granted));
        for (const code of after) expect(before.has(code) || heldCodes.has(code)).toBe(true);
        for (const one of granted) if (!sees(one)) expect(after.has(codeOf(one))).toBe(true);
        for (const one of wanted) expect(after.has(codeOf(one))).toBe(true);
      }),
    );
  });

  it('doing it twice changes nothing more, and adding never removes', () => {
    fc.assert(
      fc.property(rights, rights, (granted, wanted) => {
        const { added, removed } = replaceGrants(granted, wanted, () => true);
        const gone = new Set(codes(removed));
        const after = [...granted.filter((one) => !gone.has(codeOf(one))), ...added];
        expect(replaceGrants(after, wanted, () => true)).toEqual({ added: [], removed: [], tooMuch: [] });
        expect(addGrants(granted, wanted, () => true).removed).toEqual([]);
      }),
    );
  });
});
