import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { type AuditedMessage, chatContract } from '../../contract/conversation.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './chat-records.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const row: AuditedMessage = {
  ...{ id: 'm1', sendUserId: 'u2', sendRealName: '王护士', receiveUserId: 'u3', receiveName: '陈药师', sendTime: Date.UTC(2026, 10, 26, 2) },
  ...{ content: '库存够吗[疑问]', contentType: 'text' },
};

async function open() {
  const context = createFakeWebContext({ texts });
  const { searchAll } = chatContract.routes;
  context.http.answer(searchAll, toPage([row], 1, {}));
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'chat.records' }) });
  return {
    shown: page,
    searches: () => context.http.callsOf(searchAll),
    refuse: () => context.http.refuse(searchAll, { error: 'core.forbidden', code: 403, message: '您没有这项权限' }),
  };
}

it('nothing is asked without a reason; with one it goes along', async () => {
  const { shown, searches } = await open();
  expect([searches().length, shown.text().includes('请先填写查询原因（至少 4 个字）')]).toEqual([0, true]);
  await shown.type(shown.get('textbox', '查询原因'), ' 投诉调查 ');
  await shown.type(shown.get('textbox', '内容'), '库存');
  await shown.press(shown.get('textbox', '内容'), 'Enter');
  await shown.until(() => shown.text().includes('库存够吗🤔'));
  expect(searches().map(({ input }) => input)).toEqual([{ body: { currentPage: 1, pageSize: 20, reason: '投诉调查', keyword: '库存' } }]);
});

it('whoever may not search what others wrote reads the sentence of the server', async () => {
  const { shown, refuse } = await open();
  refuse();
  await shown.type(shown.get('textbox', '查询原因'), '投诉调查');
  await shown.press(shown.get('textbox', '查询原因'), 'Enter');
  await shown.until(() => shown.text().includes('您没有这项权限'));
});
