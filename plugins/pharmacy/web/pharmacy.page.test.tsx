// @vitest-environment happy-dom
import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { dispensingContract } from '../contract/index.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { info, lotRow, movementRow, pageOf, queueRow, share } from './pharmacy.fixture.ts';
import { Page } from './pharmacy.page.tsx';

const { routes } = dispensingContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(routes.patientList, { ...pageOf([queueRow()]), counts: { review: 1, pick: 0, dispense: 0 } });
  http.answer(routes.detail, info());
  http.answer(routes.stock, {
    ...pageOf([lotRow(), lotRow({ lotId: 'lot-2', lotNo: 'SIM002', frozen: true, frozenReason: '抽检' })]),
    total: { lots: 2, expired: 0, near: 1, soon: 0, frozen: 1, costPrice: 3000 },
  });
  http.answer(routes.movement, { ...pageOf([movementRow()]), total: { received: 100, dispensed: 40, returned: 0, net: 60 } });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.pharmacy' }) });
  return page;
}

describe('[7.6-01] [7.6-02] pharmacy page', () => {
  it('shows for whom, what, out of which lots, and what to look out for', async () => {
    const { get, click, text } = await open();
    await click(get('button', /赵一/));
    for (const piece of ['过敏：', '青霉素', '乙肝', '0.5 µg · 口服 · 每日一次 · 20天', '2 盒', '合 40 粒', 'SIM001', '2026-05-01', '拟用批次']) {
      expect(text()).toContain(piece);
    }
  });

  it('goes through review, pick and dispense with Ctrl+Enter', async () => {
    const { get, click, press, context, settle } = await open();
    await click(get('button', /赵一/));
    const steps = [
      info({ rxStatus: 2, version: 4, actionList: ['pick'] }),
      info({ rxStatus: 3, version: 5, actionList: ['unpick', 'dispense'], drugDetailList: [share({ allocationId: 'a1' })] }),
      info({ rxStatus: 4, version: 6, actionList: ['return'], drugDetailList: [share({ allocationId: 'a1', taken: 40 })] }),
    ];
    context.http.answer(routes.updateState, () => steps.shift() ?? info());
    for (const action of ['review', 'pick', 'dispense']) {
      await press(document.activeElement ?? document.body, 'Enter', { ctrlKey: true });
      await settle();
      expect(context.http.callsOf(routes.updateState).at(-1)?.input.body).toMatchObject({ action });
    }
    expect(get('button', '退药')).toBeDefined();
  });

  it('sends a prescription back only with a reason', async () => {
    const { get, click, type, context } = await open();
    await click(get('button', /赵一/));
    await click(get('button', '退回医生'));
    expect(get('button', '确认退回').hasAttribute('disabled')).toBe(true);
    await type(get('textbox', '退回原因'), '剂量偏大');
    context.http.answer(routes.updateState, info({ rxStatus: 8, version: 4, actionList: [] }));
    await click(get('button', '确认退回'));
    expect(context.http.callsOf(routes.updateState)[0]?.input.body).toMatchObject({ action: 'refuse', reason: '剂量偏大' });
  });

  it('an unpaid prescription says what it waits for', async () => {
    const { get, click, context, text, find } = await open();
    context.http.answer(routes.detail, info({ payStatus: 0, rxStatus: 2, actionList: [] }));
    await click(get('button', /赵一/));
    expect(text()).toContain('等待收费后才能配药发药');
    expect(find('button', /^配药/)).toBeUndefined();
  });

  it('[6-05] buttons show only with their right', async () => {
    const { get, click, find } = await open({ grants: ['his.pharmacy', 'his.pharmacy:btn_dispense'] });
    await click(get('button', /赵一/));
    expect(find('button', '审方通过')).toBeUndefined();
    expect(find('button', '退回医生')).toBeUndefined();
  });

  it('a shortage is told before picking', async () => {
    const { get, click, context, text } = await open();
    context.http.answer(routes.detail, info({ drugDetailList: [], shortageList: [{ detailId: 'd1', drugName: '骨化三醇软胶囊', missing: 12, unit: '粒' }] }));
    await click(get('button', /赵一/));
    expect(text()).toContain('“骨化三醇软胶囊”可用库存不足，缺 12 粒');
  });

  it('stock shows lots coloured by expiry, frees a blocked one, and leads to the ledger that adds up', async () => {
    const { get, all, click, context, text, settle } = await open();
    await click(get('tab', '批次库存'));
    await settle();
    expect(document.querySelectorAll('tr.ph-lot-near')).toHaveLength(1);
    expect(document.querySelectorAll('tr.ph-lot-frozen')).toHaveLength(1);
    context.http.answer(routes.freeze, lotRow({ lotId: 'lot-2' }));
    await click(get('button', '解冻'));
    expect(context.http.callsOf(routes.freeze)[0]?.input).toEqual({ params: { id: 'lot-2' }, body: { frozen: false, reason: '', version: 2 } });
    await click(all('button', '台账')[0] as HTMLElement);
    await settle();
    expect(context.http.callsOf(routes.movement).at(-1)?.input.query).toMatchObject({ lotId: 'lot-1' });
    expect(text()).toContain('入库 100 − 发药 40 + 退药 0 = 结存 60 粒');
  });
});
