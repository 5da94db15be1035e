import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { publicConfigContract, type PublicConfigView } from '../../contract/public/public-config.contract.ts';
import { type ArticleRow, publicMaterialContract } from '../../contract/public/public-material.contract.ts';
import { type MenuButton, type PublicMenu, publicMenuContract } from '../../contract/public/public-menu.contract.ts';
import { type AnswerRule, publicMessageContract, type PublicMessageRow } from '../../contract/public/public-message.contract.ts';
import { type PublicSync, publicUserContract, type PublicUserRow } from '../../contract/public/public-user.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page as ConfigPage } from './config/mp-config.page.tsx';
import { Page as MaterialsPage } from './materials/mp-materials.page.tsx';
import { Page as MenuPage } from './menu/mp-menu.page.tsx';
import { Page as MessagesPage } from './messages/mp-messages.page.tsx';
import { wordsIn } from './messages/mp-messages.store.ts';
import { Page as UsersPage } from './users/mp-users.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const administrator = () => {
  const context = createFakeWebContext({ texts });
  return { ...context, user: { ...context.user, isAdministrator: true } } as typeof context;
};
const body = () => document.body.textContent ?? '';

const VIEW: PublicConfigView = {
  ...{
    appId: 'SIMwx',
    gateway: 'https://api.weixin.qq.com',
    siteAddress: 'https://his.example.cn',
    reminderUrl: '',
    templateKind: 'none',
    templateId: '',
    templateField: 'thing1',
  },
  ...{ receiveOn: 1, messageOn: 0, secretSet: 1, tokenSet: 1, aesKeySet: 0, gatewayListed: 1, version: 2, lastModifyTime: 1 },
  callbackUrl: 'https://his.example.cn/api/WeChat/MP/Callback',
};

it('configuration: no secret is shown, only what was typed is sent, and the address for the console stands there', async () => {
  const context = administrator();
  answerContract(context.http, publicConfigContract, {
    read: VIEW,
    save: { ...VIEW, version: 3 },
    test: { ok: true, failure: '', message: '可用', errcode: 0, milliseconds: 3 },
  });
  page = await renderPage(ConfigPage, { context, menu: createFakeMenu({ enCode: 'weChat.mpConfig', fullName: '公众号配置' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('/api/WeChat/MP/Callback'));
  const secrets = [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')];
  expect(secrets.map(({ value }) => value)).toEqual(['', '', '']);
  await shown.type(secrets[1] as HTMLInputElement, 'SIMtoken1');
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => context.http.callsOf(publicConfigContract.routes.save).length > 0);
  const sent = context.http.callsOf(publicConfigContract.routes.save).at(-1)?.input.body;
  expect(sent).toMatchObject({ token: 'SIMtoken1', version: 2, receiveOn: 1 });
  expect(Object.keys(sent ?? {})).not.toContain('secret');
});

const leaf = (fullName: string, over: Partial<MenuButton> = {}): MenuButton => ({
  ...{ fullName, type: 'click', content: '班次', url: '', appId: '', pagePath: '', children: [] },
  ...over,
});
const kept = (over: Partial<PublicMenu> = {}): PublicMenu => ({
  ...{ buttons: [leaf('班次')], version: 1, publishTime: 0, publishUser: '', undoId: '' },
  ...over,
});

it('menu: where there is none the phone says so, and nothing asks to choose what is not there', async () => {
  const context = administrator();
  answerContract(context.http, publicMenuContract, { read: kept({ buttons: [] }) });
  page = await renderPage(MenuPage, { context, menu: createFakeMenu({ enCode: 'weChat.mpMenu', fullName: '公众号菜单' }) });
  await page.until(() => document.querySelector('.wx-phone')?.textContent?.includes('还没有菜单'));
  expect(page.text()).not.toContain('请先选择一个菜单');
  await page.click(page.get('button', /添加一级菜单/));
  expect(page.text()).not.toContain('还没有菜单');
});

it('menu: what the service would refuse cannot be saved; what is saved is looked at before it is published', async () => {
  const context = administrator();
  answerContract(context.http, publicMenuContract, {
    ...{
      read: kept(),
      save: kept({ version: 2, buttons: [leaf('班次'), leaf('更多')] }),
      publish: kept({ undoId: 'r-1', publishUser: '管理员', publishTime: 1_772_400_000_000 }),
    },
    ...{ preview: { changes: [{ act: 'add' as const, place: '2', name: '更多', before: '', after: 'click 班次' }], elsewhere: true }, undo: kept() },
  });
  page = await renderPage(MenuPage, { context, menu: createFakeMenu({ enCode: 'weChat.mpMenu', fullName: '公众号菜单' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('班次'));
  await shown.click(shown.get('button', /添加一级菜单/));
  expect((shown.get('button', '保存') as HTMLButtonElement).disabled).toBe(true);
  expect(shown.text()).toContain('请填写菜单名称');
  const [name, word] = [...document.querySelectorAll<HTMLInputElement>('.wx-menu-form .wx-menu-field input[id]')].filter(({ id }) =>
    /-(?:name|content)$/.test(id),
  );
  await shown.type(name as HTMLInputElement, '五个汉字吧啊');
  expect(shown.text()).toContain('名称过长');
  await shown.type(name as HTMLInputElement, '更多');
  await shown.type(word as HTMLInputElement, '班次');
  expect((shown.get('button', '预览并发布') as HTMLButtonElement).disabled).toBe(true);
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => context.http.callsOf(publicMenuContract.routes.save).length > 0);
  await shown.click(shown.get('button', '预览并发布'));
  await shown.until(() => body().includes('在别处被修改过'));
  expect(context.http.callsOf(publicMenuContract.routes.publish)).toHaveLength(0);
  await shown.click(shown.get('button', '发布'));
  await shown.until(() => context.http.callsOf(publicMenuContract.routes.publish).length > 0);
  expect(context.http.callsOf(publicMenuContract.routes.publish).at(-1)?.input.body).toEqual({ version: 2 });
  await shown.until(() => shown.text().includes('管理员'));
});

const follower = (id: string, over: Partial<PublicUserRow> = {}): PublicUserRow => ({
  ...{
    id,
    openId: `SIMo***${id}`,
    subscribed: 1,
    subscribeTime: 1,
    lastTime: 1,
    mayWrite: 1,
    tags: [],
    patientId: '',
    patientName: '',
    outpatientNo: '',
    bound: 0,
    boundTime: 0,
  },
  ...over,
});
const RUN: PublicSync = { ...{ id: 's-1', state: 'running', total: 40, done: 10, added: 3, gone: 0, reason: '', creatorUser: '管理员', creatorTime: 1 } };

it('users: a bound patient of somebody else’s is no name, a sync shows how far it is and can be ended, a code is shown once', async () => {
  const context = administrator();
  answerContract(context.http, publicUserContract, {
    ...{
      list: toPage([follower('1', { bound: 1, patientName: 'SIM 患者', patientId: 'p-1' }), follower('2', { bound: 1 })], 2, {}),
      progress: { list: [RUN] },
    },
    ...{ tags: { list: [{ id: 100, fullName: '上午班', count: 1, fixed: 0 as const }] }, sync: RUN, cancelSync: { ...RUN, state: 'cancelled' as const } },
    ...{
      patients: toPage([{ id: 'p-1', fullName: 'SIM 患者', outpatientNo: 'SIM1', organizeName: 'SIM' }], 1, {}),
      bindCode: { code: '12345678', minutes: 15, patientName: 'SIM 患者' },
    },
    ...{ unbind: null, remind: { count: 1 }, addTag: null as never, renameTag: null as never, removeTag: null, tagPeople: { count: 1 } },
  });
  page = await renderPage(UsersPage, { context, menu: createFakeMenu({ enCode: 'weChat.mpUser', fullName: '公众号用户' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('10 / 40') && shown.text().includes('SIM 患者'));
  expect(shown.text()).toContain('无权查看');
  await shown.click(shown.get('button', '取消同步'));
  await shown.until(() => context.http.callsOf(publicUserContract.routes.cancelSync).length > 0);
  await shown.click(shown.get('button', '生成绑定码'));
  await shown.until(() => body().includes('选择要绑定的患者') && body().includes('SIM1'));
  const row = [...document.querySelectorAll('[role="dialog"] tr')].find((one) => one.textContent?.includes('SIM1'));
  row?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  await shown.until(() => body().includes('绑定 12345678'));
  expect(context.http.callsOf(publicUserContract.routes.bindCode).at(-1)?.input.body).toEqual({ patientId: 'p-1' });
});

const MESSAGE: PublicMessageRow = {
  ...{
    id: 'm-1',
    userId: 'u-1',
    openId: 'SIMo***0001',
    patientName: 'SIM 患者',
    direction: 'in',
    type: 'text',
    content: '几点开始？',
    state: 'received',
    reason: '',
  },
  ...{ answeredBy: '', creatorUser: '', creatorTime: 1, mayWrite: 1 },
};
const RULE: AnswerRule = {
  ...{ id: 'a-1', fullName: '班次', kind: 'keyword', match: 'contains', keywords: ['班次'], content: '7:30', sortCode: 1, enabledMark: 1, version: 4 },
};

const EVENTS = ['CLICK SIM.shifts', 'SIMNEW'].map((content, at) => ({ ...MESSAGE, id: `m-${3 + at}`, mayWrite: 0 as const, type: 'event' as const, content }));

it('messages: who may not be written to has no button; a reply goes to the follower; an answer’s words are told apart as people write them', async () => {
  const context = administrator();
  answerContract(context.http, publicMessageContract, {
    ...{
      list: toPage([MESSAGE, { ...MESSAGE, id: 'm-2', mayWrite: 0 as const, content: '昨天的' }, ...EVENTS], 4, {}),
      send: { ...MESSAGE, direction: 'out' as const },
    },
    ...{ answers: { list: [RULE] }, addAnswer: RULE, saveAnswer: RULE, removeAnswer: null },
  });
  page = await renderPage(MessagesPage, { context, menu: createFakeMenu({ enCode: 'weChat.mpMessage', fullName: '公众号消息' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('几点开始') && shown.text().includes('昨天的'));
  expect([...document.querySelectorAll('button')].filter(({ textContent }) => textContent === '回复')).toHaveLength(1);
  for (const words of ['[事件] 点击菜单 SIM.shifts', '[事件] SIMNEW']) expect(shown.text()).toContain(words);
  await shown.click(shown.get('button', '回复'));
  await shown.until(() => body().includes('48 小时内'));
  await shown.type(document.querySelector('[role="dialog"] textarea') as HTMLTextAreaElement, '七点半');
  const [send] = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].filter(({ textContent }) => textContent === '回复');
  await shown.click(send as HTMLButtonElement);
  await shown.until(() => context.http.callsOf(publicMessageContract.routes.send).length > 0);
  expect(context.http.callsOf(publicMessageContract.routes.send).at(-1)?.input.body).toEqual({ userId: 'u-1', content: '七点半' });
  expect(wordsIn('班次，时间, 班次\n几点、 ')).toEqual(['班次', '时间', '几点']);
});

const ARTICLE: ArticleRow = {
  ...{
    id: 'art-1',
    title: '透析饮食',
    author: '',
    digest: '',
    content: { ops: [{ insert: '少盐\n' }] },
    thumbId: '',
    sourceUrl: '',
    state: 'doubtful',
    creatorUser: '管理员',
  },
  ...{ lastModifyTime: 1, version: 2 },
};

it('materials: what the service keeps and how much of it, and an article goes to its box of drafts after a question', async () => {
  const context = administrator();
  answerContract(context.http, publicMaterialContract, {
    ...{
      list: toPage([{ id: 'media-1', materialsType: 2 as const, fullName: '封面', updateTime: 1 }], 1, {}),
      quota: { list: [{ materialsType: 2, used: 1, most: 100_000 }] },
    },
    ...{
      content: new File([], 'x') as never,
      add: null as never,
      remove: null,
      articles: toPage([ARTICLE], 1, {}),
      addArticle: ARTICLE,
      saveArticle: ARTICLE,
      removeArticle: null,
      push: ARTICLE,
    },
  });
  page = await renderPage(MaterialsPage, { context, menu: createFakeMenu({ enCode: 'weChat.mpMaterial', fullName: '公众号素材' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('封面') && shown.text().includes('已用 1 / 100000'));
  await shown.click(shown.get('tab', '图文'));
  await shown.until(() => shown.text().includes('透析饮食') && shown.text().includes('结果不明'));
  await shown.click(shown.get('button', '上传到草稿箱'));
  await shown.until(() => context.http.callsOf(publicMaterialContract.routes.push).length > 0);
  expect([context.record.questions.length, context.http.callsOf(publicMaterialContract.routes.push).at(-1)?.input.body]).toEqual([1, { version: 2 }]);
});
