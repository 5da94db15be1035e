import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { administratorsPage } from './administrators-page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const drawn = vi.fn(() => <button type="button">SIM</button>);
const Page = administratorsPage(drawn);
const menu = createFakeMenu({ enCode: 'sim.all', fullName: 'SIM 页面' });

it.each([
  ['zh', '只有系统管理员可以使用'],
  ['zhtw', '只有系統管理員可以使用'],
  ['en', 'for system administrators alone'],
] as const)('whoever is no system administrator reads in %s that the page is not theirs, and nothing of it is made', async (language, said) => {
  drawn.mockClear();
  page = await renderPage(Page, { context: createFakeWebContext({ language, user: { isAdministrator: false } }), menu });
  expect(page.text()).toContain('SIM 页面');
  expect(page.text()).toContain(said);
  expect(drawn).not.toHaveBeenCalled();
  expect(document.querySelectorAll('button')).toHaveLength(0);
});

it('system administrators have the page as it is', async () => {
  page = await renderPage(Page, { context: createFakeWebContext({ user: { isAdministrator: true } }), menu });
  expect(page.get('button', 'SIM')).toBeTruthy();
  expect(page.text()).not.toContain('系统管理员');
});
