import { expect, test } from 'vitest';
import { translateMenus } from '../../router/menu-routes.ts';
import { sampleMenu } from '../../session/session-samples.ts';
import { clockText, dayText, minuteText, partOfDay, recentText } from '../business-time.ts';
import { recentRoutes, SHORTCUT_COUNT, shortcuts } from './home-shortcuts.ts';

const { menus, routes } = translateMenus([
  sampleMenu('his', 1, { children: [sampleMenu('his.a'), sampleMenu('his.b'), sampleMenu('his.c')] }),
  ...Array.from({ length: 12 }, (_, index) => sampleMenu(`x.p${index}`)),
]);

test('[2.1-07] shortcuts: what is opened most, then the menu, never more than fit, never what is not permitted', () => {
  const codes = shortcuts(menus, ['/x/p5', '/gone', '/his/b']).map(({ enCode }) => enCode);
  expect(codes.slice(0, 4)).toEqual(['x.p5', 'his.b', 'his.a', 'his.c']);
  expect(codes).toHaveLength(SHORTCUT_COUNT);
});

test('recently visited: only pages of the menu that are still there', () => {
  const visited = [
    { path: '/his/a', at: 3 },
    { path: '/gone', at: 2 },
    { path: '/his/b', at: 1 },
    { path: '/his/c', at: 0 },
  ];
  const found = recentRoutes(visited, (path) => routes.find((route) => route.path === path), 2);
  expect(found.map(({ path }) => path)).toEqual(['/his/a', '/his/b']);
});

const noon = Date.UTC(2026, 10, 21, 4, 5);
test('[9-11] times are those of the hospital, wherever the browser stands', () => {
  expect([clockText(noon), minuteText(noon)]).toEqual(['12:05', '2026-11-21 12:05']);
  expect(dayText(noon, 'zh')).toBe('2026年11月21日星期六');
  expect(recentText(noon - 3_600_000, noon)).toBe('11:05');
  expect(recentText(noon - 86_400_000, noon)).toBe('11-20 12:05');
  expect([2, 8, 12, 15, 20, 23].map((hour) => partOfDay(Date.UTC(2026, 10, 21, hour - 8)))).toEqual([
    'night',
    'morning',
    'noon',
    'afternoon',
    'evening',
    'night',
  ]);
});
