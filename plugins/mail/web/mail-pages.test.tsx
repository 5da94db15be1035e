import { type Route, toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LetterView, mailContract, type MailConfig, type MailRow, type MailView } from '../contract/mail.contract.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { Page as DetailPage } from './detail.page.tsx';
import { Page } from './mail.page.tsx';
import { letterHtml } from './read/letter-html.ts';

const CONFIG: MailConfig = {
  ...{ state: 'ready', imapHost: 'mail.example:993', smtpHost: 'mail.example:465', canSend: true, address: 'doctor@mail.example', account: 'doctor' },
  ...{ senderName: '林医生', signature: '签名', passwordSet: true },
};
const ROW: MailRow = {
  ...{ id: 'SU5CT1g.1.7', subject: '季度保养', from: { name: '设备公司', address: 'a@x.example' }, to: '林医生', fdate: 1_772_400_000_000 },
  ...{ size: 10, isRead: 0, starred: 0, answered: 0, files: 1 },
};
const VIEW: MailView = {
  ...ROW,
  ...{ receivers: [{ name: '', address: 'doctor@mail.example' }], copies: [], replyTo: [], messageId: '<m@x>', text: '定于周三', html: '', pictures: {} },
  ...{ attachments: [{ part: '2', name: '项目表.csv', type: 'text/csv', size: 20, fetchable: true }], notes: ['cut'] },
};
const FOLDERS = [
  { path: 'INBOX', name: 'INBOX', parent: '', use: 'inbox', selectable: true, total: 1, unseen: 1 },
  { path: 'Trash', name: 'Trash', parent: '', use: 'trash', selectable: true, total: 0, unseen: 0 },
];
const { routes } = mailContract;

let page: RenderedPage | undefined;
let context: ReturnType<typeof createFakeWebContext>;
beforeEach(() => {
  context = createFakeWebContext({ texts });
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const bodies = (route: Route) => context.http.callsOf(route).map(({ input }) => input.body);

function answer(over: { config?: MailConfig; letter?: LetterView; one?: MailView } = {}) {
  answerContract(context.http, mailContract, {
    ...{ config: over.config ?? CONFIG, saveConfig: CONFIG, removeConfig: null, checkMail: { ok: true }, receive: { list: FOLDERS } },
    ...{ list: toPage([ROW], 1, {}), one: over.one ?? VIEW, remove: { gone: false }, read: null, unread: null, star: null, unstar: null, move: null },
    ...{ attachment: new File(['x'], 'x.csv'), keepAttachment: { fileId: 'f', name: '项目表.csv' } },
    contacts: { list: [{ name: '护士', address: 'nurse@mail.example' }] },
    letters: toPage([{ id: 'l-1', to: 'a@x.example', subject: '存疑的信', state: 'doubtful', lastModifyTime: 1 }], 1, {}),
    letter:
      over.letter ??
      ({ id: 'l-1', to: ['a@x.example'], subject: '存疑的信', bodyText: '正文', state: 'doubtful', trouble: '', lastModifyTime: 1 } as LetterView),
    ...{
      saveDraft: { id: 'x', lastModifyTime: 5 },
      removeLetter: null,
      pictures: { pictures: {}, refused: [] },
      toMailbox: null,
      send: { state: 'sent', copy: 'stored' },
      decide: null,
      upload: null as never,
    },
  });
}
async function open(over: Parameters<typeof answer>[0] = {}): Promise<RenderedPage> {
  answer(over);
  page = await renderPage(Page, { context });
  return page;
}

it('lists folders and letters, shows one with its attachments and marks it as read', async () => {
  const shown = await open();
  await shown.until(() => shown.text().includes('季度保养'));
  expect(shown.text()).toContain('收件箱');
  await shown.click(shown.get('button', /季度保养/));
  await shown.until(() => shown.text().includes('定于周三'));
  expect(shown.text()).toContain('邮件过长');
  expect(shown.get('button', '预览“项目表.csv”')).toBeTruthy();
  expect(context.http.callsOf(routes.read)).toHaveLength(1);
  await shown.click(shown.get('button', '删除'));
  await shown.until(() => context.http.callsOf(routes.remove).length === 1);
  expect(context.http.callsOf(routes.remove)[0]?.input.query).toEqual({ forever: 0 });
});

it('a password that the server takes no more is entered again from where that is said', async () => {
  answer();
  const refused = { error: 'mail.server-password', message: '服务器 mail.example 不接受此账号或密码' };
  context.http.refuse(routes.receive, refused);
  context.http.refuse(routes.list, refused);
  page = await renderPage(Page, { context });
  const shown = page;
  await shown.click(await shown.until(() => shown.find('button', '重新填写密码')));
  await shown.type(
    await shown.until(() => shown.find('textbox', '密码') ?? document.querySelector<HTMLElement>('input[type=password]') ?? undefined),
    'SIM-new',
  );
  answer();
  await shown.click(shown.get('button', '验证并保存'));
  await shown.until(() => shown.text().includes('季度保养'));
  expect([shown.find('button', '重新填写密码'), bodies(routes.saveConfig)]).toMatchObject([undefined, [{ password: 'SIM-new' }]]);
});

it('answers with the letter quoted and the own signature, refuses what is no address, and sends once', async () => {
  const shown = await open();
  await shown.until(() => shown.text().includes('季度保养'));
  await shown.click(shown.get('button', /季度保养/));
  await shown.until(() => shown.text().includes('定于周三'));
  await shown.click(shown.get('button', '回复'));
  await shown.until(() => shown.find('textbox', '正文') !== undefined);
  expect((shown.get('textbox', '正文') as HTMLTextAreaElement).value).toMatch(/^\n\n-- \n签名\n\n.*设备公司 写道：\n> 定于周三$/);
  const to = shown.get('textbox', '收件人') as HTMLInputElement;
  expect(to.value).toBe('设备公司 <a@x.example>');
  await shown.type(to, '没有地址');
  await shown.click(shown.get('button', '发送'));
  expect(shown.text()).toContain('“没有地址”不是有效的邮箱地址');
  expect(bodies(routes.send)).toHaveLength(0);
  await shown.type(to, 'nur');
  await shown.until(() => shown.text().includes('护士 <nurse@mail.example>'));
  await shown.click(shown.get('button', '护士 <nurse@mail.example>'));
  await shown.click(shown.get('button', '发送'));
  await shown.until(() => bodies(routes.send).length === 1);
  expect(bodies(routes.send)[0]).toMatchObject({ to: ['护士 <nurse@mail.example>'], subject: 'Re: 季度保养', answers: ROW.id, answerKind: 'reply' });
});

it('lets a person end the doubt about a letter', async () => {
  const shown = await open();
  await shown.until(() => shown.text().includes('季度保养'));
  await shown.click(shown.get('button', '草稿与待处理'));
  await shown.until(() => shown.text().includes('存疑的信'));
  await shown.click(shown.get('button', /存疑的信/));
  await shown.until(() => shown.text().includes('没有收到确认'));
  await shown.click(shown.get('button', '已送达，移出列表'));
  await shown.until(() => bodies(routes.decide).length === 1);
  expect(bodies(routes.decide)[0]).toEqual({ verdict: 'arrived' });
});

it.each([
  ['off', '尚未设置邮件服务器'],
  ['blocked', 'mail.example:993'],
  ['new', '设置邮箱'],
] as const)('says what is missing: %s', async (state, text) => {
  const shown = await open({ config: { ...CONFIG, state, passwordSet: false } });
  await shown.until(() => shown.text().includes(text));
  expect(context.http.callsOf(routes.list)).toHaveLength(0);
});

it('[2.1-12] shows one letter of the own mailbox by its id', async () => {
  answer();
  page = await renderPage(DetailPage, { context, query: { id: ROW.id } });
  await page.until(() => page?.text().includes('定于周三'));
  expect(context.http.callsOf(routes.one)[0]?.input.params).toEqual({ id: ROW.id });
});

it('HTML of a letter loads nothing from elsewhere: pictures become links when they are asked for, styles and forms go', () => {
  const foreign =
    '<style>@import "https://t.example/x.css"</style><form action="https://t.example"><input name=a></form><script>alert(1)</script>' +
    '<table background="https://t.example/b.png"><tr><td style="background:url(https://t.example/c.png);color:red">格</td></tr></table>' +
    '<img src="https://t.example/p.png?id=1" srcset="https://t.example/q.png 2x" alt="横幅"><img src="cid:own%40x"><img src="//t.example/r.png"><svg><image href="https://t.example/s.png"/></svg>';
  const off = letterHtml(foreign, { 'own@x': 'data:image/png;base64,AAAA' });
  expect(off.remote).toEqual(['https://t.example/p.png?id=1']);
  expect(off.html).not.toContain('t.example');
  expect(off.html).toContain('data:image/png;base64,AAAA');
  expect(off.html).toContain('横幅');
  const linkText = (host: string) => `图片 ${host}`;
  const on = letterHtml(foreign, {}, { fetched: {}, linkText });
  expect(on.html).toContain('图片 t.example');
  expect(on.html).not.toContain('<img');
  const fetched = letterHtml(foreign, {}, { fetched: { 'https://t.example/p.png?id=1': 'data:image/png;base64,BBBB' }, linkText });
  expect([fetched.html.includes('data:image/png;base64,BBBB'), fetched.html.includes('https://')]).toEqual([true, false]);
});

it.each([
  '<p style="background:u\\72l(https://t.example/a)">x</p>',
  '<p style="background:\\75rl(https://t.example/a)">x</p>',
  '<p style="list-style-image:image-set(\'https://t.example/a\' 1x)">x</p>',
  '<p style="background:cross-fade(\'https://t.example/a\', red)">x</p>',
  '<picture><source srcset="https://t.example/a 2x"><img srcset="https://t.example/a 2x" alt="x"></picture>',
  '<svg><style>@import "https://t.example/a"</style><use href="https://t.example/a"/><feImage href="https://t.example/a"/></svg>',
  '<math><mi href="https://t.example/a">x</mi><annotation-xml encoding="text/html"><img src="https://t.example/a"></annotation-xml></math>',
  '<meta http-equiv="refresh" content="0;url=https://t.example/a"><base href="https://t.example/">',
  '<link rel="preload" as="image" href="https://t.example/a" imagesrcset="https://t.example/a"><link rel="dns-prefetch" href="//t.example">',
  '<form action="https://t.example/a"><input type="image" src="https://t.example/a"><button formaction="https://t.example/a">x</button></form>',
  '<video poster="https://t.example/a"><source src="https://t.example/a"><track src="https://t.example/a"></video><audio src="https://t.example/a"></audio>',
  '<img src="data:text/html,https://t.example/a"><iframe srcdoc="https://t.example/a"></iframe>',
  '<a ping="https://t.example/a" href="#x">x</a><body background="https://t.example/a"><q cite="https://t.example/a">x</q>',
])('a letter opened names nothing that lies elsewhere, however it is written: %s', (html) => {
  expect(letterHtml(html, {}).html).not.toContain('t.example');
});

it('a picture of no size is not even offered: it is there to tell that somebody reads', () => {
  const spies =
    '<img src="https://t.example/a" width="1" height="1"><img src="https://t.example/b" style="width:1px"><img src="https://t.example/c" width="600">';
  expect(letterHtml(spies, {}).remote).toEqual(['https://t.example/c']);
});

it('pictures from outside come through the server when the reader asks, and what it does not fetch is said', async () => {
  const html = '<p>活动</p><img src="https://t.example/a.png"><img src="https://t.example/b.png">';
  const shown = await open({ one: { ...VIEW, html, text: '' } });
  context.http.answer(routes.pictures, () => ({ pictures: { 'https://t.example/a.png': 'data:image/png;base64,AAAA' }, refused: [] }));
  await shown.until(() => shown.text().includes('季度保养'));
  await shown.click(shown.get('button', /季度保养/));
  await shown.until(() => shown.text().includes('2 张外部图片'));
  expect(context.http.callsOf(routes.pictures)).toHaveLength(0);
  await shown.click(shown.get('button', '加载外部图片'));
  await shown.until(() => shown.text().includes('1 张外部图片未加载'));
  expect(bodies(routes.pictures)).toEqual([{ addresses: ['https://t.example/a.png', 'https://t.example/b.png'] }]);
});
