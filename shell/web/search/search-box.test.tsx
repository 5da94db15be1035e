import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { type ComponentType, lazy } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { drawFrame } from '../layouts/testing/draw-frame.tsx';
import { createFakeShell, fakeMenu } from '../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../shell-context.tsx';
import { type MenuSearchProps, MenuSearchSelect } from './menu-search-select.tsx';
import { SearchField } from './search-box.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const menus = () => [fakeMenu('clinic', '医院业务', [fakeMenu('clinic.ph', '药房发药'), fakeMenu('clinic.rx', '门诊处方')])];
const selectField = () => document.querySelector<HTMLInputElement>('.nephra-search-select input');

async function open() {
  const frame = await drawFrame({ menus: menus() });
  page = frame;
  await frame.press(document.body, 'k', { ctrlKey: true });
  return { ...frame, field: await frame.until(selectField) };
}

/** The field while the select is on its way; `arrive` brings it. */
async function opening() {
  let arrive: (module: { default: ComponentType<MenuSearchProps> }) => void = () => undefined;
  const Found = lazy(
    () =>
      new Promise<{ default: ComponentType<MenuSearchProps> }>((resolve) => {
        arrive = resolve;
      }),
  );
  const closed: string[] = [];
  const { shell } = createFakeShell({ menus: menus() });
  page = await renderElement(
    <ShellProvider shell={shell}>
      <SearchField onClose={() => closed.push('closed')} Found={Found} />
    </ShellProvider>,
  );
  return { ...page, closed, field: page.get('textbox'), arrive: () => arrive({ default: MenuSearchSelect }) };
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

  it('has the cursor from the first moment: what is typed while the select is on its way stands in it, and finds', async () => {
    const { field, type, until, arrive, closed } = await opening();
    expect(document.activeElement).toBe(field);
    await type(field, '发药');
    arrive();
    const found = await until(selectField);
    await until(() => [...document.querySelectorAll('.semi-select-option')].some((one) => one.textContent === '医院业务 > 药房发药'));
    expect(found.value).toBe('发药');
    await until(() => document.activeElement === found);
    expect(closed).toEqual([]);
  });

  it('closes by Escape before the select is there', async () => {
    const { field, press, closed } = await opening();
    await press(field, 'Escape');
    expect(closed).toEqual(['closed']);
  });
});
