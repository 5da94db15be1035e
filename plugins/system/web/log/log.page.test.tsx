import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { type LogRow, logContract } from '../../contract/log/log.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './log.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const row = (id: string, over: Partial<LogRow> = {}): LogRow => ({
  id,
  creatorTime: 1_795_000_000_000,
  userName: '于志强',
  ipaddress: '10.0.0.9',
  platForm: 'Chrome 126 · Windows',
  requestURL: '/api/oauth/Login',
  requestMethod: 'POST',
  requestDuration: 12,
  moduleName: 'session.login',
  moduleTitle: '登录系统',
  outcome: 'ok',
  abstracts: '',
  json: '{"class":"security"}',
  ...over,
});

async function open(confirms: (content: string) => boolean = () => false): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, confirms });
  answerContract(context.http, logContract, {
    list: { ...toPage([row('7'), row('8', { userName: '', outcome: 'refused' })], 2, {}), searchedBackTo: 1_794_000_000_000 },
    entry: row('7'),
    clear: null,
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.log', fullName: '系统日志' }) });
  await page.until(() => page?.text().includes('登录系统'));
  return page;
}

it('2.5-05: sign-ins are read and never deleted; requests may be cleared, after a question', async () => {
  const asked: string[] = [];
  const answers = [false, true];
  const shown = await open((content) => {
    asked.push(content);
    return answers.shift() ?? false;
  });
  expect(shown.text()).toContain('因此不能删除');
  expect(shown.text()).toContain('未登录');
  expect(shown.find('button', '清空')).toBeUndefined();
  await shown.click(await shown.until(() => shown.find('tab', '请求日志')));
  const clear = await shown.until(() => shown.find('button', '清空'));
  expect(shown.context.http.callsOf(logContract.routes.list).map(({ input }) => input.params)).toEqual([{ type: '1' }, { type: '5' }]);
  const cleared = () => shown.context.http.callsOf(logContract.routes.clear);
  await shown.click(clear);
  await shown.until(() => asked.length === 1);
  expect(asked[0]).toContain('确定清空全部请求日志');
  expect(cleared()).toEqual([]);
  await shown.click(clear);
  await shown.until(() => cleared().length === 1);
  expect(cleared()[0]).toMatchObject({ input: { params: { type: '5' } } });
});

it('a line opens with what it holds, and a search that stopped says how to go on', async () => {
  const shown = await open();
  expect(shown.text()).toContain('继续查找更早的');
  await shown.click(await shown.until(() => shown.find('button', '查看')));
  await shown.until(() => document.body.textContent?.includes('"class": "security"'));
  expect(shown.context.http.callsOf(logContract.routes.entry)[0]).toMatchObject({ input: { params: { type: '1', id: '7' } } });
});
