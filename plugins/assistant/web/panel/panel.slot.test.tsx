import { type Route, toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AskReply, type AssistantStatus, assistantContract } from '../../contract/assistant.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Slot } from './panel.slot.tsx';

let page: RenderedPage | undefined;
let context: ReturnType<typeof createFakeWebContext>;
beforeEach(() => {
  context = createFakeWebContext({ texts });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page?.unmount();
  page = undefined;
  expect(context.live()).toEqual([]);
});

const { routes } = assistantContract;
const STATUS: AssistantStatus = {
  ...{
    state: 'ready',
    modelName: 'SIM-Chat',
    host: '127.0.0.1:5091',
    local: true,
    unmasked: false,
    simulated: true,
    agreed: true,
    streams: true,
    tokensLeft: 900,
  },
};
const REPLY: AskReply = {
  response: '**好**的，见[收费](menu:his.charging)',
  conversationId: 'c-1',
  turnId: 't-1',
  state: 'done',
  lookedUp: ['查找菜单'],
  tokensLeft: 800,
};
const TURN = { id: 't-0', askId: 'ask-0000', state: 'done', asked: '旧问题', answered: '旧回答', lookedUp: [], creatorTime: 1 };

async function open(status: Partial<AssistantStatus> = {}) {
  answerContract(context.http, assistantContract, {
    status: { ...STATUS, ...status },
    ask: REPLY,
    stop: true,
    preview: {
      host: STATUS.host,
      local: true,
      unmasked: false,
      messages: [{ role: 'user', content: '患者[人员1]' }],
      masks: [{ token: '[人员1]', kind: 'person', value: '张三' }],
    },
    agree: null,
    conversations: toPage([{ id: 'c-0', title: '旧对话', lastModifyTime: 1, turns: 1 }], 1, {}),
    turns: { title: '旧对话', list: [TURN] },
    sent: { host: STATUS.host, messages: [{ role: 'user', content: '患者[人员1]' }] },
    rename: null,
    remove: null,
  });
  page = await renderElement(<Slot close={() => undefined} />, { context });
  await page.until(() => page?.text().includes('SIM-Chat') || page?.text().includes('尚未'));
  return page;
}
const box = (shown: RenderedPage) => shown.get('textbox', '输入问题') as HTMLTextAreaElement;
const inputs = (route: Route) => context.http.callsOf(route).map(({ input }) => input);
const asks = () => inputs(routes.ask);

it('[2.4-16] has a header with the name of the model, a text box and a send button; Enter sends, Shift+Enter and an input method do not', async () => {
  const shown = await open();
  expect(shown.text()).toContain('SIM-Chat');
  expect(shown.text()).toContain('模拟');
  expect((shown.get('button', '发送') as HTMLButtonElement).disabled).toBe(true);
  await shown.type(box(shown), '收费在哪里');
  await shown.press(box(shown), 'Enter', { shiftKey: true });
  await shown.press(box(shown), 'Enter', { isComposing: true });
  expect(asks()).toHaveLength(0);
  await shown.press(box(shown), 'Enter');
  await shown.until(() => shown.text().includes('已查询：查找菜单'));
  expect(asks()[0]).toMatchObject({
    body: { prompt: '收费在哪里', max_new_tokens: 1024, use_stream_chat: true, temperature: 0.6, top_k: 10, top_p: 0.5, do_sample: true, use_cache: true },
  });
  expect(box(shown).value).toBe('');
  expect(shown.text()).toContain('800');
  // A link leads to a page of the product.
  expect(shown.get('link', '收费')).toBeTruthy();
});

it('[5-25] an empty question is not sent', async () => {
  const shown = await open();
  await shown.type(box(shown), '  \n ');
  await shown.press(box(shown), 'Enter');
  expect((shown.get('button', '发送') as HTMLButtonElement).disabled).toBe(true);
  expect([...asks(), ...inputs(routes.preview)]).toEqual([]);
});

it('[8-11] a failure clears the waiting with no message, and what was typed is back', async () => {
  const shown = await open();
  context.http.refuse(routes.ask, { error: 'assistant.model-failed', message: 'SIM gone' });
  await shown.type(box(shown), '问题');
  await shown.click(shown.get('button', '发送'));
  await shown.until(() => box(shown).value === '问题');
  expect(shown.text()).not.toContain('SIM gone');
  expect(shown.text()).not.toContain('正在思考');
  expect(context.record.toasts).toEqual([]);
  expect(context.record.drafts.get('typed')).toBe('问题');
});

it('a limit says so in a sentence', async () => {
  const shown = await open();
  context.http.refuse(routes.ask, { error: 'assistant.limit-person', message: '您今天的 100 个令牌已用完' });
  await shown.type(box(shown), '问题');
  await shown.click(shown.get('button', '发送'));
  await shown.until(() => shown.text().includes('您今天的 100 个令牌已用完'));
});

it('what is sent is shown before the first time, and nothing is sent without agreement', async () => {
  const shown = await open({ agreed: false });
  await shown.type(box(shown), '患者张三');
  await shown.click(shown.get('button', '发送'));
  await shown.until(() => document.body.textContent?.includes('患者[人员1]'));
  await shown.click(shown.get('button', '取消'));
  expect(asks()).toEqual([]);
  expect(box(shown).value).toBe('患者张三');
  await shown.click(shown.get('button', '发送'));
  await shown.click(await shown.until(() => shown.find('button', '同意并发送')));
  await shown.until(() => asks().length === 1);
  expect(inputs(routes.agree)).toMatchObject([{ body: { host: STATUS.host, unmasked: false } }]);
});

it('parts that come late are put in order; stop ends the answer; what had come stays', async () => {
  const shown = await open();
  let answer: (reply: AskReply) => void = () => undefined;
  context.http.answer(
    routes.ask,
    () =>
      new Promise<AskReply>((resolve) => {
        answer = resolve;
      }) as never,
  );
  await shown.type(box(shown), '长的');
  await shown.click(shown.get('button', '发送'));
  const askId = (await shown.until(() => asks()[0] as { body: { askId: string } } | undefined)).body.askId;
  context.receive({ method: 'assistantPart', askId, order: 1, text: '二' });
  context.receive({ method: 'assistantPart', askId: 'another-one', order: 0, text: '别的' });
  context.receive({ method: 'assistantPart', askId, order: 0, text: '一' });
  await shown.until(() => shown.text().includes('一二'));
  expect(shown.text()).not.toContain('别的');
  await shown.click(shown.get('button', '停止'));
  expect(inputs(routes.stop)).toMatchObject([{ params: { id: askId } }]);
  answer({ ...REPLY, state: 'stopped', response: '一二', lookedUp: [] });
  await shown.until(() => shown.text().includes('已停止'));
});

it('an answer that ends before its end says so, and the rest is asked for with one press', async () => {
  const shown = await open();
  context.http.answer(routes.ask, { ...REPLY, state: 'cut', response: '第一步' });
  await shown.type(box(shown), '长的');
  await shown.press(box(shown), 'Enter');
  await shown.until(() => shown.text().includes('回答不完整'));
  expect(shown.text()).toContain('第一步');
  context.http.answer(routes.ask, { ...REPLY, response: '第二步' });
  await shown.click(shown.get('button', '继续'));
  await shown.until(() => shown.text().includes('第二步'));
  expect(asks()[1]).toMatchObject({ body: { prompt: '请接着上一条回答继续', conversationId: 'c-1' } });
});

it('an answer is copied as the model wrote it', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => void written.push(text) } });
  const shown = await open();
  await shown.type(box(shown), '收费在哪里');
  await shown.press(box(shown), 'Enter');
  await shown.click(await shown.until(() => shown.find('button', '复制')));
  await shown.until(() => context.record.toasts.length > 0);
  expect([written, context.record.toasts]).toEqual([[REPLY.response], [{ kind: 'success', text: '已复制' }]]);
});

it('earlier conversations are searched, opened, renamed and deleted', async () => {
  const shown = await open();
  await shown.click(shown.get('button', '历史对话'));
  await shown.until(() => shown.text().includes('旧对话'));
  await shown.click(shown.get('button', '重命名'));
  await shown.type(shown.get('textbox', '对话标题'), '新标题');
  await shown.click(shown.get('button', '保存标题'));
  await shown.until(() => shown.text().includes('新标题'));
  await shown.click(shown.get('button', /新标题/));
  await shown.until(() => shown.text().includes('旧回答'));
  await shown.click(shown.get('button', '历史对话'));
  await shown.click(await shown.until(() => shown.find('button', '删除')));
  await shown.until(() => shown.text().includes('还没有对话'));
  expect(context.record.questions).toMatchObject([{ danger: true }]);
});

it('without a model it says who can set one up', async () => {
  const shown = await open({ state: 'off', modelName: '', simulated: false });
  expect(shown.text()).toContain('请管理员在“插件设置”中填写模型地址');
  expect((box(shown) as HTMLTextAreaElement).disabled).toBe(true);
});
