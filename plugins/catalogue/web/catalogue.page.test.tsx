import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogueContract } from '../contract/catalogue-maintenance.contract.ts';
import { catalogueProposalContract } from '../contract/catalogue-proposal.contract.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { entryRow, priceHistory, proposalRow, rowsOf } from './catalogue.fixture.ts';
import { Page } from './catalogue.page.tsx';

const { routes } = catalogueContract;
const { routes: proposals } = catalogueProposalContract;
const NO_WORDS = { categories: [], forms: [], makers: [], units: ['盒', '粒'], specimens: [], ingredients: ['骨化三醇'], allergyClasses: [] };
const PHARMACIST = ['his.catalogue', 'btn_drug', 'btn_material', 'btn_price', 'btn_adjust', 'btn_export'].map((code) =>
  code === 'his.catalogue' ? code : `his.catalogue:${code}`,
);
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(
    routes.entries,
    rowsOf([
      entryRow(),
      entryRow({ drugId: 'drug-2', drugName: '一个名称特别特别长的复方制剂软胶囊'.repeat(4), enableMark: 0, planned: null, packageCount: 0 }),
    ]),
  );
  http.answer(routes.words, NO_WORDS);
  http.answer(routes.prices, priceHistory);
  http.answer(proposals.list, rowsOf([proposalRow()]));
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.catalogue' }) });
  return page;
}
const dialogOf = (drawn: RenderedPage): HTMLElement => drawn.get('dialog');

describe('catalogue page', () => {
  it('shows price, planned price, stock and state of each entry', async () => {
    const { text } = await open();
    for (const part of ['骨化三醇软胶囊', '56.80', '2026-04-01 ¥60.50', '20 粒/盒', '136 盒', '启用', '停用']) expect(text()).toContain(part);
  });

  it('each list asks for its own entries, and the filter goes along', async () => {
    const { get, click, context, settle } = await open();
    await click(get('tab', '化验项目'));
    await settle();
    expect(context.http.callsOf(routes.entries).at(-1)?.input.query).toMatchObject({ group: 'lab', currentPage: 1, pageSize: 20 });
  });

  it('what costs from here to there is asked for in yuan, in whatever order it is given; the export finds the same', async () => {
    const { get, click, type, press, context } = await open();
    context.http.answer(routes.export, new File(['x'], 'list.xlsx') as never);
    await click(get('button', '展开'));
    const last = () => context.http.callsOf(routes.entries).at(-1)?.input.query as Readonly<Record<string, unknown>>;
    const [low, high] = [get('spinbutton', '单价 最小值'), get('spinbutton', '单价 最大值')];
    await type(low, '10.5');
    await press(low, 'Enter');
    expect(last()).toEqual({ group: 'drug', priceFrom: 10.5, currentPage: 1, pageSize: 20 });
    await type(high, '2');
    await press(high, 'Enter');
    expect(last()).toEqual({ group: 'drug', priceFrom: 2, priceTo: 10.5, currentPage: 1, pageSize: 20 });
    await click(get('button', '导出'));
    expect(context.http.callsOf(routes.export).at(-1)?.input.query).toEqual({ group: 'drug', priceFrom: 2, priceTo: 10.5 });
    await type(low, '');
    await type(high, '');
    await press(high, 'Enter');
    expect(last()).toEqual({ group: 'drug', currentPage: 1, pageSize: 20 });
  });

  it('the sentence under the units follows what is typed', async () => {
    const drawn = await open();
    const { all, click, type, get } = drawn;
    await click(all('button', '编辑')[0] as HTMLElement);
    expect(dialogOf(drawn).textContent).toContain('1 盒 = 20 粒');
    expect(dialogOf(drawn).textContent).toContain('1 粒 = 0.25 µg');
    expect(dialogOf(drawn).textContent).toContain('1 盒共 5 µg');
    expect(dialogOf(drawn).textContent).toContain('需 28 粒，取 2 盒，¥113.60');
    await type(get('textbox', /包装数量/), '30');
    expect(dialogOf(drawn).textContent).toContain('1 盒 = 30 粒');
    await type(get('textbox', /制剂含量/), '0.5');
    expect(dialogOf(drawn).textContent).toContain('1 盒共 15 µg');
  });

  it('a change goes with the version that was read; a refusal is told in the dialog', async () => {
    const drawn = await open();
    const { all, click, type, get, context, settle, text } = drawn;
    await click(all('button', '编辑')[0] as HTMLElement);
    await type(get('textbox', /^名称/), '骨化三醇胶丸');
    context.http.refuse(routes.update, { error: 'catalogue.stale', code: 409, message: '“骨化三醇”已被他人修改，请查看最新内容后再保存。' });
    await click(get('button', '保存'));
    await settle();
    expect(text()).toContain('已被他人修改');
    context.http.answer(routes.update, entryRow({ drugName: '骨化三醇胶丸', version: 4 }));
    await click(get('button', '保存'));
    await settle();
    const sent = context.http.callsOf(routes.update).at(-1)?.input;
    expect(sent).toMatchObject({
      params: { id: 'drug-1' },
      body: { drugName: '骨化三醇胶丸', version: 3, stockDmin: 20, dMin: 0.25, ingredients: ['骨化三醇'] },
    });
    expect(sent?.body).not.toHaveProperty('price');
  });

  it('what does not fit together is said at its field, before anything is sent', async () => {
    const drawn = await open();
    const { all, click, type, get, context, settle, text } = drawn;
    await click(all('button', '编辑')[0] as HTMLElement);
    await type(get('textbox', /计价单位/), '粒');
    await click(get('button', '保存'));
    await settle();
    expect(text()).toContain('计价单位与制剂单位相同时，包装数量必须为 1');
    expect(context.http.callsOf(routes.update)).toHaveLength(0);
  });

  it('a doctor reads: no buttons to change, prices without "new price"', async () => {
    const drawn = await open({ grants: ['his.catalogue'] });
    const { find, all, click, until, get } = drawn;
    for (const name of ['新增', '编辑', '导出', /批量调价/] as const) expect(find('button', name)).toBeUndefined();
    await click(all('button', '价格')[0] as HTMLElement);
    await until(() => find('table', '价格'));
    expect(get('dialog').textContent).toContain('¥56.80');
    expect(find('button', '新价格')).toBeUndefined();
    expect(find('button', '撤回')).toBeUndefined();
  });

  it('a new price goes with the newest one that was seen', async () => {
    const drawn = await open({ grants: PHARMACIST });
    const { find, all, click, until, get, type, context, settle } = drawn;
    await click(all('button', '价格')[0] as HTMLElement);
    await until(() => find('button', '新价格'));
    await click(get('button', '新价格'));
    context.http.answer(routes.addPrice, { ...priceHistory, price: 58 });
    expect((get('radio', /明天/) as HTMLInputElement).checked).toBe(true);
    await type(get('textbox', /新价格/), '58');
    await type(get('textbox', /原因/), '采购价变动');
    await click(get('button', '保存价格'));
    await settle();
    expect(context.http.callsOf(routes.addPrice)[0]?.input).toEqual({
      params: { id: 'drug-1' },
      body: { validFrom: '2026-03-03', price: 58, reason: '采购价变动', lastPriceId: 'p3' },
    });
  });

  it('today takes a choice of its own, and a price ten times as high says that it will wait', async () => {
    const waits = proposalRow({ state: 'waiting', mine: true });
    const drawn = await open({ grants: PHARMACIST });
    const { find, all, click, until, get, type, context, settle, text } = drawn;
    await click(all('button', '价格')[0] as HTMLElement);
    await until(() => find('button', '新价格'));
    await click(get('button', '新价格'));
    await click(get('radio', /今天/));
    await type(get('textbox', /新价格/), '568');
    expect(text()).toContain('与 ¥56.80 相差超过 30%');
    context.http.answer(routes.addPrice, {
      ...priceHistory,
      proposals: [waits, proposalRow({ proposalId: 'ask-0', state: 'refused', deciderName: '周药师', decidedAt: 1, decisionReason: '多打了一位' })],
    });
    await type(get('textbox', /原因/), '采购价变动');
    await click(get('button', '保存价格'));
    await settle();
    expect(context.http.callsOf(routes.addPrice)[0]?.input.body).toMatchObject({ validFrom: '2026-03-02', price: 568 });
    expect(text()).toContain('56.80 → 568.00，自 2026-03-03 起）待另一人确认');
    expect(text()).toContain('周药师 多打了一位');
  });

  it('the list of what waits stands beside the entries; somebody else reads all of it before it is confirmed', async () => {
    const drawn = await open({ grants: [...PHARMACIST, 'his.catalogue:btn_price_confirm'] });
    const { all, click, until, find, get, context, settle, text } = drawn;
    context.http.answer(proposals.list, rowsOf([proposalRow(), proposalRow({ proposalId: 'ask-2', mine: true, lineCount: 40 })]));
    context.http.answer(proposals.one, proposalRow());
    await click(get('tab', /待确认调价/));
    await until(() => find('button', '确认'));
    expect(text()).toContain('56.80 → 568.00 (+900.00%)');
    expect(text()).toContain('等 40 项');
    expect([all('button', '确认').length, all('button', '退回').length, all('button', '撤回').length]).toEqual([1, 1, 1]);
    await click(get('button', '确认'));
    await until(() => find('button', '确认生效'));
    expect(dialogOf(drawn).textContent).toContain('林药师 提交，原因：采购价变动');
    context.http.answer(proposals.confirm, proposalRow({ state: 'confirmed' }));
    await click(get('button', '确认生效'));
    await settle();
    expect(context.http.callsOf(proposals.confirm)[0]?.input).toEqual({ params: { id: 'ask-1' }, body: { validFrom: '2026-03-03' } });
    await click(get('button', '退回'));
    await until(() => find('textbox', /原因/));
    await click(all('button', '退回').at(-1) as HTMLElement);
    await settle();
    expect(context.http.callsOf(proposals.refuse)).toHaveLength(0);
  });

  it('many prices: nothing is sent before the preview was seen', async () => {
    const drawn = await open({ grants: PHARMACIST });
    const { find, click, until, get, type, context, settle } = drawn;
    await click(get('button', '批量调价（全部 2）'));
    await until(() => find('button', '预览'));
    expect(get('button', '确认调价 0 项').hasAttribute('disabled')).toBe(true);
    const line = {
      drugId: 'drug-1',
      drugName: '骨化三醇软胶囊',
      drugSpec: '',
      drugType: '西药' as const,
      stockUnit: '盒',
      before: 56.8,
      after: 59.64,
      fault: '' as const,
      later: null,
      large: false,
    };
    context.http.answer(routes.previewAdjustment, {
      list: [
        { ...line, large: true },
        { ...line, drugId: 'drug-2', drugName: '不变', after: 56.8, fault: 'same' },
      ],
    });
    await type(get('textbox', /增减值/), '5');
    await click(get('button', '预览'));
    await settle();
    expect(drawn.text()).toContain('59.64');
    expect(drawn.text()).toContain('其中 1 项变动过大');
    context.http.answer(routes.adjust, { batchId: 'b1', count: 1, waiting: true });
    await type(get('textbox', /原因/), '集采');
    await click(get('button', '确认调价 1 项'));
    await settle();
    expect(context.http.callsOf(routes.adjust)[0]?.input.body).toMatchObject({
      mode: 'percent',
      value: 5,
      decimals: 2,
      reason: '集采',
      lines: [{ drugId: 'drug-1', before: 56.8 }],
    });
  });
});
