import type { PluginManifest } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { type Claim, ClaimBook, manifestClaims } from './conflicts.ts';

const drawing = (...points: readonly string[]): PluginManifest =>
  ({
    contributes: { menus: [], pages: [], menuTypes: [], permissions: [], slots: points.map((point, order) => ({ point, key: `k${order}`, order })) },
  }) as unknown as PluginManifest;

it('two plugins that claim one kind of field are refused with both names; other extension points have many fillers', () => {
  const book = new ClaimBook();
  book.enter('geo', manifestClaims(drawing('record/kind.geo.point@1', 'shell/home@1')));
  book.enter('beds', manifestClaims(drawing('shell/home@1', 'record/kind.beds.shade@1')));
  let refusal: unknown;
  try {
    book.enter('maps', manifestClaims(drawing('record/kind.geo.point@1')));
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({ state: 'conflict' });
  expect(JSON.stringify(refusal)).toMatch(/geo\.point.*geo.*maps|maps.*geo/);
  book.leave('geo');
  expect(() => book.enter('maps', manifestClaims(drawing('record/kind.geo.point@1')))).not.toThrow();
});

describe('menus and beginnings of menus', () => {
  const menu = (what: string): Claim => ({ kind: 'menu', what });
  const beginning = (what: string): Claim => ({ kind: 'menu-prefix', what });
  const permission = (what: string): Claim => ({ kind: 'permission', what });
  const refused = (first: Claim, second: Claim): boolean => {
    const book = new ClaimBook();
    book.enter('one', [first]);
    book.enter('one', [second]);
    try {
      book.enter('other', [second]);
      return false;
    } catch {
      return true;
    } finally {
      book.leave('one');
      book.enter('other', [first, second]);
    }
  };

  it('belong to one plugin, whichever of the two came first', () => {
    const book = new ClaimBook();
    book.enter('one', [beginning('site.')]);
    for (const what of ['site.a', 'site.a.b']) expect(() => book.enter('other', [menu(what)])).toThrow();
    for (const what of ['site', 'sites.a', 'my.site.a']) expect(() => book.enter('other', [menu(what)])).not.toThrow();
    expect(() => book.enter('third', [beginning('site.a.')])).toThrow();
    expect(() => book.enter('third', [beginning('sites.')])).toThrow();
    expect(() => book.enter('third', [beginning('my.site.')])).toThrow();
    expect(() => book.enter('one', [menu('site.a'), beginning('site.b.')])).not.toThrow();
    expect(() => book.enter('third', [permission('site.a')])).toThrow();
  });

  it('are free again when their plugin left, and only its own', () => {
    expect(refused(menu('a.b'), menu('a.b'))).toBe(true);
    expect(refused(beginning('a.'), menu('a.b.c'))).toBe(true);
    expect(refused(menu('a.b'), beginning('a.'))).toBe(true);
    const book = new ClaimBook();
    book.enter('one', [menu('a.b'), beginning('x.')]);
    book.enter('other', [menu('c')]);
    book.leave('one');
    book.enter('third', [menu('a.b'), menu('x.y')]);
    expect(() => book.enter('fourth', [menu('c')])).toThrow();
  });
});
