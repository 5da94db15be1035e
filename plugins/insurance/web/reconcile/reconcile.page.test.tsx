import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionContract, type ReconcileDay, type ReconcileDifference, type ReconcileRecord, reconcileContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { lineState } from '../insurance.fixture.ts';
import { ReconcileStore } from './reconcile.store.ts';
import { Page } from './reconcile.page.tsx';

const { routes } = reconcileContract;
const TODAY = '2026-03-02';
const dayRow = (day: string, over: Partial<ReconcileDay> = {}): ReconcileDay => ({
  day,
  state: 'unexplained',
  count: 2,
  medfee: 200,
  fund: 160,
  account: 10,
  theirCount: 3,
  theirMedfee: 300,
  theirFund: 240,
  differences: 1,
  unexplained: 1,
  done: 4,
  total: 4,
  problem: '',
  problemParams: {},
  userName: '医保员甲',
  compareTime: Date.parse('2026-03-02T10:00:00Z'),
  ...over,
});
const difference: ReconcileDifference = {
  id: 'd1',
  kind: 'amounts',
  state: 'open',
  settlementId: 's1',
  patientName: '赵一',
  psnNo: 'SIM1',
  setlId: 'SIMS0001',
  mdtrtId: 'M1',
  msgid: 'MSG1',
  refund: false,
  medfee: 100,
  fund: 80,
  account: 5,
  theirMedfee: 99,
  theirFund: 80,
  theirAccount: null,
  stranger: false,
  decision: '',
  memo: '金额不一致',
  note: '',
  noteUserName: '',
  noteTime: null,
  version: 1,
};
const recordOf = (day: ReconcileDay, differences: ReconcileDifference[] = [difference]): ReconcileRecord => ({ day, groups: [], differences });
const MONTH = [dayRow('2026-03-01', { state: 'equal', unexplained: 0, differences: 0 }), dayRow(TODAY)];

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z'), toFake: ['Date'] }));
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.useRealTimers();
});

function contextWith(options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  context.http.answer(connectionContract.routes.state, lineState());
  context.http.answer(routes.month, { list: MONTH });
  context.http.answer(routes.record, recordOf(MONTH[1] as ReconcileDay));
  return context;
}
async function open(options: FakeWebOptions = {}): Promise<RenderedPage> {
  page = await renderPage(Page, { context: contextWith(options), menu: createFakeMenu({ enCode: 'his.insurance.reconcile' }) });
  return page;
}

describe('reconciliation page', () => {
  it('shows the month by day, opens the last one and says what differs', async () => {
    const { text, get, until } = await open();
    await until(() => text().includes('SIMS0001'));
    expect(get('button', /2026-03-02 有差异，2 笔，1 项未说明$/).getAttribute('aria-pressed')).toBe('true');
    expect(get('button', /2026-03-01 一致，2 笔，0 项未说明$/).getAttribute('aria-pressed')).toBe('false');
    expect(text()).toContain('200.00 / 300.00');
    expect(text()).toContain('金额不同');
  });

  it('says that strangers wait for a person and offers to decide, not to explain', async () => {
    const context = contextWith();
    const stranger: ReconcileDifference = { ...difference, kind: 'platform-only', stranger: true, memo: 'action:stranger' };
    context.http.answer(routes.record, recordOf(MONTH[1] as ReconcileDay, [stranger]));
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.insurance.reconcile' }) });
    const { text, all, get, click, until } = page;
    await until(() => text().includes('SIMS0001'));
    expect(text()).toContain('1 笔结算使用了本机构编码，但不是由本系统发出');
    expect(text()).toContain('等待人工裁定');
    expect(all('button', '填写说明')).toHaveLength(0);
    await click(get('button', '裁定'));
    await until(() => text().includes('属于其他系统，保留'));
  });

  it('compares the day in hand', async () => {
    const { text, get, click, context, until, settle } = await open();
    await until(() => text().includes('SIMS0001'));
    context.http.answer(routes.run, dayRow(TODAY, { state: 'equal' }));
    context.http.answer(routes.record, recordOf(dayRow(TODAY, { state: 'equal', differences: 0, unexplained: 0 }), []));
    await click(get('button', '重新对账'));
    await settle();
    expect(context.http.callsOf(routes.run)[0]?.input.params).toEqual({ day: TODAY });
    expect(text()).toContain('当日各组全部一致');
  });
});

describe('reconciliation store', () => {
  it('a day that is opened while another one is on its way wins', async () => {
    const context = contextWith();
    const store = new ReconcileStore(context, TODAY);
    await store.load();
    context.http.answer(routes.record, recordOf(MONTH[0] as ReconcileDay, []));
    await Promise.all([store.open('2026-03-01'), store.open(TODAY)]);
    expect(store.day).toBe(TODAY);
    store.dispose();
  });

  it('sends a note with the version that was seen and shows the day anew', async () => {
    const context = contextWith();
    const store = new ReconcileStore(context, TODAY);
    await store.load();
    context.http.answer(routes.explain, { ...difference, state: 'explained', note: '已核实' });
    store.explain(difference);
    expect(store.explaining?.form.values.note).toBe('');
    await store.save({ note: ' 已核实 ' }, { idempotencyKey: 'k', signal: new AbortController().signal } as never);
    expect(context.http.callsOf(routes.explain)[0]?.input).toMatchObject({ params: { id: 'd1' }, body: { note: '已核实', version: 1 } });
    expect(context.http.callsOf(routes.record)).toHaveLength(2);
    store.endExplaining();
    store.dispose();
  });

  it('sends what a person decided of a stranger', async () => {
    const context = contextWith();
    const store = new ReconcileStore(context, TODAY);
    await store.load();
    const stranger: ReconcileDifference = { ...difference, kind: 'platform-only', stranger: true, memo: 'action:stranger' };
    context.http.answer(routes.decide, { ...stranger, state: 'explained', decision: 'other-system' });
    store.decide(stranger);
    const act = { idempotencyKey: 'k', signal: new AbortController().signal } as never;
    await store.saveDecision({ verdict: '', reason: 'x' }, act);
    expect(context.http.callsOf(routes.decide)).toHaveLength(0);
    await store.saveDecision({ verdict: 'other-system', reason: ' 住院系统的结算 ' }, act);
    expect(context.http.callsOf(routes.decide)[0]?.input).toMatchObject({
      params: { id: 'd1' },
      body: { verdict: 'other-system', reason: '住院系统的结算', version: 1 },
    });
    store.endDeciding();
    store.dispose();
  });

  it('a note or a reason that is shorter than the call takes is told at the field', async () => {
    const store = new ReconcileStore(contextWith(), TODAY);
    await store.load();
    store.explain(difference);
    store.explaining?.form.setValues({ note: ' 同 ' });
    expect([store.explaining?.form.validate(), store.explaining?.form.failureOf('note')]).toEqual([false, { text: '请至少写 2 个字' }]);
    store.explaining?.form.setValues({ note: '同日' });
    expect(store.explaining?.form.validate()).toBe(true);
    store.endExplaining();
    store.decide(difference);
    store.deciding?.form.setValues({ verdict: 'other-system', reason: '住院系' });
    expect([store.deciding?.form.validate(), store.deciding?.form.failureOf('reason')]).toEqual([false, { text: '请至少写 4 个字' }]);
    store.deciding?.form.setValues({ reason: '住院系统' });
    expect(store.deciding?.form.validate()).toBe(true);
    store.endDeciding();
    store.dispose();
  });

  it('another month begins without a day in hand', async () => {
    const context = contextWith();
    const store = new ReconcileStore(context, TODAY);
    await store.load();
    context.http.answer(routes.month, { list: [] });
    await store.turnTo('2026-02');
    expect([store.day, store.view.kind, store.days]).toEqual([null, 'idle', []]);
    expect(context.http.callsOf(routes.month).at(-1)?.input.query).toEqual({ month: '2026-02' });
    store.dispose();
  });
});
