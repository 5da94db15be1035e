import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf, guardedMenus, type PlacedMenu, placeFlaw, type Places, shownTo } from './menu-place.ts';

const places = (...entries: readonly (readonly [code: string, type: number, parent: string | null])[]): Places =>
  new Map(entries.map(([enCode, type, parent]): [string, PlacedMenu] => [enCode, { enCode, type, parent }]));
const small = places(['system', 1, null], ['system.menu', 2, 'system'], ['his', 1, null], ['his.in', 1, 'his'], ['his.page', 2, 'his.in']);

describe('places of menus', () => {
  it('refuses an entry in itself, below itself and below what is no directory', () => {
    expect(placeFlaw(small, 'his', 'his')).toBe('menu-cycle');
    expect(placeFlaw(small, 'his', 'his.in')).toBe('menu-cycle');
    expect(placeFlaw(small, 'his.in', 'system.menu')).toBe('menu-parent');
    expect(placeFlaw(small, 'his.in', 'gone')).toBe('menu-parent');
    expect(placeFlaw(small, 'his.in', null)).toBeUndefined();
    expect(placeFlaw(small, 'system', 'his.in')).toBeUndefined();
  });

  it('counts the levels above and below what is moved', () => {
    const deep = places(['a', 1, null], ['b', 1, 'a'], ['c', 1, 'b'], ['d', 1, 'c'], ['x', 1, null], ['y', 1, 'x']);
    expect(placeFlaw(deep, 'x', 'd')).toBeUndefined();
    expect(placeFlaw(new Map([...deep, ['z', { enCode: 'z', type: 2, parent: 'y' }]]), 'x', 'd')).toBe('menu-deep');
  });

  it('any order of allowed moves leaves every entry with a way to the top', () => {
    const codes = ['a', 'b', 'c', 'd', 'e'];
    const move = fc.tuple(fc.constantFrom(...codes), fc.constantFrom(...codes, null));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let now = places(...codes.map((code) => [code, 1, null] as const));
        for (const [code, parent] of moves) if (placeFlaw(now, code, parent) === undefined) now = new Map([...now, [code, { enCode: code, type: 1, parent }]]);
        for (const code of codes) expect(now.get(chainOf(now, code).at(-1) ?? '')?.parent).toBeNull();
      }),
    );
  });

  it('guards the page of menus wherever it stands now', () => {
    expect(guardedMenus(small)).toEqual(['system.menu', 'system']);
    expect(guardedMenus(new Map([...small, ['system.menu', { enCode: 'system.menu', type: 2, parent: 'his.in' }]]))).toEqual(['system.menu', 'his.in', 'his']);
  });

  it('shows what is granted with its directories, and nothing of a hidden one', () => {
    expect([...shownTo(small, new Set(['his.page']), new Set())].sort()).toEqual(['his', 'his.in', 'his.page']);
    expect([...shownTo(small, new Set(['his.page', 'system.menu']), new Set(['his']))]).toEqual(['system.menu', 'system']);
  });
});
