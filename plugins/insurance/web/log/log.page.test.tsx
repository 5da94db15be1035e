import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { connectionContract, exchangeContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { exchange, lineState, pageOf } from '../insurance.fixture.ts';
import { Page } from './log.page.tsx';
import { LogStore } from './log.store.ts';

const { routes } = exchangeContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live() ?? []).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}, shown = exchange()): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { request: _request, answer: _answer, ...row } = shown;
  context.http.answer(connectionContract.routes.state, lineState());
  context.http.answer(routes.list, pageOf([row]));
  context.http.answer(routes.record, shown);
  context.http.answer(routes.replay, exchange({ id: 'ex-2', replayOf: 'ex-1' }));
  context.http.answer(routes.remove, null);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.insurance.log' }) });
  return page;
}

describe('[7.3-01] [7.3-02] interface log', () => {
  it('names transactions in plain words and shows request and answer as trees', async () => {
    const { text, get, click, until } = await open();
    expect(text()).toContain('2207 结算');
    await click(get('button', '查看'));
    await until(() => text().includes('SIMS0001'));
    expect(text()).toContain('psn_no人员编号');
  });

  it('replays in a test region after a question, under one name', async () => {
    const { get, click, context, settle, text } = await open();
    await click(get('button', '查看'));
    await click(get('button', '重放（测试区）'));
    await settle();
    expect(context.record.questions).toHaveLength(1);
    expect(context.http.callsOf(routes.replay)[0]?.options.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(text()).toContain('重放自');
  });

  it('offers no replay outside of a test region, and lets a note of a workstation go', async () => {
    const { get, find, click, context, settle } = await open({}, exchange({ testRegion: false, source: 'workstation' }));
    await click(get('button', '查看'));
    expect(find('button', '重放（测试区）')).toBeUndefined();
    await click(get('button', '删除补记'));
    await settle();
    expect(context.http.callsOf(routes.remove)).toHaveLength(1);
  });

  it('a message of a workstation whose number is shorter than the call takes is told at the field', () => {
    const store = new LogStore(createFakeWebContext({ texts }));
    store.editNote();
    store.note?.form.setValues({ infno: '1101', msgid: 'CARD-0001' });
    expect([store.note?.form.validate(), store.note?.form.failureOf('msgid')]).toEqual([false, { text: '至少 10 个字符' }]);
    store.note?.form.setValues({ msgid: 'CARD-00001' });
    expect(store.note?.form.validate()).toBe(true);
    store.endNote();
    store.dispose();
  });

  it('[7.3-04] asks the platform with an outline of the transaction, at the facility’s own address', async () => {
    const { get, all, click, context, settle, text } = await open();
    context.http.answer(routes.authInfo, {
      sysConfigInfo: {
        region: 'guangdong',
        paasid: 'SIM-GD',
        gatewayUrl: 'http://127.0.0.1:1/guangdong',
        fixmedins_code: 'H44SIM000001',
        fixmedins_name: '测试医院',
        mdtrtarea_admvs: '440100',
        recer_sys_code: '99',
        infver: 'V1.0',
        signedBy: 'server',
        simulated: true,
      },
    });
    context.http.answer(routes.proxy, { infcode: '0', err_msg: '', output: { feedetail: [{ opsp_dise_code: 'M07801' }] }, exchangeId: 'ex-3' });
    await click(get('button', '查询平台'));
    const ask = all('button', '查询').at(-1);
    if (!ask) throw new Error('nothing to ask with');
    await click(ask);
    await settle();
    expect(context.http.callsOf(routes.proxy)[0]?.input.body).toEqual({ url: 'http://127.0.0.1:1/guangdong', infno: '5301', input: { data: { psn_no: '' } } });
    expect(text()).toContain('M07801');
  });
});
