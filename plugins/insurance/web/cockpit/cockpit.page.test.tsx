import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionContract, type DoubtRow, exchangeContract, settlementContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { doubt, exchange, lineState, settled, settlement } from '../insurance.fixture.ts';
import { Page } from './cockpit.page.tsx';

const { routes } = settlementContract;
let page: RenderedPage | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: doubt().since + 72_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(list: DoubtRow[], options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  context.http.answer(connectionContract.routes.state, lineState({ doubtful: list.length }));
  context.http.answer(routes.doubtful, { list });
  context.http.answer(exchangeContract.routes.record, exchange());
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.insurance.cockpit' }) });
  return page;
}

describe('[M2] cockpit', () => {
  it('calms when nothing is in doubt', async () => {
    const { text } = await open([]);
    expect(text()).toContain('没有异常结算');
  });

  it('says since when, who, how much, why, when it goes on by itself, and shows the proof', async () => {
    const { text, get, click } = await open([doubt()]);
    for (const part of ['赵一', '1 分 12 秒', '¥480.00', '结算请求（2207）已发出', '3 分 48 秒后自动进行', '再次向平台核实', '2207 结算'])
      expect(text(), part).toContain(part);
    const [link] = document.querySelectorAll<HTMLButtonElement>('.in-trail button');
    if (!link) throw new Error('no exchange is linked');
    await click(link);
    expect(get('dialog', '2207 结算').textContent).toContain('SIM****0001');
  });

  it('oldest first', async () => {
    const { all } = await open([doubt({ id: 'b', patientName: '后', since: doubt().since + 1 }), doubt({ id: 'a', patientName: '先' })]);
    expect(all('article').length + all('heading').length).toBeGreaterThan(0);
    expect([...document.querySelectorAll('.in-doubt-card h2')].map((one) => one.textContent)).toEqual(['先', '后']);
  });

  it('does the one safe step once, and the card goes when the outcome is certain', async () => {
    const { get, click, text, context, settle } = await open([doubt()]);
    let answer: (() => void) | undefined;
    context.http.answer(routes.resolve, () => new Promise((done) => (answer = () => done(settled()))));
    const button = get('button', '立即核实');
    await click(button);
    await click(button);
    context.http.answer(routes.doubtful, { list: [] });
    answer?.();
    await settle();
    expect(context.http.callsOf(routes.resolve)).toHaveLength(1);
    expect(context.record.toasts).toEqual([{ kind: 'success', text: '赵一：已结算' }]);
    expect(text()).toContain('没有异常结算');
  });

  it('a review is decided with proof only', async () => {
    const { get, click, type, context, settle } = await open([doubt({ state: 'review', next: 'decide', nextTryAt: null })]);
    context.http.answer(routes.decide, settlement());
    await click(get('button', '凭证裁定'));
    await click(get('button', '确认裁定'));
    expect(context.http.callsOf(routes.decide)).toHaveLength(0);
    await click(get('radio', '平台未结算：回到预结算'));
    await type(get('textbox', '依据'), '医保局 3月2日 来电，张科长');
    await click(get('button', '确认裁定'));
    await settle();
    expect(context.http.callsOf(routes.decide)[0]?.input).toEqual({
      params: { id: 'st-1' },
      body: { version: 4, verdict: 'not-settled', proof: '医保局 3月2日 来电，张科长' },
    });
    expect(context.record.toasts).toEqual([{ kind: 'success', text: '赵一：已预结算' }]);
  });

  it('whoever may not decide is told who does', async () => {
    const { text, find } = await open([doubt({ state: 'review', next: 'decide' })], { grants: ['his.insurance.cockpit', 'his.insurance.cockpit:btn_resolve'] });
    expect(find('button', '凭证裁定')).toBeUndefined();
    expect(text()).toContain('请医保专员裁定');
  });
});
