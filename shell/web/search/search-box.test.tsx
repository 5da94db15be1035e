import { afterEach, describe, expect, it } from 'vitest';
import { type DrawnFrame, drawFrame } from '../layouts/testing/draw-frame.tsx';
import { fakeMenu } from '../layouts/testing/fake-shell.ts';

let page: DrawnFrame | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function open() {
  page = await drawFrame({ menus: [fakeMenu('clinic', '医院业务', [fakeMenu('clinic.ph', '药房发药'), fakeMenu('clinic.rx', '门诊处方')])] });
  await page.press(document.body, 'k', { ctrlKey: true });
  const field = await page.until(() => document.querySelector<HTMLInputElement>('.nephra-search-select input'));
  return { ...page, field };
}

describe('menu search in the navbar', () => {
  it('[2.4-22] has the placeholder of the specification', async () => {
    page = await drawFrame();
    expect(page.get('button', /^搜索：导航菜单/).textContent).toContain('搜索：导航菜单');
  });

  it('[2.4-22] finds as A > B and goes there on select', async () => {
    const { field, type, until, click, log, container } = await open();
    await type(field, '发药');
    const option = await until(() => [...document.querySelectorAll('.semi-select-option')].find((one) => one.textContent === '医院业务 > 药房发药'));
    await click(option);
    await until(() => log.length > 0);
    expect(log).toEqual(['go /clinic/ph']);
    await until(() => container.querySelector('.nephra-search-open') === null);
  });

  it('says so when nothing fits', async () => {
    const { field, type, until, text } = await open();
    await type(field, 'zzzz');
    await until(() => text().includes('没有匹配的菜单'));
  });
});
