import { describe, expect, it } from 'vitest';
import { addressOf, pathOf, propertyOf, siteMenuFlaw } from './site-menu.ts';

const WITH_TICKET = `https://example.org/?t=$${'{jnpfToken}'}`;
const menu = { enCode: 'site.a', type: 7, urlAddress: 'https://example.org', linkTarget: '_blank', property: {} };
const flawOf = (over: Partial<typeof menu> & { readonly property?: Readonly<Record<string, unknown>> }) => siteMenuFlaw({ ...menu, ...over })?.key;

describe('an entry of the site', () => {
  it('[2.2-04] has its address by type, typed by hand for pages and links', () => {
    expect([3, 4, 5, 6, 8].map((type) => addressOf(type, 'site.a', 'typed'))).toEqual([
      'model/site.a',
      'dictionary/site.a',
      'dataReport/site.a',
      'dataScreen/site.a',
      'portal/site.a',
    ]);
    expect([1, 2, 7].map((type) => addressOf(type, 'site.a', ' typed '))).toEqual(['', 'typed', 'typed']);
  });

  it('leads to one path in the browser', () => {
    expect(pathOf({ type: 1, enCode: 'site.a', urlAddress: '' })).toBeUndefined();
    expect(pathOf({ type: 7, enCode: 'site.a', urlAddress: 'https://example.org' })).toBe('/site.a');
    expect(pathOf({ type: 2, enCode: 'site.a', urlAddress: 'his/patient?x=1' })).toBe('/his/patient');
    expect(pathOf({ type: 2, enCode: 'site.a.b', urlAddress: '' })).toBe('/site/a/b');
  });

  it('has a code of the site', () => {
    for (const enCode of ['his.patient', 'site', 'site.', 'site..a', 'sitex.a', 'site.a b', 'site.ä']) expect(flawOf({ enCode })).toBe('menu-code');
    expect(flawOf({ enCode: 'site.a_1.b' })).toBeUndefined();
  });

  it('leads to the web and nowhere else', () => {
    for (const urlAddress of ['', 'javascript:alert(1)', 'data:text/html,x', '//example.org', '/home', 'ftp://example.org', 'https://', ' https://example.org'])
      expect(flawOf({ urlAddress })).toBe('menu-link');
    for (const urlAddress of ['HTTP://example.org:8080/a?b=c', `$${'{dataV}'}/view/1`, WITH_TICKET]) expect(flawOf({ urlAddress })).toBeUndefined();
    for (const urlAddress of ['home', 'login', '/a/b', 'a//b', '../a', 'a/b#c']) expect(flawOf({ type: 2, urlAddress })).toBe('menu-address');
    expect(flawOf({ type: 2, urlAddress: 'area/page?state=1' })).toBeUndefined();
  });

  it('names what it opens', () => {
    for (const type of [3, 4, 5, 6, 8]) {
      expect(flawOf({ type, property: {} })).toBe('menu-module');
      expect(flawOf({ type, property: { moduleId: ' ' } })).toBe('menu-module');
      expect(flawOf({ type, property: { moduleId: 'm' } })).toBeUndefined();
    }
    expect(flawOf({ type: 1, property: { iconBackgroundColor: 'red;background:url(x)' } })).toBe('menu-colour');
    expect(flawOf({ type: 1, property: { iconBackgroundColor: '#1b6ef3' } })).toBeUndefined();
  });

  it('keeps of propertyJson what its type knows', () => {
    expect(propertyOf(4, '{"moduleId":7,"isTree":true,"x":1}')).toEqual({ moduleId: '7', isTree: 1 });
    expect(propertyOf(8, '{"moduleId":"p","isTree":1}')).toEqual({ moduleId: 'p' });
    expect(propertyOf(1, '{"iconBackgroundColor":"#123456","moduleId":"p"}')).toEqual({ iconBackgroundColor: '#123456' });
    expect([propertyOf(7, '{"moduleId":"p"}'), propertyOf(2, '')]).toEqual([{}, {}]);
    for (const text of ['[]', 'null', '1', '{']) expect(propertyOf(3, text)).toBeUndefined();
  });
});
