import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderElement, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { connectionContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { checks, connection, lineState, region } from '../insurance.fixture.ts';
import { Slot } from './plugin-checks.slot.tsx';
import { Page } from './setup.page.tsx';

const { routes } = connectionContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

function contextWith(options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  context.http.answer(routes.state, lineState());
  context.http.answer(routes.list, {
    list: [connection(), connection({ orgId: 'org-x', orgName: '未接入机构', region: '', version: 0, enabled: false, secretsSet: [], values: {} })],
  });
  context.http.answer(routes.regions, { list: [region()] });
  context.http.answer(routes.check, checks());
  context.http.answer(routes.save, connection({ version: 2 }));
  return context;
}

describe('[7.3-03] connections', () => {
  it('shows every facility, and the checklist with what to do about each line', async () => {
    page = await renderPage(Page, { context: contextWith(), menu: createFakeMenu({ enCode: 'his.insurance.setup' }) });
    const { text, get, click } = page;
    for (const part of ['广州血液透析中心', '已保存 1/1', '未接入机构', '该机构只能自费收费']) expect(text(), part).toContain(part);
    await click(get('button', '开始检查'));
    for (const part of ['4 项正常，1 项提醒，2 项失败', '相差 70 秒', '平台拒绝：机构未授权', '240 毫秒', '下载目录（1301, 1305）'])
      expect(text(), part).toContain(part);
  });

  it('a stored secret never comes back and stays unless typed anew', async () => {
    const context = contextWith();
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.insurance.setup' }) });
    const { get, all, click, type, settle } = page;
    const [edit] = all('button', '修改');
    if (!edit) throw new Error('no connection can be edited');
    await click(edit);
    const secret = document.querySelector<HTMLInputElement>('input[type=password]');
    expect([secret?.value, secret?.placeholder]).toEqual(['', '已保存，输入新值可替换']);
    await type(get('textbox', '应用编号'), 'SIM-NEW');
    await click(get('button', '保存'));
    await settle();
    expect(context.http.callsOf(routes.save)[0]?.input.body).toMatchObject({ values: { paasid: 'SIM-NEW' }, secrets: {}, version: 1 });
    expect([...context.record.drafts.keys()]).toEqual([]);
  });

  it('the page of plugins shows the checklist of the facilities that a site plugin serves', async () => {
    page = await renderElement(<Slot pluginId="insurance-guangdong" enabled />, { context: contextWith() });
    expect(page.text()).toContain('广州血液透析中心');
    expect(page.text()).not.toContain('未接入机构');
  });

  it('and nothing for other plugins', async () => {
    const context = contextWith();
    page = await renderElement(<Slot pluginId="pharmacy" enabled />, { context });
    expect([page.text(), context.http.calls.length]).toEqual(['', 0]);
  });
});
