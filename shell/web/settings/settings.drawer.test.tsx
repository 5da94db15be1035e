import { afterEach, describe, expect, it } from 'vitest';
import { type DrawnFrame, drawFrame } from '../layouts/testing/draw-frame.tsx';

let page: DrawnFrame | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function open() {
  page = await drawFrame();
  const { get, click, until } = page;
  await click(get('button', '界面设置'));
  await until(() => document.querySelector('.nephra-setting-group'));
  const choices = (name: string) => [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  const pick = (name: string, value: string) => click(choices(name).find((choice) => choice.value === value) ?? expect.fail(`no ${value}`));
  return { ...page, choices, pick };
}

describe('settings drawer', () => {
  it('[2.4-17] [9-16] has its sections and is 280 px wide', async () => {
    await open();
    expect([...document.querySelectorAll('.nephra-setting-group > legend, .nephra-setting-group > h3')].map((title) => title.textContent)).toEqual([
      '导航模式',
      '导航明暗',
      '主题颜色',
      '其他设置',
    ]);
    expect(document.querySelector<HTMLElement>('.semi-sidesheet-inner')?.style.width).toBe('280px');
  });

  it('[2.4-18] switches between the four layouts', async () => {
    const { choices, pick, shell } = await open();
    expect(choices('layoutType').map((choice) => choice.value)).toEqual(['classic', 'functional', 'blend', 'plain']);
    await pick('layoutType', 'plain');
    expect(shell.settings.layoutType).toBe('plain');
  });

  it('[2.4-19] switches between dark and lightWhite', async () => {
    const { choices, pick, container, shell } = await open();
    expect(choices('slideClass').map((choice) => choice.value)).toEqual(['dark', 'lightWhite']);
    await pick('slideClass', 'lightWhite');
    expect([shell.storage.get('slideClass'), container.querySelector('.nephra-slide-lightWhite')]).not.toContain(null);
    expect(shell.storage.get('slideClass')).toBe('lightWhite');
  });

  it('[2.4-20] stores class and colour of a theme', async () => {
    const { choices, pick, shell } = await open();
    expect(choices('themeClass').map((choice) => choice.value)).toEqual(['blue', 'purple', 'azure', 'ocean', 'green', 'yellow', 'orange', 'red']);
    await pick('themeClass', 'ocean');
    expect([shell.storage.get('themeClass'), shell.storage.get('theme')]).toEqual(['ocean', '#13c2c2']);
  });

  it('[2.4-21] has switches for tags, tag icons, cache, language and search', async () => {
    const { get, click, shell } = await open();
    for (const [label, name] of [
      ['标签页', 'tagsView'],
      ['标签页图标', 'tagsIcon'],
      ['页面缓存切换标签后保留页面内容', 'useCache'],
      ['语言切换', 'showLanguage'],
      ['菜单搜索', 'showSearch'],
    ] as const) {
      const before = shell.settings[name];
      await click(get('switch', label));
      expect([name, shell.settings[name], shell.storage.get(name)]).toEqual([name, !before, !before]);
    }
  });
});
