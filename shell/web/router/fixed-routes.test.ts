import { expect, test } from 'vitest';
import { FIXED_ROUTES, fixedDrawing, PAGE_OWNERS, RESERVED_PATHS } from './fixed-routes.ts';
import { pageTitle } from './page-title.ts';

test('the addresses of the fixed routes are kept free, also those whose pages a plugin will bring', () => {
  const paths = FIXED_ROUTES.map(({ path }) => path);
  for (const path of [
    '/lockScreen',
    '/auth-redirect',
    '/home',
    '/dashboard',
    '/messageRecord',
    '/previewModel',
    '/profile',
    '/emailDetail',
    '/workFlowDetail',
    '/404',
    '/menuMore',
  ]) {
    expect(paths).toContain(path);
    expect(RESERVED_PATHS.has(path)).toBe(true);
  }
});

test('[2.1-07] home is the one tag that cannot be closed', () => {
  expect(FIXED_ROUTES.filter(({ meta }) => meta.affix).map(({ path }) => path)).toEqual(['/home']);
});

test('[6-10] [2.1-14] only home is offered by the search; /404 and the rest are hidden', () => {
  expect(FIXED_ROUTES.filter(({ hidden }) => !hidden).map(({ path }) => path)).toEqual(['/home']);
});

test('pages of later deliveries name the plugin that brings them', () => {
  for (const route of FIXED_ROUTES.filter(({ path }) => fixedDrawing(path) === 'plugin')) expect(PAGE_OWNERS[route.name]).toMatch(/^[a-z]+$/);
});

test('[2.2-07] page titles end in HIS for English and traditional Chinese, else in the configured title', () => {
  expect(pageTitle('Pharmacy', 'en', '血透中心')).toBe('Pharmacy - HIS');
  expect(pageTitle('藥局', 'zhtw', '血透中心')).toBe('藥局 - HIS');
  expect(pageTitle('药房发药', 'zh', '血透中心')).toBe('药房发药 - 血透中心');
  expect(pageTitle('', 'zh', '血透中心')).toBe('血透中心');
});
