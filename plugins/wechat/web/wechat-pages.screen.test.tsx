import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, expect, it } from 'vitest';
import { type WorkConfigView, workConfigContract } from '../contract/work/work-config.contract.ts';
import { type DingConfigView, dingConfigContract } from '../contract/ding/ding-config.contract.ts';
import { staffMessageContract, type StaffMessageRow } from '../contract/work/staff-message.contract.ts';
import { workPeopleContract, type WorkPersonRow } from '../contract/work/work-people.contract.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { Page as ConfigPage } from './config/config.page.tsx';
import { Page as DingPage } from './ding/ding-config.page.tsx';
import { Page as PeoplePage } from './people/people.page.tsx';
import { Page as StaffMessagesPage } from './staff-message/staff-messages.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const VIEW: WorkConfigView = {
  ...{ corpId: 'SIMcorp', agentId: 7, gateway: 'https://qyapi.weixin.qq.com', loginPage: 'https://login.work.weixin.qq.com', siteAddress: '' },
  ...{ scanOn: 1, messageOn: 0, secretSet: 1, bookSecretSet: 0, gatewayListed: 0, version: 3, lastModifyTime: 1 },
};
const administrator = () => {
  const context = createFakeWebContext({ texts });
  return { ...context, user: { ...context.user, isAdministrator: true } } as typeof context;
};

it('the secret is typed and never shown, what is not listed is said, and a test tells its sentence', async () => {
  const context = administrator();
  answerContract(context.http, workConfigContract, {
    read: VIEW,
    save: { ...VIEW, version: 4 },
    test: { ok: false, failure: 'ip', errcode: 60020, message: '本服务器的出口 IP（203.0.113.9）不在应用的“企业可信 IP”中', milliseconds: 12 },
  });
  page = await renderPage(ConfigPage, { context, menu: createFakeMenu({ enCode: 'weChat.qyhConfig', fullName: '企业号配置' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('企业与应用'));
  expect(shown.text()).toContain('未列入允许访问的清单');
  const secret = document.querySelector<HTMLInputElement>('input[type="password"]') as HTMLInputElement;
  expect([secret.value, secret.placeholder]).toEqual(['', '已保存，留空则不变']);
  await shown.click(shown.get('button', '测试连接'));
  await shown.until(() => shown.text().includes('203.0.113.9'));
  await shown.type(secret, 'SIM-new');
  // What is tested is what is saved.
  expect((shown.get('button', '测试连接') as HTMLButtonElement).disabled).toBe(true);
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => context.http.callsOf(workConfigContract.routes.save).length > 0);
  expect(context.http.callsOf(workConfigContract.routes.save).at(-1)?.input.body).toMatchObject({
    secret: 'SIM-new',
    agentId: 7,
    version: 3,
    scanOn: 1,
    messageOn: 0,
  });
});

it('DingTalk is set up in the same form: a stale save says so, and can be read again', async () => {
  const context = administrator();
  const view: DingConfigView = {
    ...{ appKey: 'SIMding', agentId: '3000000001', gateway: 'https://oapi.dingtalk.com', siteAddress: '', messageOn: 1 },
    ...{ secretSet: 0, gatewayListed: 1, version: 2, lastModifyTime: 1 },
  };
  answerContract(context.http, dingConfigContract, {
    ...{ read: view, test: { ok: true, failure: '', errcode: 0, message: '连接正常，“SIM”可读取。', milliseconds: 3 } },
    save: () => {
      throw new ApiError({ kind: 'refused', code: 409, error: 'wechat.ding-config-stale', msg: 'SIM' } as never);
    },
  } as never);
  page = await renderPage(DingPage, { context, menu: createFakeMenu({ enCode: 'weChat.dingConfig', fullName: '钉钉配置' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('AppKey'));
  expect(shown.text()).not.toContain('未列入允许访问的清单');
  await shown.click(shown.get('button', '测试连接'));
  await shown.until(() => shown.text().includes('可读取'));
  const secret = document.querySelector<HTMLInputElement>('input[type="password"]') as HTMLInputElement;
  expect(secret.placeholder).toBe('尚未保存');
  await shown.type(secret, ' SIM-new ');
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => context.http.callsOf(dingConfigContract.routes.save).length > 0);
  expect(context.http.callsOf(dingConfigContract.routes.save).at(-1)?.input.body).toMatchObject({ secret: 'SIM-new', agentId: '3000000001', version: 2 });
});

const row = (account: string, over: Partial<WorkPersonRow> = {}): WorkPersonRow => ({
  ...{ id: `u-${account}`, account, realName: `SIM ${account}`, mobile: '138****1111', enabledMark: 1, qyWxUserId: '' },
  ...over,
});

it('unbinding asks first; mobile numbers are asked about after a question, and found members are bound when somebody confirms', async () => {
  const context = administrator();
  const match = { id: 'u-clerk', account: 'clerk', realName: 'SIM clerk', qyWxUserId: 'SIM.clerk' };
  answerContract(context.http, workPeopleContract, {
    list: toPage([row('clerk'), row('doctor', { qyWxUserId: 'SIM.doctor' })], 2, {}),
    bind: null,
    match: { matches: [match], asked: 30, total: 31 },
    bindAll: { count: 1 },
  });
  page = await renderPage(PeoplePage, { context, menu: createFakeMenu({ enCode: 'weChat.qyUser', fullName: '企业号用户' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('SIM.doctor'));
  await shown.click(shown.get('button', '解除绑定'));
  await shown.until(() => context.http.callsOf(workPeopleContract.routes.bind).length > 0);
  expect(context.record.questions).toHaveLength(1);
  expect(context.http.callsOf(workPeopleContract.routes.bind).at(-1)?.input).toMatchObject({ params: { id: 'u-doctor' }, body: { qyWxUserId: '' } });
  await shown.click(shown.get('button', '按手机号匹配'));
  await shown.until(() => document.body.textContent?.includes('找到 1 名成员'));
  expect(context.record.questions).toHaveLength(2);
  expect(context.http.callsOf(workPeopleContract.routes.bindAll)).toHaveLength(0);
  await shown.click(shown.get('button', '绑定这 1 名'));
  await shown.until(() => context.http.callsOf(workPeopleContract.routes.bindAll).length > 0);
  expect(context.http.callsOf(workPeopleContract.routes.bindAll).at(-1)?.input.body).toEqual({ rows: [{ id: 'u-clerk', qyWxUserId: 'SIM.clerk' }] });
});

it('[2.5-07] messages to staff: the log says what became of each, one is opened with its receivers, and what is written is sent', async () => {
  const context = administrator();
  const row: StaffMessageRow = {
    ...{ id: 'm1', content: '明早八点开会', state: 'sent', reason: '', toUsers: 'SIM 医生、SIM 护士', receivers: 2, unreached: 1 },
    ...{ creatorUser: 'SIM 管理员', creatorTime: 1, msgId: 'SIM-msg-7', mayAgain: 0 },
  };
  const people = [
    { userId: 'u1', realName: 'SIM 医生', qyWxUserId: 'SIM.doctor', reached: 1 as const },
    { userId: 'u2', realName: 'SIM 护士', qyWxUserId: 'SIM.gone', reached: 0 as const },
  ];
  answerContract(context.http, staffMessageContract, {
    list: () => toPage([row, { ...row, id: 'm2', state: 'doubtful', reason: '没有收到答复，可能已送达', unreached: 0, mayAgain: 1 }], 2, {}),
    info: { ...row, people },
    send: row,
    again: row,
    decide: row,
  });
  page = await renderPage(StaffMessagesPage, { context, menu: createFakeMenu({ enCode: 'weChat.qyMessage', fullName: '企业号消息' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('1 人未送达'));
  expect(shown.text()).toContain('可能已送达');
  await shown.click(shown.all('button', '查看')[0] as Element);
  await shown.until(() => (document.body.textContent ?? '').includes('SIM.gone'));
  expect(document.querySelector('.wx-matches')?.textContent).toBe('SIM 医生 SIM.doctor已送达SIM 护士 SIM.gone未送达');
  await shown.click(shown.get('button', '关闭'));
  await shown.click(shown.get('button', '写消息'));
  await shown.until(() => (document.body.textContent ?? '').includes('姓名、证件号、手机号、诊断和感染信息不能发送'));
});
