import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { dispensingContract, stockContract } from '../contract/index.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { DispensingStore } from './dispensing/dispensing.store.ts';
import { info, itemStock, lotRow, pageOf, share } from './pharmacy.fixture.ts';
import { Page } from './pharmacy.page.tsx';

const routes = { ...dispensingContract.routes, ...stockContract.routes };
const NOBODY = { ...pageOf([]), counts: { review: 0, pick: 0, dispense: 0, rest: 0 } };
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function ask(query: Readonly<Record<string, string>>, shown = info(), options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(routes.patientList, NOBODY);
  http.answer(routes.warnings, { low: 0, expired: 0, near: 0 });
  http.answer(routes.detail, shown);
  http.answer(routes.stock, { ...pageOf([lotRow()]), total: { lots: 1, expired: 0, near: 1, soon: 0, frozen: 0 } });
  http.answer(routes.itemStock, pageOf([itemStock()]));
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.pharmacy' }), query });
  await page.settle();
  return page;
}

describe('what a link asks of the pharmacy', () => {
  it('a prescription is at the counter though no queue holds it; the name leads to the patient’s file', async () => {
    const { context, text, get, click } = await ask({ dpId: 'rx-9' }, info({ dpId: 'rx-9', rxStatus: 7, actionList: [] }));
    expect(context.http.callsOf(routes.detail).map(({ input }) => input.params)).toEqual([{ id: 'rx-9' }]);
    expect(text()).toContain('CF202603020001');
    expect(text()).toContain('已退药');
    await click(get('link', '患者档案：赵一'));
    expect(context.record.places.at(-1)).toBe('/his/patient?patientId=pat-1');
  });

  it.each([
    ['a draft', { rxStatus: 0, payStatus: 9 }, '医生还没有确认这张处方'],
    ['a voided one', { rxStatus: 9, payStatus: 8 }, '这张处方已作废'],
    ['one without goods', { rxStatus: 1, prescriptionDetailList: [] }, '没有由药房发出的药品或耗材'],
  ])('%s: why there is nothing to do is said', async (_, over, sentence) => {
    expect((await ask({ dpId: 'rx-1' }, info({ ...over, actionList: [] }))).text()).toContain(sentence);
  });

  it('one that is not there is said, and can be asked for again', async () => {
    const context = createFakeWebContext({ texts });
    context.http.answer(routes.patientList, NOBODY);
    context.http.answer(routes.warnings, { low: 0, expired: 0, near: 0 });
    context.http.refuse(routes.detail, { error: 'pharmacy.not-found', code: 404, message: '找不到该处方，可能不属于本院区。' });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.pharmacy' }), query: { dpId: 'gone' } });
    await page.settle();
    expect(page.text()).toContain('找不到该处方，可能不属于本院区。');
    expect(page.get('button', '重试')).toBeDefined();
  });

  it('a lot or an item is found in its list', async () => {
    const lots = await ask({ lot: 'SIM001' });
    expect(lots.get('tab', /^批次库存/).getAttribute('aria-selected')).toBe('true');
    expect(lots.context.http.callsOf(routes.stock).at(-1)?.input.query).toMatchObject({ keyword: 'SIM001', currentPage: 1 });
    await lots.unmount();
    const items = await ask({ item: '骨化三醇软胶囊' });
    expect(items.get('tab', /^品种库存/).getAttribute('aria-selected')).toBe('true');
    expect(items.context.http.callsOf(routes.itemStock).at(-1)?.input.query).toMatchObject({ keyword: '骨化三醇软胶囊' });
  });
});

describe('a return that nobody has sent', () => {
  const out = info({ rxStatus: 4, actionList: ['return'], drugDetailList: [share({ allocationId: 'a1', taken: 40, returnable: 40 })] });

  it('is given up for a link only after asking, and goes on where the link leads to the same prescription', async () => {
    const asked: string[] = [];
    let yes = false;
    const confirms = (content: string) => {
      asked.push(content);
      return yes;
    };
    const { context } = await ask({}, out, { confirms });
    const store = new DispensingStore(context);
    await store.open('rx-1');
    store.startReturn();
    await store.openAsked('rx-1');
    expect([asked, store.returning === null]).toEqual([[], false]);
    context.http.answer(routes.detail, info({ dpId: 'rx-2' }));
    await store.openAsked('rx-2');
    expect([store.openId, store.returning === null, asked]).toEqual(['rx-1', false, [texts.counter.leaveAsk]]);
    yes = true;
    await store.openAsked('rx-2');
    expect([store.openId, store.returning]).toEqual(['rx-2', null]);
    store.dispose();
  });
});
