import { createFakeMenu, createFakeWebContext, type FakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chargeContract, monthContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { pageOf, ways } from '../charging.fixture.ts';
import { book, dryRun, item, patientRow, readySheet, run, sheet, totals } from './month.fixture.ts';
import { MonthTab } from './month.tab.tsx';

const { routes } = monthContract;
let page: RenderedPage | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T02:00:00Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}, prepare?: (http: FakeWebContext['http']) => void): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(routes.books, { list: [book()] });
  http.answer(routes.patientList, { ...pageOf([patientRow(), patientRow({ patientId: 'pat-2', patientName: '钱二', state: 'ready' })]), totals: totals() });
  http.answer(routes.sheet, sheet());
  http.answer(chargeContract.routes.chargeWay, { list: ways });
  http.answer(routes.runs, { list: [] });
  http.answer(routes.letGoInsured, null);
  prepare?.(http);
  page = await renderPage(MonthTab, { context, menu: createFakeMenu({ enCode: 'his.charging' }) });
  return page;
}

describe('[3-15] [7.8-01] month tab', () => {
  it('shows patients with states left and one month right: sums, calendar, table by day and category, obstacles', async () => {
    const { get, all, click, text, context } = await open();
    expect(context.http.callsOf(routes.patientList)[0]?.input.query).toMatchObject({ month: '2026-03', orgId: 'org-gz' });
    expect(text()).toContain('待记账 1');
    await click(get('button', /赵一/));
    expect(text()).toContain('月结前需处理 1 项');
    expect(text()).toContain('处方 CF202603040001 尚未记账');
    expect(get('button', /2026-03-02：620\.00 元，1 张处方$/)).toBeTruthy();
    expect(all('button', /张处方$/)).toHaveLength(31);
    expect(get('button', '自费月结').hasAttribute('disabled')).toBe(true);
    await click(get('button', /2026-03-04：180\.00 元，1 张处方$/));
    expect(text()).not.toContain('CF202603020001');
  });

  it('without the facilities says so and tries again; without the ways of paying the month is shown', async () => {
    const refused = () => Promise.reject(new ApiError({ code: 503, error: 'core.unavailable', message: '' }));
    const { get, find, click, context, until } = await open({}, (http) => {
      http.answer(routes.books, refused);
      http.answer(chargeContract.routes.chargeWay, refused);
    });
    expect(find('button', /赵一/)).toBeUndefined();
    context.http.answer(routes.books, { list: [book()] });
    await click(get('button', '重试'));
    await until(() => find('button', /赵一/));
  });

  it('every amount says how it came about', async () => {
    const { get, all, click, text } = await open();
    await click(get('button', /赵一/));
    const amounts = all('button', /400\.00/);
    await click(amounts[0] as HTMLElement);
    expect(text()).toContain('2026-03-02 的治疗：单价 × 数量，四舍五入到分');
    expect(text()).toContain('血液透析 400.00 × 1 次');
    await click(all('button', /¥?800\.00/).at(-1) as HTMLElement);
    expect(text()).toContain('整月合计 = 记账 + 待记账 + 结算中 + 已结');
  });

  it('puts on the account, says what was left, and settles with a payment', async () => {
    const { get, click, text, context, settle } = await open();
    const { http } = context;
    await click(get('button', /赵一/));
    http.answer(routes.record, {
      taken: [{ dpId: 'rx-2', dpNumber: 'CF202603040001', totalPrice: 180 }],
      left: [{ dpId: 'rx-3', dpNumber: 'CF7', totalPrice: 10, reason: 'unconfirmed' }],
    });
    http.answer(routes.sheet, readySheet());
    await click(get('button', '记账'));
    await settle();
    expect(text()).toContain('已记账 1 张');
    expect(text()).toContain('CF7（未确认）');
    http.answer(routes.settleSelfPay, { chargeId: 'b1', billNo: 'SFGZ1', patientName: '赵一', totalPrice: 620, change: 0, payments: [], prescriptionCount: 1 });
    await click(get('button', '自费月结'));
    await click(get('button', '确认结算'));
    await settle();
    expect(http.callsOf(routes.settleSelfPay)[0]?.input.body).toEqual({
      patientId: 'pat-1',
      month: '2026-03',
      fingerprint: 'fingerprint-1',
      totalPrice: 620,
      payments: [{ payWay: 'cash', amount: 620 }],
    });
  });

  describe('through the insurer', () => {
    const rehearsal = { totalPrice: 620, fundPay: 500, accountPay: 99.5, hospitalPay: 0, selfPay: 20.5, exact: true };
    async function asked(answer: () => void) {
      const drawn = await open();
      const { http } = drawn.context;
      http.answer(routes.sheet, readySheet());
      await drawn.click(drawn.get('button', /赵一/));
      answer();
      await drawn.click(drawn.get('button', '医保月结'));
      await drawn.settle();
      return drawn;
    }

    it('one press settles nothing: it shows who pays what, asks how, and is titled by the patient', async () => {
      const { get, click, type, text, context, settle } = await asked(() => page?.context.http.answer(routes.rehearseInsured, rehearsal));
      const { http } = context;
      expect(http.callsOf(routes.settleInsured)).toEqual([]);
      expect(text()).toContain('赵一 2026-03 医保月结');
      for (const words of ['统筹基金支付500.00', '个人账户支付99.50', '个人自付¥20.50', '尚未结算']) expect(text()).toContain(words);
      expect(text()).not.toContain('医院负担');
      await click(get('radio', '银行卡'));
      const reference = get('textbox', '流水号');
      const confirm = () => get('button', '确认结算，收取自付 ¥20.50');
      expect(confirm().hasAttribute('disabled')).toBe(true);
      await type(reference, 'SIM-POS-1');
      http.answer(routes.settleInsured, run({ patientId: 'pat-1', total: 1 }));
      http.answer(routes.run, run({ patientId: 'pat-1', state: 'done', waiting: 0, done: 1, total: 1, donePrice: 620 }));
      http.answer(routes.runItems, pageOf([item({ state: 'done', billNo: 'SFGZ7', chargeId: 'b7' })]));
      const readBefore = http.callsOf(routes.sheet).length;
      await click(confirm());
      await settle();
      // The run had ended before it was looked at; the month is read again all the same.
      expect(http.callsOf(routes.sheet)).toHaveLength(readBefore + 1);
      expect(http.callsOf(routes.settleInsured)[0]?.input.body).toEqual({
        patientId: 'pat-1',
        month: '2026-03',
        fingerprint: 'fingerprint-1',
        payWay: 'card',
        reference: 'SIM-POS-1',
      });
      expect(text()).toContain('SFGZ7');
      expect(text()).not.toContain('全中心月结 2026-03');
    });

    it('a run that cannot be looked at says why, and the month is read again', async () => {
      const { get, click, context, settle } = await asked(() => page?.context.http.answer(routes.rehearseInsured, rehearsal));
      const { http } = context;
      http.answer(routes.settleInsured, run({ patientId: 'pat-1', total: 1 }));
      http.answer(routes.runItems, pageOf([]));
      http.refuse(routes.run, { error: 'core.database-busy', code: 503, message: '网络不通' });
      const readBefore = http.callsOf(routes.sheet).length;
      await click(get('button', /^确认结算/));
      await settle();
      expect(context.record.toasts).toContainEqual({ kind: 'error', text: '网络不通' });
      expect(http.callsOf(routes.sheet)).toHaveLength(readBefore + 1);
    });

    it('closed without settling, what was worked out is let go', async () => {
      const { get, click, context, settle } = await asked(() => page?.context.http.answer(routes.rehearseInsured, rehearsal));
      await click(get('button', 'Close dialog'));
      await settle();
      expect(context.http.callsOf(routes.letGoInsured)[0]?.input.body).toEqual({ patientId: 'pat-1', month: '2026-03' });
      expect(context.http.callsOf(routes.settleInsured)).toEqual([]);
    });

    const refusal = new ApiError({ code: 503, error: 'core.unavailable', message: '' });
    for (const [ends, end] of [
      ['is done', (resolve: (nothing: null) => void) => resolve(null)],
      ['has failed', (_: unknown, reject: (error: Error) => void) => reject(refusal)],
    ] as const)
      it(`closed and asked again at once, the insurer is asked only when letting go ${ends}`, async () => {
        const { get, click, context, settle } = await asked(() => page?.context.http.answer(routes.rehearseInsured, rehearsal));
        const { http } = context;
        let letGo = (): void => undefined;
        http.answer(
          routes.letGoInsured,
          () =>
            new Promise<null>((resolve, reject) => {
              letGo = () => end(resolve, reject);
            }),
        );
        await click(get('button', 'Close dialog'));
        await click(get('button', '医保月结'));
        await settle();
        expect(http.callsOf(routes.rehearseInsured)).toHaveLength(1);
        letGo();
        await settle();
        expect(http.callsOf(routes.rehearseInsured)).toHaveLength(2);
        expect(get('button', '确认结算，收取自付 ¥20.50')).toBeTruthy();
      });

    it('a refusal stands in the dialog in the insurer’s words, and can be tried again', async () => {
      const { get, click, text, context, settle } = await asked(() =>
        page?.context.http.refuse(routes.rehearseInsured, { error: 'charging.insurer-refused', code: 400, message: '待遇未生效' }),
      );
      expect(text()).toContain('待遇未生效');
      context.http.answer(routes.rehearseInsured, { ...rehearsal, selfPay: 0, fundPay: 520.5, exact: false });
      await click(get('button', '重新试算'));
      await settle();
      expect(get('button', '确认结算，无需自付').hasAttribute('disabled')).toBe(false);
      expect(text()).toContain('逐次试算相加的估计');
    });

    it('paid by the patient alone, the dialog says so and what the insurer worked out is let go first', async () => {
      const { get, click, text, context, settle } = await open();
      context.http.answer(routes.sheet, readySheet());
      await click(get('button', /赵一/));
      await click(get('button', '自费月结'));
      await settle();
      expect(text()).toContain('医保患者，将按自费结算');
      expect(context.http.callsOf(routes.letGoInsured)).toHaveLength(1);
    });
  });

  it('a chip narrows the list; another month asks for everything anew', async () => {
    const { get, click, context, settle } = await open();
    await click(get('button', '可月结 1'));
    expect(context.http.callsOf(routes.patientList).at(-1)?.input.query).toMatchObject({ state: 'ready' });
    await click(get('button', '上个月'));
    await settle();
    const last = context.http.callsOf(routes.patientList).at(-1)?.input.query;
    expect(last).toMatchObject({ month: '2026-02' });
    expect(last).not.toMatchObject({ state: 'ready' });
    expect(context.http.callsOf(routes.books).at(-1)?.input.query).toEqual({ month: '2026-02' });
  });

  it('asks the insurer about filings that nobody knows, says who could not be asked about, and checks again', async () => {
    const { get, find, click, text, context, settle } = await open();
    const { http } = context;
    const unasked = { key: 'filing-unasked', params: { disease: '透析' } };
    const blocker = { kind: 'insurer' as const, level: 'warn' as const, dpId: '', dpNumber: '', name: '', was: null, now: null, insurer: unasked };
    const found = dryRun();
    http.answer(routes.hospMonth, { dryRun: { ...found, patients: found.patients.map((one) => ({ ...one, blockers: [blocker] })) }, run: null });
    await click(get('button', '全中心月结'));
    await settle();
    expect(text()).toContain('尚未向医保查询“透析”备案');
    http.answer(routes.askInsurer, { asked: 1, refused: [{ patientId: 'pat-2', reason: '人员信息不存在' }] });
    http.answer(routes.hospMonth, { dryRun: found, run: null });
    await click(get('button', '向医保查询'));
    await settle();
    expect(http.callsOf(routes.askInsurer).map((one) => one.input.body)).toEqual([{ orgId: 'org-gz', patientIds: found.patients.map((one) => one.patientId) }]);
    expect(http.callsOf(routes.hospMonth)).toHaveLength(2);
    expect(text()).toContain('1 名患者未能查询：人员信息不存在');
    expect(find('button', '向医保查询')).toBeUndefined();
  });

  it('dry run first, then the run it showed, progress, results, retry of those left', async () => {
    const { get, click, text, context, settle } = await open();
    const { http } = context;
    http.answer(routes.hospMonth, { dryRun: dryRun(), run: null });
    await click(get('button', '全中心月结'));
    await settle();
    expect(http.callsOf(routes.hospMonth)[0]?.input.body).toMatchObject({
      dryRun: true,
      // Where an insurer settles, the insured go through him and the others pay themselves.
      settleWay: 'insured',
      takeIn: true,
      month: '2026-03',
      orgId: 'org-gz',
    });
    expect(text()).toContain('处方 CF9 医生尚未确认');
    http.answer(routes.hospMonth, { dryRun: null, run: run() });
    http.answer(routes.run, run({ state: 'done', waiting: 0, done: 1, donePrice: 800 }));
    http.answer(
      routes.runItems,
      pageOf([
        item({ state: 'done', billNo: 'SFGZ7', chargeId: 'b7' }),
        item({
          patientId: 'pat-2',
          patientName: '钱二',
          state: 'skipped',
          error: 'charging.month-blocked-unconfirmed',
          errorParams: { dpNumber: 'CF9', count: 1 },
        }),
      ]),
    );
    const readBefore = http.callsOf(routes.patientList).length;
    await click(get('button', '开始月结 1 人，¥800.00'));
    await settle();
    // It had ended before anybody looked: the list behind the dialog reads it all the same.
    expect(http.callsOf(routes.patientList)).toHaveLength(readBefore + 1);
    expect(http.callsOf(routes.hospMonth)[1]?.input.body).toMatchObject({ dryRun: false, fingerprint: 'fingerprint-of-run' });
    expect(http.callsOf(routes.hospMonth)[1]?.options.idempotencyKey).toBeTruthy();
    expect(text()).toContain('已处理 2 / 2');
    expect(text()).toContain('SFGZ7');
    expect(text()).toContain('处方 CF9 医生尚未确认，不能月结');
    http.answer(routes.hospMonth, { dryRun: dryRun(), run: null });
    await click(get('button', '重试未成功的 1 人'));
    await settle();
    expect(http.callsOf(routes.hospMonth).at(-1)?.input.body).toMatchObject({ dryRun: true, patientIds: ['pat-2'] });
  });

  it('an earlier run can be looked at again', async () => {
    const { get, click, text, context, settle } = await open();
    const { http } = context;
    http.answer(routes.runs, { list: [run({ state: 'done', waiting: 0, done: 1, donePrice: 800 })] });
    http.answer(routes.hospMonth, { dryRun: dryRun(), run: null });
    http.answer(routes.run, run({ state: 'done', waiting: 0, done: 1, donePrice: 800 }));
    http.answer(routes.runItems, pageOf([item({ state: 'done', billNo: 'SFGZ7', chargeId: 'b7' })]));
    await click(get('button', '全中心月结'));
    await settle();
    await click(get('button', /收费员甲 于/));
    await settle();
    expect(text()).toContain('SFGZ7');
  });

  it('something changed since the dry run: says so and lets check again', async () => {
    const { get, click, text, context, settle } = await open();
    context.http.answer(routes.hospMonth, { dryRun: dryRun(), run: null });
    await click(get('button', '全中心月结'));
    await settle();
    context.http.refuse(routes.hospMonth, { error: 'charging.month-changed', code: 409, message: '处方有变化' });
    await click(get('button', '开始月结 1 人，¥800.00'));
    await settle();
    expect(text()).toContain('处方有变化');
    expect(get('button', '试算')).toBeTruthy();
  });

  it('a stopped run can go on', async () => {
    const { get, click, context, settle } = await open();
    const { http } = context;
    http.answer(routes.books, { list: [book({ activeRunId: 'run-1' })] });
    http.answer(routes.run, run({ state: 'cancelled', waiting: 0, cancelled: 1 }));
    http.answer(routes.runItems, pageOf([item({ state: 'cancelled' })]));
    await click(get('button', '刷新'));
    await settle();
    await click(get('button', '月结进度'));
    await settle();
    http.answer(routes.resumeRun, run());
    http.answer(routes.run, run({ state: 'done', waiting: 0, done: 1 }));
    await click(get('button', '继续'));
    await settle();
    expect(http.callsOf(routes.resumeRun)).toHaveLength(1);
  });

  it('closes a month with a reason for what is left', async () => {
    const { get, all, click, type, context, text, settle, until } = await open();
    await click(get('button', '月份关账'));
    const reason = await until(() => document.querySelector('textarea'));
    expect(text()).toContain('还有 2 张处方未结，共 ¥800.00');
    context.http.answer(routes.close, book({ closed: true, closedBy: '管理员', leftCount: 2, leftPrice: 800, leaveReason: '等医保' }));
    await type(reason, '等医保');
    context.http.answer(routes.books, {
      list: [book({ closed: true, closedBy: '管理员', closeTime: Date.parse('2026-04-01T02:00:00Z'), leftCount: 2, leftPrice: 800, leaveReason: '等医保' })],
    });
    await click(all('button', '月份关账').at(-1) as HTMLElement);
    await settle();
    expect(context.http.callsOf(routes.close)[0]?.input.body).toEqual({ month: '2026-03', orgId: 'org-gz', leaveReason: '等医保' });
    expect(text()).toContain('遗留 2 张，¥800.00：等医保');
    expect(get('button', '重新开账')).toBeTruthy();
  });

  it('[6-05] whoever may not settle reads only', async () => {
    const { get, find, click } = await open({ grants: ['his.charging'] });
    await click(get('button', /赵一/));
    for (const name of ['记账', '自费月结', '全中心月结', '月份关账', '导出']) expect(find('button', name)).toBeUndefined();
  });
});
