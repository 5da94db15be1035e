import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { type PageProps, type SlotRenderer, SlotRendererProvider } from '@nephra/plugin-sdk/web';
import type { ComponentType } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { accountContract, chargeContract, shiftContract } from '../contract/index.ts';
import { MAX_REASON } from '../contract/limits.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import {
  account,
  billRecord,
  billRow,
  chargeDay,
  pageOf,
  patientRow,
  preview,
  queueRow,
  refundPreview,
  sheet,
  shiftRecord,
  takings,
  ways,
} from './charging.fixture.ts';
import { Page } from './charging.page.tsx';

const { routes } = chargeContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}, Shown: ComponentType<PageProps> = Page): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(routes.patientList, pageOf([queueRow(), queueRow({ dpId: 'rx-2', patientName: '钱二', totalPrice: 12 })]));
  http.answer(routes.selfPayPreview, preview());
  http.answer(routes.chargeWay, { list: ways });
  http.answer(routes.selfPay, billRecord());
  http.answer(routes.bill, { ...pageOf([billRow(), billRow({ chargeId: 'bill-2', billNo: 'TFGZ1', state: 'refund', totalPrice: -5 })]), searchedBackTo: null });
  http.answer(routes.billTotal, {
    chargedCount: 1,
    chargedPrice: 80.5,
    refundCount: 1,
    refundPrice: -5,
    netPrice: 75.5,
    westPrice: 77,
    diagTreatPrice: -1.5,
    assayPrice: 0,
    ways: [{ payWay: 'cash', payWayName: '现金', amount: 75.5 }],
  });
  http.answer(routes.chargeDetail, { list: [billRecord()] });
  http.answer(routes.printSettle, { list: [sheet()] });
  page = await renderPage(Shown, { context, menu: createFakeMenu({ enCode: 'his.charging' }) });
  return page;
}

describe('[2.7-03] [7.8-07] charging page', () => {
  it('a cashier charges with the keyboard: open, cash handed over, charge, receipt, next', async () => {
    const { get, click, type, press, context, text, settle } = await open();
    await click(get('button', /赵一/));
    const tendered = get('textbox', '实收');
    expect(document.activeElement).toBe(tendered);
    await type(tendered, '100');
    expect(text()).toContain('¥19.50');
    await click(get('button', '确认收费'));
    await settle();
    expect(context.http.callsOf(routes.selfPay)).toHaveLength(1);
    expect(text()).toContain('SFGZ2026030200001');
    expect(document.activeElement).toBe(get('button', '下一位'));
    await click(get('button', '打印结算单'));
    expect(context.record.prints[0]).toMatchObject({ title: '测试医院医疗费用结算单 SFGZ2026030200001' });
    await press(get('button', '下一位'), 'Escape');
    expect(text()).toContain('请从左侧选择一张处方');
  });

  it('the queue goes on beyond its first page, with a prescription in hand that stays in hand', async () => {
    const waiting = Array.from({ length: 200 }, (_, n) => queueRow({ dpId: `rx-${n + 1}`, patientName: `患者${n + 1}` }));
    const { get, all, click, context, text, until } = await open();
    context.http.answer(routes.patientList, ({ query }: { query?: { pageSize?: number } }) => ({
      ...pageOf(waiting.slice(0, query?.pageSize)),
      pagination: { currentPage: 1, pageIndex: 1, pageSize: query?.pageSize ?? 0, total: 200 },
    }));
    await click(get('button', '刷新'));
    await until(() => text().includes('共 200 张待收费'));
    await click(get('button', /患者1男/));
    await click(get('button', '还有 150 张，继续显示'));
    await until(() => all('button', /^患者/).length === 150);
    await click(get('button', '还有 50 张，继续显示'));
    await until(() => all('button', /^患者/).length === 200);
    expect([text().includes('继续显示'), get('button', /患者1男/).getAttribute('aria-current')]).toEqual([false, 'true']);
    expect(context.http.callsOf(routes.selfPayPreview)).toHaveLength(1);
  });

  it('Alt with a digit moves the whole amount to another way', async () => {
    const { get, click, press } = await open();
    await click(get('button', /赵一/));
    await press(get('textbox', '实收'), '2', { altKey: true, code: 'Digit2' });
    expect((get('textbox', '微信金额') as HTMLInputElement).value).toBe('80.50');
    expect((get('textbox', '现金金额') as HTMLInputElement).value).toBe('');
  });

  it('[M5] shows a refusal where the cashier looks, and reads again', async () => {
    const { get, click, context, text, settle } = await open();
    await click(get('button', /赵一/));
    context.http.refuse(routes.selfPay, { error: 'charging.stale', code: 409, message: '处方刚刚被修改过' });
    await click(get('button', '确认收费'));
    await settle();
    expect(text()).toContain('处方刚刚被修改过');
    const before = context.http.callsOf(routes.selfPayPreview).length;
    await click(get('button', '重新读取'));
    expect(context.http.callsOf(routes.selfPayPreview)).toHaveLength(before + 1);
    expect(text()).not.toContain('处方刚刚被修改过');
  });

  it('names a price that changed and does not let charge', async () => {
    const { get, click, context, text } = await open();
    context.http.answer(routes.selfPayPreview, preview({ priceChanges: [{ detailId: 'd1', drugName: '骨化三醇软胶囊', was: 38.5, now: 40 }] }));
    await click(get('button', /赵一/));
    expect(text()).toContain('“骨化三醇软胶囊”的单价已由 ¥38.5 调整为 ¥40');
    expect(get('button', '确认收费').hasAttribute('disabled')).toBe(true);
  });

  it('what the pharmacy has to review first says so in the queue and in hand, and neither patient nor insurer is asked to pay', async () => {
    const { get, find, click, context, text } = await open();
    const barred = queueRow({ reimWay: '0', chargeBar: 'not-reviewed' });
    context.http.answer(routes.patientList, pageOf([barred]));
    context.http.answer(routes.selfPayPreview, preview({ reimWay: '0', prescriptions: [barred] }));
    await click(get('button', '刷新'));
    expect(get('button', /赵一/).textContent).toContain('待审方');
    await click(get('button', /赵一/));
    expect(text()).toContain('处方 CF202603020001 尚未审方');
    expect(get('button', '确认收费').hasAttribute('disabled')).toBe(true);
    context.http.answer(routes.selfPayPreview, preview({ prescriptions: [{ ...barred, dpId: 'rx-9', reimWay: '310' }] }));
    await click(get('button', '刷新'));
    expect(find('button', '确认收费')).toBeUndefined();
    expect(text()).not.toContain('自费收取');
  });

  it('[6-05] whoever may not charge sees bills only, and no refund button', async () => {
    const { find, text, context } = await open({ grants: ['his.charging', 'his.charging:btn_print'] });
    expect(find('tab', '待收费')).toBeUndefined();
    expect(text()).toContain('SFGZ2026030200001');
    expect(find('button', '退费')).toBeUndefined();
    expect(context.http.callsOf(routes.patientList)).toHaveLength(0);
  });

  it('[7.8-02] lists bills with sums, and refunds a part of one with a reason', async () => {
    const { get, find, all, click, type, context, text, settle, until } = await open();
    context.http.answer(routes.refundPreview, refundPreview());
    await click(get('tab', '账单'));
    await settle();
    expect(text()).toContain('净收入75.50');
    expect(all('button', '退费')).toHaveLength(1);
    await click(get('button', '退费'));
    const number = (await until(() => find('textbox', /骨化三醇软胶囊退几盒/))) as HTMLInputElement;
    // Everything that may go back is chosen; the injection was given and its line says so.
    expect(number.value).toBe('2');
    expect(text()).toContain('已全部退费');
    expect(get('button', '退费 ¥77.00').hasAttribute('disabled')).toBe(true);
    await type(number, '1');
    expect(text()).toContain('现金退回38.50');
    // More than the call takes cannot be typed.
    expect((get('textbox', '退费原因') as HTMLTextAreaElement).maxLength).toBe(MAX_REASON);
    await type(get('textbox', '退费原因'), '开错了');
    context.http.answer(routes.cancelBill, billRecord({ state: 'refund' }));
    await click(get('button', '退费 ¥38.50'));
    await settle();
    expect(context.http.callsOf(routes.cancelBill)[0]?.input.body).toEqual({
      chargeId: 'bill-1',
      reason: '开错了',
      lines: [{ detailId: 'd1', drugNum: 1 }],
      totalPrice: 38.5,
    });
    expect(context.http.callsOf(routes.cancelBill)[0]?.options.idempotencyKey).toBeTruthy();
    expect(context.http.callsOf(routes.bill).length).toBeGreaterThan(1);
  });

  it('[7.8-02] bills of an amount from here to there are listed and added up', async () => {
    const { get, find, click, type, press, context, settle } = await open();
    await click(get('tab', '账单'));
    await settle();
    const more = find('button', '展开');
    if (more) await click(more);
    const [low, high] = [get('spinbutton', '账单金额 最小值'), get('spinbutton', '账单金额 最大值')];
    await type(low, '515.5');
    await type(high, '38');
    await press(high, 'Enter');
    const last = (route: typeof routes.bill | typeof routes.billTotal) => context.http.callsOf(route).at(-1)?.input.query as Readonly<Record<string, unknown>>;
    expect(last(routes.bill)).toMatchObject({ totalFrom: 38, totalTo: 515.5, currentPage: 1 });
    expect(last(routes.bill)).not.toHaveProperty('amount');
    expect(last(routes.billTotal)).toMatchObject({ totalFrom: 38, totalTo: 515.5 });
  });

  it('[7.8-02] paid in several ways: the newest gives back first, or the cashier chooses and the others bring the rest', async () => {
    const { get, find, click, type, context, text, settle, until } = await open({ grants: ['his.charging', 'his.charging:btn_cancel'] });
    const ways = [
      { payWay: 'cash', payWayName: '现金', paid: 50, refunded: 0 },
      { payWay: 'card', payWayName: '银行卡', paid: 3.5, refunded: 3.5 },
      { payWay: 'wechat', payWayName: '微信', paid: 27, refunded: 0 },
    ];
    context.http.answer(routes.refundPreview, refundPreview({ ways }));
    await settle();
    await click(get('button', '退费'));
    await until(() => find('textbox', '微信退回'));
    const shown = () => ['现金退回', '微信退回'].map((name) => (get('textbox', name) as HTMLInputElement).value);
    expect(shown()).toEqual(['50.00', '27.00']);
    expect(find('textbox', '银行卡退回')).toBeUndefined();
    await type(get('textbox', /骨化三醇软胶囊退几盒/), '1');
    expect(shown()).toEqual(['11.50', '27.00']);
    await type(get('textbox', '微信退回'), '30');
    expect(text()).toContain('“微信”最多还能退 ¥27.00');
    await type(get('textbox', '退费原因'), '停药');
    expect(get('button', '退费 ¥38.50').hasAttribute('disabled')).toBe(true);
    await type(get('textbox', '现金退回'), '38.5');
    expect(shown()).toEqual(['38.5', '0.00']);
    context.http.answer(routes.cancelBill, billRecord({ state: 'refund' }));
    await click(get('button', '退费 ¥38.50'));
    await settle();
    expect(context.http.callsOf(routes.cancelBill)[0]?.input.body).toMatchObject({ totalPrice: 38.5, ways: [{ payWay: 'cash', amount: 38.5 }] });
  });

  it('refuses more than may go back in a sentence, and keeps the act after a lost answer', async () => {
    const { get, find, click, type, context, text, settle, until } = await open({ grants: ['his.charging', 'his.charging:btn_cancel'] });
    context.http.answer(routes.refundPreview, refundPreview());
    await settle();
    await click(get('button', '退费'));
    const number = (await until(() => find('textbox', /骨化三醇软胶囊退几盒/))) as HTMLInputElement;
    await type(number, '3');
    expect(text()).toContain('最多还能退 2 盒');
    await type(number, '2');
    await type(get('textbox', '退费原因'), '停药');
    context.http.refuse(routes.cancelBill, { error: 'network', code: 0, message: 'x' });
    await click(get('button', '退费 ¥77.00'));
    await settle();
    expect(text()).toContain('不会重复退费');
    await click(get('button', '退费 ¥77.00'));
    await settle();
    const keys = context.http.callsOf(routes.cancelBill).map((call) => call.options.idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('a bill shows its refunds and what is left', async () => {
    const { all, click, context, text, settle } = await open({ grants: ['his.charging'] });
    const refunds = [
      { chargeId: 'bill-9', billNo: 'TFGZ9', totalPrice: -38.5, chargeTime: Date.parse('2026-03-02T03:00:00Z'), cashierName: '收费员甲', reason: '停药' },
    ];
    context.http.answer(routes.chargeDetail, { list: [billRecord({ state: 'partly', totalPrice: 768.42, refundedPrice: 400, refunds })] });
    await settle();
    await click(all('button', '查看')[0] as HTMLElement);
    await settle();
    expect(text()).toContain('退费记录');
    expect(text()).toContain('TFGZ9');
    expect(text()).toContain('退费后余额368.42');
    expect(text()).not.toContain('数据权限');
  });

  it('[6-02] hidden refunds are shown as an amount alone, and what is left goes by them', async () => {
    const { all, click, context, text, settle } = await open({ grants: ['his.charging'] });
    const bill = { state: 'partly', totalPrice: 768.42, refundedPrice: 400, hiddenRefundPrice: -400, refunds: [], counterBillNo: '＊＊' } as const;
    context.http.answer(routes.chargeDetail, { list: [billRecord({ ...bill, refunds: [] })] });
    await settle();
    await click(all('button', '查看')[0] as HTMLElement);
    await settle();
    expect(text()).toContain('其他退费（不在您的数据权限内）-400.00');
    expect(text()).toContain('退费后余额368.42');
  });

  it('a drawer with bills from before the clock was set back says so, and can be closed', async () => {
    const { get, text, click, context } = await open({ grants: ['his.charging', 'his.charging:btn_shift'] });
    context.http.answer(shiftContract.routes.takings, takings({ ahead: { bills: 2, until: Date.parse('2026-03-02T02:42:00Z') } }));
    context.http.answer(shiftContract.routes.list, pageOf([]));
    await click(get('tab', '交班'));
    expect(text()).toContain('时钟曾被调回：有 2 笔单据的时间晚于现在（最晚 2026-03-02 10:42）');
    expect(text()).not.toContain('没有收费或退费');
    expect(get('button', '确认交班')).toBeTruthy();
  });

  it('closes a shift: counted cash, the difference explained, the frozen record visible', async () => {
    const { get, click, type, context, text, settle } = await open({ grants: ['his.charging', 'his.charging:btn_shift', 'his.charging:btn_print'] });
    context.http.answer(shiftContract.routes.takings, takings());
    context.http.answer(shiftContract.routes.list, pageOf([]));
    await click(get('tab', '交班'));
    await settle();
    expect(text()).toContain('SFGZ1 – SFGZ3');
    expect(get('button', '确认交班').hasAttribute('disabled')).toBe(true);
    await type(get('textbox', '实点现金'), '100');
    expect(text()).toContain('短款');
    expect(get('button', '确认交班').hasAttribute('disabled')).toBe(true);
    await type(get('textbox', '差额说明'), '零头抹去');
    context.http.answer(shiftContract.routes.close, shiftRecord());
    await click(get('button', '确认交班'));
    await settle();
    expect(context.http.callsOf(shiftContract.routes.close)[0]?.input.body).toEqual({
      billCount: 4,
      cashExpected: 100.5,
      cashCounted: 100,
      reason: '零头抹去',
    });
    expect(text()).toContain('JB202603020001');
    context.http.answer(shiftContract.routes.detail, shiftRecord());
    await click(get('button', '打印交班单'));
    await settle();
    expect(context.record.prints[0]?.html).toContain('测试血透中心收费交班单');
  });

  it('[7.8-03] shows patients with bills and one account; days lead to their bills', async () => {
    const { get, click, context, text, settle } = await open({ grants: ['his.charging'] });
    context.http.answer(routes.patients, { ...pageOf([patientRow()]), searchedBackTo: null });
    context.http.answer(accountContract.routes.patientDetail, account());
    context.http.answer(accountContract.routes.days, pageOf([chargeDay()]));
    await click(get('tab', '患者账目'));
    await settle();
    expect(context.http.callsOf(routes.patients)[0]?.input.query).toMatchObject({ scope: 'charged' });
    await click(get('button', '账目'));
    await settle();
    expect(text()).toContain('骨化三醇软胶囊');
    await click(get('tab', '日收费'));
    await settle();
    await click(get('button', '看账单'));
    await settle();
    expect(context.http.callsOf(routes.bill).at(-1)?.input.query).toMatchObject({ startDate: '2026-03-02', endDate: '2026-03-02' });
  });
});

describe('[7.8-07] insured patients at the desk', () => {
  /** What an insurance plugin draws into the desk's point, in the shell's place. */
  const withInsurer = (Desk: typeof Page): ComponentType<PageProps> =>
    function Insured(props) {
      const renderSlot: SlotRenderer = (point, slot, fallback) =>
        point === 'charging/settle-actions@1' ? <button type="button">{`医保 ${String(slot.totalPrice)}`}</button> : fallback;
      return (
        <SlotRendererProvider value={renderSlot}>
          <Desk {...props} />
        </SlotRendererProvider>
      );
    };

  it('the insurer comes first; self-pay only when somebody says so, and there is a way back', async () => {
    const asked: string[] = [];
    let answer = false;
    const confirms = (content: string) => {
      asked.push(content);
      return answer;
    };
    const { get, find, click, text } = await open({ confirms }, withInsurer(Page));
    await click(get('button', /赵一/));
    expect(get('button', '医保 80.5')).toBeTruthy();
    expect(text()).toContain('请先与医保结算');
    expect(find('button', '确认收费')).toBeUndefined();
    await click(get('button', '不用医保，改为自费收费'));
    expect(asked).toEqual([expect.stringContaining('赵一是职工医保患者')]);
    expect(find('button', '确认收费')).toBeUndefined();
    answer = true;
    await click(get('button', '不用医保，改为自费收费'));
    expect(get('button', '确认收费')).toBeTruthy();
    expect(document.activeElement).toBe(get('textbox', '实收'));
    await click(get('button', '改回医保结算'));
    expect(find('button', '确认收费')).toBeUndefined();
    await click(get('button', '不用医保，改为自费收费'));
    await click(get('button', /钱二/));
    expect(find('button', '确认收费')).toBeUndefined();
  });

  it('without an insurance plugin the desk says so and charges self-pay; who is not insured is not asked', async () => {
    const { get, find, click, text, context } = await open();
    await click(get('button', /赵一/));
    expect(text()).toContain('医保插件未启用');
    expect(get('button', '确认收费')).toBeTruthy();
    context.http.answer(routes.selfPayPreview, preview({ reimWay: '0' }));
    await click(get('button', /钱二/));
    expect(text()).not.toContain('医保插件未启用');
    expect(find('button', '不用医保，改为自费收费')).toBeUndefined();
  });

  it('[7.3] of a bill that an insurer settled lines are chosen like any others; who settles with him does the rest', async () => {
    const { get, find, click, context, text, settle } = await open();
    context.http.answer(routes.refundPreview, refundPreview({ insurer: 'settled', setlId: 'SIM-S1' }));
    await click(get('tab', '账单'));
    await settle();
    await click(get('button', '退费'));
    await settle();
    expect(text()).toContain('结算号 SIM-S1');
    expect(text()).toContain('整单退费');
    expect(get('textbox', '退费原因')).toBeTruthy();
    expect(find('button', /^退费 ¥/)).toBeUndefined();
  });

  it('[7.3] with the insurer’s plugin off nothing of his bills goes back', async () => {
    const { get, find, click, context, text, settle } = await open();
    context.http.answer(routes.refundPreview, refundPreview({ insurer: 'off', setlId: '' }));
    await click(get('tab', '账单'));
    await settle();
    await click(get('button', '退费'));
    await settle();
    expect(text()).toContain('医保插件未启用');
    expect(find('textbox', '退费原因')).toBeUndefined();
  });
});
