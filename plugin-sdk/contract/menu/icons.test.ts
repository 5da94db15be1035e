import { describe, expect, it } from 'vitest';
import { isMenuIcon, MENU_ICONS, type MenuIcon } from './icons.ts';
import type { MenuContribution } from './menu.ts';

describe('menu icons', () => {
  it('gives every icon one kebab-case name', () => {
    expect(new Set(MENU_ICONS).size).toBe(MENU_ICONS.length);
    for (const name of MENU_ICONS) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('tells a known name from an unknown one', () => {
    expect(isMenuIcon('prescription')).toBe(true);
    expect(isMenuIcon('icon-ym icon-ym-system')).toBe(false);
    expect(isMenuIcon('')).toBe(false);
  });

  it('refuses an unknown name at compile time', () => {
    const good: MenuContribution = { enCode: 'his.x', type: 2, title: { zh: '测试', zhtw: '測試', en: 'Test' }, icon: 'pharmacy' };
    // @ts-expect-error a misspelt icon must not compile
    const bad: MenuContribution = { ...good, icon: 'pharmacie' };
    const typed: MenuIcon | undefined = good.icon;
    expect([typed, bad.enCode]).toEqual(['pharmacy', 'his.x']);
  });
});
