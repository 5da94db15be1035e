import { expect, test } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { openStorage } from '../storage/browser-storage.ts';
import { DeviceStore } from './device.store.ts';
import { RecentPages } from './recent-pages.ts';
import { DEFAULT_SETTINGS, SettingsStore } from './settings.store.ts';

const storage = () => {
  const area = memoryStorage();
  return openStorage(() => area);
};

test('[3-05] settings, sidebar, language and size are kept with the prefix jnpf_ and read again', () => {
  const area = memoryStorage();
  const kept = openStorage(() => area);
  const settings = new SettingsStore(kept);
  const other = {
    theme: '#722ed1',
    themeClass: 'purple',
    slideClass: 'lightWhite',
    layoutType: 'plain',
    tagsView: false,
    tagsIcon: !DEFAULT_SETTINGS.tagsIcon,
    useCache: !DEFAULT_SETTINGS.useCache,
    showLanguage: false,
    showSearch: false,
    fixedHeader: !DEFAULT_SETTINGS.fixedHeader,
    sidebarLogo: !DEFAULT_SETTINGS.sidebarLogo,
    language: 'en',
    size: 'mini',
  } as const;
  for (const [name, value] of Object.entries(other)) settings.set(name as 'theme', value as '#722ed1');
  const device = new DeviceStore(kept);
  device.measure(1440);
  device.toggleSidebar();
  expect(Object.keys(area).sort()).toEqual([...Object.keys(other), 'sidebarStatus'].map((name) => `jnpf_${name}`).sort());
  expect(kept.getNumber('sidebarStatus')).toBe(0);
  expect(new SettingsStore(kept)).toMatchObject(other);
});

test('[3-03] defaults: layoutType classic, themeClass blue, slideClass dark', () => {
  expect(new SettingsStore(storage())).toMatchObject({ layoutType: 'classic', themeClass: 'blue', slideClass: 'dark' });
});

test('a stored value that does not fit counts as missing', () => {
  const kept = storage();
  kept.set('layoutType', 'spiral');
  kept.set('tagsView', 'yes');
  kept.set('language', 'fr');
  expect(new SettingsStore(kept, 'en-GB')).toMatchObject({ layoutType: 'classic', tagsView: true, language: 'en' });
});

test('[4-02] the theme of the log-in becomes the layout, anything unknown is classic', () => {
  const settings = new SettingsStore(storage());
  for (const theme of ['functional', 'plain', 'blend', 'classic'] as const) {
    settings.takeTheme(theme);
    expect(settings.layoutType).toBe(theme);
  }
  settings.takeTheme('red');
  expect(settings.layoutType).toBe('classic');
});

test.each([
  ['zh', 'zh-CN', 'zh'],
  [undefined, 'zh-TW', 'zhtw'],
  [undefined, 'zh-Hant-HK', 'zhtw'],
  [undefined, 'en-US', 'en'],
  [undefined, 'zh', 'zh'],
  [undefined, 'fr', 'zh'],
  ['en', 'zh-TW', 'en'],
])('[9-20] stored %j with a browser in %s speaks %s', (stored, browser, language) => {
  const kept = storage();
  if (stored) kept.set('language', stored);
  expect(new SettingsStore(kept, browser).language).toBe(language);
});

test('[4-11] [3-06] the sidebar starts open, is remembered, and on a phone starts closed without a movement', () => {
  const kept = storage();
  const device = new DeviceStore(kept);
  device.measure(1440);
  expect(device.sidebar).toEqual({ opened: true, withoutAnimation: false });
  device.toggleSidebar();
  expect(kept.getNumber('sidebarStatus')).toBe(0);
  expect(new DeviceStore(kept).sidebar.opened).toBe(false);

  const phone = new DeviceStore(storage());
  phone.measure(390);
  expect([phone.device, phone.sidebar]).toEqual(['mobile', { opened: false, withoutAnimation: true }]);
  phone.toggleSidebar();
  phone.afterNavigation();
  expect(phone.sidebar).toEqual({ opened: false, withoutAnimation: false });
});

test('[4-11] [9-16] a device is mobile when the width of the body minus 1 is below 992', () => {
  const device = new DeviceStore(storage());
  device.measure(992);
  expect(device.device).toBe('mobile');
  device.measure(993);
  expect(device.device).toBe('desktop');
});

test('recently opened pages are kept per person, the most used ones lead', () => {
  const kept = storage();
  const pages = new RecentPages(kept);
  pages.visited('/nobody', 1);
  pages.openFor('u1');
  pages.visited('/a', 1);
  pages.visited('/b', 2);
  pages.visited('/a', 3);
  expect(pages.pages.map(({ path }) => path)).toEqual(['/a', '/b']);
  pages.visited('/b', 4);
  pages.visited('/c', 5);
  expect(pages.favourites).toEqual(['/b', '/a', '/c']);
  const other = new RecentPages(kept);
  other.openFor('u2');
  expect(other.pages).toEqual([]);
  other.openFor('u1');
  expect(other.pages).toHaveLength(3);
});
