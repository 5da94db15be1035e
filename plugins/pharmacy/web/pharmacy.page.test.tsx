import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type DispensingFinding, dispensingContract, stockContract } from '../contract/index.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { countInfo, countRow, finding, history, info, itemStock, lotRow, movementRow, pageOf, queueRow, receiptRow, share } from './pharmacy.fixture.ts';
import { Page } from './pharmacy.page.tsx';

const routes = { ...dispensingContract.routes, ...stockContract.routes };
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(routes.patientList, { ...pageOf([queueRow()]), counts: { review: 1, pick: 0, dispense: 0, rest: 0 } });
  http.answer(routes.detail, info());
  http.answer(routes.stock, {
    ...pageOf([lotRow(), lotRow({ lotId: 'lot-2', lotNo: 'SIM002', frozen: true, frozenReason: '抽检' })]),
    total: { lots: 2, expired: 0, near: 1, soon: 0, frozen: 1, costPrice: 3000 },
  });
  http.answer(routes.movement, { ...pageOf([movementRow()]), total: { received: 100, dispensed: 40, returned: 0, corrected: 0, net: 60 } });
  http.answer(routes.ledgerCheck, { lots: 12, movements: 340, faultList: [] });
  http.answer(routes.warnings, { low: 2, expired: 1, near: 3 });
  http.answer(routes.itemStock, pageOf([itemStock({ low: true, available: 5 })]));
  http.answer(routes.receipts, pageOf([receiptRow()]));
  http.answer(routes.counts, pageOf([countRow()]));
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

  it.each([
    ['nobody tested or asked', { infectedHistory: [], allergies: [], allergyState: '' as const }, ['未检测', '过敏： 未询问'], ['无（已询问）']],
    ['negative, and none', { infectedHistory: ['NEG'], allergies: [], allergyState: 'none' as const }, ['过敏： 无（已询问）'], ['未检测', '未询问']],
  ])('[B17] %s: said at the counter, and never alike', async (_, known, said, unsaid) => {
    const { get, click, text, context } = await open();
    context.http.answer(routes.detail, info(known));
    await click(get('button', /赵一/));
    for (const one of said) expect(text()).toContain(one);
    for (const one of unsaid) expect(text()).not.toContain(one);
  });

  it('the queue goes on beyond its first page; another stage begins with one page again', async () => {
    const waiting = Array.from({ length: 200 }, (_, n) => queueRow({ dpId: `rx-${n + 1}`, patientName: `患者${n + 1}` }));
    const { get, all, click, context, until } = await open();
    context.http.answer(routes.patientList, ({ query }: { query?: { pageSize?: number } }) => ({
      ...pageOf(waiting.slice(0, query?.pageSize)),
      pagination: { currentPage: 1, pageIndex: 1, pageSize: query?.pageSize ?? 0, total: 200 },
      counts: { review: 200, pick: 0, dispense: 0, rest: 0 },
    }));
    await click(get('button', '刷新'));
    await click(await until(() => get('button', '还有 150 张，继续显示')));
    await until(() => all('button', /^患者/).length === 150);
    await click(get('button', /^待审方/));
    await until(() => all('button', /^患者/).length === 50);
  });

  it('goes through review, pick and dispense with Ctrl+Enter', async () => {
    const { get, click, press, context, settle } = await open();
    await click(get('button', /赵一/));
    const steps = [
      info({ rxStatus: 2, version: 4, actionList: ['pick'] }),
      info({ rxStatus: 3, version: 5, actionList: ['unpick', 'dispense'], drugDetailList: [share({ allocationId: 'a1', open: 40 })] }),
      info({ rxStatus: 4, version: 6, actionList: ['return'], drugDetailList: [share({ allocationId: 'a1', taken: 40 })] }),
    ];
    context.http.answer(routes.updateState, () => steps.shift() ?? info());
    for (const name of ['查处方', '查药品', '查配伍禁忌', '查用药合理性']) {
      await press(document.activeElement ?? document.body, 'Enter', { ctrlKey: true });
      await settle();
      expect(context.http.callsOf(routes.updateState)).toHaveLength(0);
      await click(get('checkbox', new RegExp(`^${name}`)));
    }
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
    await click(get('tab', /^批次库存/));
    await settle();
    expect(document.querySelectorAll('tr.ph-lot-near')).toHaveLength(1);
    expect(document.querySelectorAll('tr.ph-lot-frozen')).toHaveLength(1);
    context.http.answer(routes.freeze, lotRow({ lotId: 'lot-2' }));
    await click(get('button', '解冻'));
    expect(context.http.callsOf(routes.freeze)[0]?.input).toEqual({ params: { id: 'lot-2' }, body: { frozen: false, reason: '', version: 2 } });
    await click(all('button', '台账')[0] as HTMLElement);
    await settle();
    expect(context.http.callsOf(routes.movement).at(-1)?.input.query).toMatchObject({ lotId: 'lot-1' });
    expect(text()).toContain('入库 100 − 发药 40 + 退药 0 + 调整 0 = 结存 60 粒');
    context.http.answer(routes.ledgerCheck, { lots: 12, movements: 340, faultList: [] });
    await click(get('button', '核对台账'));
    expect(text()).toContain('账实相符：12 个批次、340 笔流水全部对得上');
  });

  it('hands out a part, with the codes of its packs, by scanner alone', async () => {
    const { get, find, click, type, press, context, settle, text } = await open();
    const line = info().prescriptionDetailList[0];
    if (!line) throw new Error('no line');
    context.http.answer(
      routes.detail,
      info({
        rxStatus: 3,
        actionList: ['unpick', 'dispense'],
        prescriptionDetailList: [{ ...line, reservedNum: 40, traceRequired: true }],
        drugDetailList: [share({ allocationId: 'a1', quantity: 40, open: 40 })],
      }),
    );
    await click(get('button', /赵一/));
    expect(get('button', '发药').hasAttribute('disabled')).toBe(true);
    expect(text()).toContain('须扫 2 个追溯码，已扫 0 个');
    await click(get('button', '部分发药'));
    await type(get('textbox', '骨化三醇软胶囊 本次发出'), '20');
    const scan = async (code: string) => {
      await type(get('textbox', '扫描追溯码'), code);
      await press(get('textbox', '扫描追溯码'), 'Enter');
      await settle();
    };
    await scan('123');
    expect(text()).toContain('追溯码“123”不是 20 位数字');
    await scan('8'.repeat(20));
    expect(text()).toContain('1/1');
    context.http.answer(routes.updateState, info({ rxStatus: 5, version: 4, actionList: ['dispense', 'return'] }));
    await click(get('button', '发出所填数量'));
    expect(context.http.callsOf(routes.updateState)[0]?.input.body).toEqual({
      dpId: 'rx-1',
      version: 3,
      action: 'dispense',
      parts: [{ detailId: 'd1', quantity: 20 }],
      traces: [{ allocationId: 'a1', codes: ['8'.repeat(20)] }],
    });
    expect(find('textbox', '扫描追溯码')).toBeUndefined();
  });

  it('a return takes whole packs that may come back, and wants them looked at', async () => {
    const { get, click, type, context, text } = await open();
    context.http.answer(
      routes.detail,
      info({
        rxStatus: 4,
        actionList: ['return'],
        drugDetailList: [
          share({ allocationId: 'a1', taken: 40, returnable: 40 }),
          share({ allocationId: 'a2', detailId: 'd2', drugName: '人促红素', lotNo: 'SIM009', taken: 4, packSize: 1, returnBar: 'cold-chain' }),
        ],
      }),
    );
    await click(get('button', /赵一/));
    await click(get('button', '退药'));
    expect(text()).toContain('冷链药品，不可退');
    const send = () => document.querySelector<HTMLButtonElement>('form.ph-return button[type="submit"]');
    await type(get('textbox', '骨化三醇软胶囊 批号 SIM001 退回数量'), '30');
    expect(text()).toContain('只能整包装退回');
    await type(get('textbox', '骨化三醇软胶囊 批号 SIM001 退回数量'), '20');
    expect(send()?.disabled).toBe(true);
    await click(get('checkbox', /已检查/));
    context.http.answer(routes.updateState, info({ rxStatus: 6, version: 4, actionList: ['return'] }));
    const button = send();
    if (!button) throw new Error('no button');
    await click(button);
    expect(context.http.callsOf(routes.updateState)[0]?.input.body).toEqual({
      dpId: 'rx-1',
      version: 3,
      action: 'return',
      returns: [{ allocationId: 'a1', quantity: 20, returned: 0 }],
      intact: true,
    });
  });

  describe('safety checks', () => {
    const ready = (findingList: DispensingFinding[]) =>
      info({ rxStatus: 3, actionList: ['unpick', 'dispense'], findingList, drugDetailList: [share({ allocationId: 'a1', open: 40 })] });

    it('what stops cannot be argued away, and says what to do', async () => {
      const { get, find, click, context, text } = await open();
      context.http.answer(routes.detail, ready([finding({ level: 'block', code: 'allergy', text: '患者对“骨化三醇”过敏' })]));
      await click(get('button', /赵一/));
      expect(text()).toContain('禁止患者对“骨化三醇”过敏');
      expect(text()).toContain('此提示不能以理由放行');
      expect(get('button', '发药').hasAttribute('disabled')).toBe(true);
      expect(find('textbox', /继续的理由/)).toBeUndefined();
    });

    it('shows the doctor’s reason and asks for none; a note needs none', async () => {
      const { get, find, click, context, text } = await open();
      const override = { id: 'o1', key: 'k1', code: 'interaction' as const, params: {}, reason: '已监测血钾', stage: 'confirm' as const };
      context.http.answer(
        routes.detail,
        ready([finding({ override: { ...override, userName: '林医生', creatorTime: 0 } }), finding({ key: 'k2', level: 'info', text: '用药前须做皮试。' })]),
      );
      await click(get('button', /赵一/));
      expect(text()).toContain('医生林医生已说明：已监测血钾');
      expect(text()).toContain('提示用药前须做皮试。');
      expect(find('textbox', /继续的理由/)).toBeUndefined();
      expect(get('button', '发药').hasAttribute('disabled')).toBe(false);
    });

    it('a new case needs a reason of its own, which goes with the act', async () => {
      const { get, click, type, press, context } = await open();
      context.http.answer(routes.detail, ready([finding()]));
      await click(get('button', /赵一/));
      expect(get('button', '发药').hasAttribute('disabled')).toBe(true);
      await press(document.activeElement ?? document.body, 'Enter', { ctrlKey: true });
      expect(document.activeElement).toBe(get('textbox', /继续的理由/));
      await type(get('textbox', /继续的理由/), ' 已与医生核对 ');
      context.http.answer(routes.updateState, info({ rxStatus: 4, version: 4, actionList: ['return'] }));
      await click(get('button', '发药'));
      expect(context.http.callsOf(routes.updateState)[0]?.input.body).toEqual({
        dpId: 'rx-1',
        version: 3,
        action: 'dispense',
        overrides: [{ key: 'k1', reason: '已与医生核对' }],
      });
    });

    it('what was found meanwhile appears beside the refusal', async () => {
      const { get, click, context, settle, text } = await open();
      context.http.answer(routes.detail, ready([]));
      await click(get('button', /赵一/));
      context.http.answer(routes.detail, ready([finding()]));
      context.http.refuse(routes.updateState, { error: 'prescription.needs-reason', code: 400, message: '须填写理由后才能继续' });
      await click(get('button', '发药'));
      await settle();
      expect(text()).toContain('须填写理由后才能继续');
      expect(get('textbox', /继续的理由/)).toBeDefined();
    });
  });

  it('a shortage offers to pick what there is', async () => {
    const { get, click, context } = await open();
    context.http.answer(
      routes.detail,
      info({ rxStatus: 2, actionList: ['pick'], shortageList: [{ detailId: 'd1', drugName: '骨化三醇软胶囊', missing: 20, unit: '粒' }] }),
    );
    await click(get('button', /赵一/));
    expect(get('button', /^配药/).hasAttribute('disabled')).toBe(true);
    context.http.answer(routes.updateState, info({ rxStatus: 3, version: 4, actionList: ['unpick', 'dispense'] }));
    await click(get('button', '先配现有库存'));
    expect(context.http.callsOf(routes.updateState)[0]?.input.body).toMatchObject({ action: 'pick', partial: true });
  });

  it('the tabs count what needs a look; an item shows its history and its settings', async () => {
    const { get, click, context, text, settle, type, press } = await open();
    await settle();
    expect(get('tab', /品种库存/).textContent).toContain('2');
    expect(get('tab', /批次库存/).textContent).toContain('4');
    await click(get('tab', /品种库存/));
    await settle();
    expect(document.querySelectorAll('tr.ph-item-low')).toHaveLength(1);
    context.http.answer(routes.itemHistory, history());
    await click(get('button', '库存走势'));
    await settle();
    expect(text()).toContain('期初 100 + 入 40 − 出 30 + 调整 -5 = 现存 105 粒');
    await press(document.body, 'Escape');
    await settle();
    await click(get('button', '设置'));
    await settle();
    await type(get('textbox', '库存下限'), '60');
    context.http.answer(routes.setItem, itemStock());
    await click(get('button', '保存'));
    expect(context.http.callsOf(routes.setItem)[0]?.input).toEqual({ params: { id: 'drug-1' }, body: { minimum: 60, traceRequired: false, version: 1 } });
  });

  it('items of which so much is left are found', async () => {
    const { get, find, click, type, press, context, settle } = await open();
    await click(get('tab', /品种库存/));
    await settle();
    const more = find('button', '展开');
    if (more) await click(more);
    const high = get('spinbutton', /^可用.* 最大值$/);
    await type(high, '10');
    await press(high, 'Enter');
    const asked = context.http.callsOf(routes.itemStock).at(-1)?.input.query;
    expect(asked).toMatchObject({ availableTo: 10, currentPage: 1 });
    expect(asked).not.toHaveProperty('available');
  });

  it('a count keeps each figure when the field is left and posts the differences after asking', async () => {
    const { get, click, context, text, settle, type, press } = await open();
    await click(get('tab', '盘点'));
    await settle();
    context.http.answer(routes.count, countInfo());
    await click(get('button', '打开'));
    await settle();
    context.http.answer(
      routes.saveCount,
      countInfo({
        version: 2,
        countedCount: 1,
        differenceCount: 1,
        lines: countInfo().lines.map((line) => ({ ...line, counted: 98, book: 100, difference: -2 })),
      }),
    );
    await type(get('textbox', /实盘数/), '98');
    await press(get('textbox', /实盘数/), 'Enter');
    await settle();
    expect(context.http.callsOf(routes.saveCount)[0]?.input).toEqual({
      params: { id: 'count-1' },
      body: { version: 1, lines: [{ lotId: 'lot-1', counted: 98 }] },
    });
    expect(text()).toContain('已盘 1/1，差异 1');
    context.http.answer(routes.closeCount, countInfo({ version: 3, state: 'posted' }));
    await click(get('button', '过账差异'));
    await settle();
    expect(context.http.callsOf(routes.closeCount)[0]?.input.body).toEqual({ post: true, version: 2 });
    expect(text()).toContain('已过账');
  });
});
