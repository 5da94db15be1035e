import { answerContract, createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OnlineUser, userOnlineContract } from '../../contract/user/user-online.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './user-online.page.tsx';

const { routes } = userOnlineContract;
const session = (over: Partial<OnlineUser> = {}): OnlineUser => ({
  userId: 'u2',
  userAccount: 'doctor',
  userName: '张医生',
  loginTime: 1_772_416_800_000,
  loginIPAddress: '10.0.0.7',
  loginPlatForm: 'Chrome 126 · Windows',
  sessionId: 's2',
  organize: '集团/广州中心',
  lastSeen: 1_772_416_900_000,
  locked: 0,
  self: 0,
  ...over,
});
const MINE = session({ userId: 'u1', userAccount: 'admin', userName: '管理员', sessionId: 's1', self: 1 });

let page: RenderedPage | undefined;
let online: OnlineUser[];
beforeEach(() => {
  online = [MINE, session(), session({ userId: 'u3', userAccount: 'nurse', userName: '李护士', sessionId: 's3', locked: 1 })];
});
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
  vi.useRealTimers();
});

async function open(options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  answerContract(context.http, userOnlineContract, { list: () => online, forceOffline: null, forceAllOffline: null });
  const shown = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'permission.userOnline' }) });
  await shown.until(() => shown.text().includes('张医生'));
  return shown;
}
const rowButton = (shown: RenderedPage, name: string) => {
  const row = [...document.querySelectorAll('[role=row], tr')].find((one) => one.textContent?.includes(name));
  return [...(row?.querySelectorAll('button') ?? [])].find((one) => one.textContent?.includes('强制下线')) ?? shown.get('button', `missing for ${name}`);
};

it('[2.5-08] shows who works where, on what and whether the screen is locked', async () => {
  page = await open();
  for (const part of ['集团/广州中心', '10.0.0.7', 'Chrome 126 · Windows', '已锁屏', '使用中', '管理员（本人）', '共 3 个会话，3 人在线']) {
    expect(page.text(), part).toContain(part);
  }
});

it('[6-07] asks before it forces somebody offline, and then reads the list again', async () => {
  page = await open();
  expect((rowButton(page, '管理员') as HTMLButtonElement).disabled).toBe(true);
  const reads = page.context.http.callsOf(routes.list).length;
  await page.click(rowButton(page, '张医生'));
  expect(page.context.record.questions).toMatchObject([{ title: '是否注销该账号？', danger: true }]);
  expect(page.context.http.callsOf(routes.forceOffline).map(({ input }) => input.params)).toEqual([{ id: 's2' }]);
  expect(page.context.http.callsOf(routes.list).length).toBe(reads + 1);
});

it('without a yes, and without the right, nobody is forced', async () => {
  page = await open({ confirms: false });
  await page.click(rowButton(page, '张医生'));
  expect(page.context.http.callsOf(routes.forceOffline)).toEqual([]);
  await page.unmount();
  page = await open({ grants: ['permission.userOnline'] });
  expect(page.text()).not.toContain('强制下线');
});

it('brings itself up to date in the background, by time and when somebody signs in', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  page = await open();
  const quiet = () => page?.context.http.callsOf(routes.list).filter(({ options }) => options?.background).length;
  expect(quiet()).toBe(0);
  online = online.slice(0, 2);
  await act(async () => void (await vi.advanceTimersByTimeAsync(15_000)));
  expect(quiet()).toBe(1);
  expect(page.text()).not.toContain('李护士');
  await act(async () => {
    for (let one = 0; one < 20; one += 1) page?.context.receive({ method: 'online', userId: `u${one}` });
    await vi.advanceTimersByTimeAsync(2000);
  });
  expect(quiet()).toBe(2);
});
