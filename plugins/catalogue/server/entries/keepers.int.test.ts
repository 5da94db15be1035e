import { EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { dictionaryEntries } from '@nephra/plugin-sdk/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { prescriptionContract } from '../../../prescription/contract/index.ts';
import type { CreateEntryBody, EntryRow, UpdateEntryBody } from '../../contract/catalogue-entry.schema.ts';
import { catalogueContract } from '../../contract/catalogue-maintenance.contract.ts';
import type { PriceHistory } from '../../contract/catalogue-price.schema.ts';
import type { PriceProposal } from '../../contract/catalogue-proposal.schema.ts';
import { cataloguePackageContract } from '../../contract/catalogue-package.contract.ts';
import { catalogueProposalContract } from '../../contract/catalogue-proposal.contract.ts';
import { entry } from '../catalogue.fixture.ts';
import { once } from '../../../prescription/server/prescription.fixture.ts';
import { actsOn, refusal, startHost } from '../../../prescription/server/prescribing/prescription-host.fixture.ts';

const { routes } = catalogueContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

/** Keeps materials and items; drugs are somebody else's. */
const can = (code: string): boolean => code !== 'his.catalogue:btn_drug';
const add = (over: Partial<CreateEntryBody> = {}, given: { can?: typeof can } = {}): Promise<EntryRow> => {
  const { drugId: _id, enableMark: _mark, ...facts } = entry({});
  return host.call('catalogue', routes.create, { body: { ...facts, drugName: '碳酸司维拉姆片', drugNumber: '', price: 12, ...over }, ...given });
};
const inputOf = ({
  drugId: _id,
  price: _price,
  enableMark: _mark,
  kind: _kind,
  stockNumber: _s,
  nearestExpiry: _n,
  planned: _p,
  packageCount: _c,
  ...rest
}: EntryRow): UpdateEntryBody => rest;
const save = (row: EntryRow, over: Partial<UpdateEntryBody> = {}, given: { can?: typeof can } = {}): Promise<EntryRow> =>
  host.call('catalogue', routes.update, { params: { id: row.drugId }, body: { ...inputOf(row), ...over }, ...given });
const history = (id: string): Promise<PriceHistory> => host.call('catalogue', routes.prices, { params: { id } });
const planPrice = async (id: string, given: { can?: typeof can } = {}): Promise<PriceHistory> =>
  host.call('catalogue', routes.addPrice, {
    params: { id },
    body: { validFrom: '2026-04-01', price: 13, reason: '采购价变动', lastPriceId: (await history(id)).lastPriceId },
    ...given,
  });

describe('who keeps one list changes nothing in the others', () => {
  const FORBIDDEN = { key: 'catalogue.keeps-not-drug', code: EnvelopeCode.Forbidden };

  it('neither entries nor their state', async () => {
    expect(await refusal(add({}, { can }))).toEqual(FORBIDDEN);
    const made = await add({ drugName: '他人的药' });
    expect(await refusal(save(made, { drugName: '改名' }, { can }))).toEqual(FORBIDDEN);
    const off = { params: { id: made.drugId }, body: { enableMark: 0, version: made.version } } as const;
    expect(await refusal(host.call('catalogue', routes.state, { ...off, can }))).toEqual(FORBIDDEN);
    expect(await host.call('catalogue', routes.entry, { params: { id: made.drugId } })).toMatchObject({ drugName: '他人的药', enableMark: 1, version: 1 });
  });

  it('nor prices, one or many', async () => {
    const { drugId, price: before } = await add({ drugName: '他人定价的药' });
    expect(await refusal(planPrice(drugId, { can }))).toEqual(FORBIDDEN);
    const [planned] = (await planPrice(drugId)).list;
    const withdrawn = { params: { id: drugId, priceId: planned?.priceId ?? '' }, body: { reason: '录入有误' } };
    expect(await refusal(host.call('catalogue', routes.withdrawPrice, { ...withdrawn, can }))).toEqual(FORBIDDEN);
    const rule = { mode: 'percent', value: 5, decimals: 2, validFrom: '2026-03-05' } as const;
    expect(await refusal(host.call('catalogue', routes.previewAdjustment, { body: { ...rule, drugIds: [drugId] }, can }))).toEqual(FORBIDDEN);
    const adjusted = { ...rule, reason: '集采', lines: [{ drugId, before }] };
    expect(await refusal(host.call('catalogue', routes.adjust, { body: adjusted, can }))).toEqual(FORBIDDEN);
    expect((await history(drugId)).list.map(({ state }) => state)).toEqual(['future', 'current']);
  });
});

describe('a change is held to what a new entry is held to', () => {
  it('facts that fit, and a name that nobody else has', async () => {
    await add({ drugName: '先来的药', drugChangjia: '南岭生物' });
    const later = await add({ drugName: '后来的药', drugChangjia: '南岭生物' });
    expect(await refusal(save(later, { dMinUnit: '' }))).toMatchObject({ key: 'catalogue.dose-unit' });
    expect(await refusal(save(later, { drugName: '先来的药' }))).toMatchObject({ key: 'catalogue.duplicate' });
  });

  it('many prices do not change from a day that is over, nor by more decimals than a rule has', async () => {
    const { drugId } = await add({ drugName: '调价规则药' });
    const preview = (over: object) =>
      refusal(
        host.call('catalogue', routes.previewAdjustment, {
          body: { mode: 'percent', value: 5, decimals: 2, validFrom: '2026-03-05', drugIds: [drugId], ...over },
        }),
      );
    expect(await preview({ validFrom: '2026-03-01' })).toMatchObject({ key: 'catalogue.price-past' });
    expect(await preview({ value: 0.00001 })).toMatchObject({ key: 'catalogue.adjust-value', code: EnvelopeCode.Invalid });
    expect(await preview({})).toMatchObject({ key: 'allowed' });
  });
});

const { routes: proposals } = catalogueProposalContract;
const TODAY = '2026-03-02';
/** Somebody else with every right. */
const second = staff({ userId: 'user-second', userName: '周药师' });
const { create: prescribe } = actsOn(() => host);

describe('[7.12-08] routes and frequencies that the site hid', () => {
  it('are for no new entry or line of a package; what has one keeps it', async () => {
    let enabled = true;
    onTestFinished(() => {
      enabled = true;
    });
    const kept = { drugUsage: [{ code: '1', label: 'SIM 口服' }], drugInterval: [{ code: 'st', label: 'SIM 立即' }] };
    host.provide(dictionaryEntries, { of: async (dictionary) => kept[dictionary as keyof typeof kept].map((one) => ({ ...one, enabled })) });
    const made = await add({ drugName: '停用用法之前的药', usualUsage: '1' });
    const other = await add({ drugName: '没有用法的药', usualUsage: '' });
    const line = {
      drugId: 'item-hd',
      onceUsing: 1,
      onceUsingUnit: '次',
      drugUsage: '1',
      drugInterval: 'st',
      drugDays: 1,
      drugNum: 1,
      drugNumUnit: '次',
      manualNum: true,
      isGroup: 0,
    };
    const pack = (packageName: string, version?: number) => ({ packageName, note: '', sortCode: 1, lines: [line], ...(version !== undefined && { version }) });
    const { routes: packs } = cataloguePackageContract;
    const first = await host.call('catalogue', packs.create, { body: pack('SIM 用法套餐') });
    enabled = false;
    const error = await add({ drugName: '停用用法之后的药', usualUsage: '1' }).catch((thrown: unknown) => thrown);
    expect(isAppError(error) && [error.key, error.params, error.fields?.map(({ path }) => path)]).toEqual([
      'catalogue.code-hidden',
      { name: 'SIM 口服' },
      ['usualUsage'],
    ]);
    expect(await refusal(save(other, { usualUsage: '1' }))).toMatchObject({ key: 'catalogue.code-hidden' });
    expect(await save(made, { drugName: '仍是旧用法的药' })).toMatchObject({ usualUsage: '1' });
    expect(await refusal(host.call('catalogue', packs.create, { body: pack('SIM 另一套餐') }))).toMatchObject({ key: 'catalogue.code-hidden' });
    const renamed = { params: { id: first.packageId }, body: pack('SIM 用法套餐改名', first.version) };
    expect(await host.call('catalogue', packs.update, renamed as never)).toMatchObject({ packageName: 'SIM 用法套餐改名' });
    // A treatment stands there with the frequency that its page writes by itself.
    const plain = { ...pack('SIM 没有用法的套餐'), lines: [{ ...line, drugUsage: '' }] };
    expect(await host.call('catalogue', packs.create, { body: plain })).toMatchObject({ packageName: 'SIM 没有用法的套餐' });
  });
});

describe('a large change of price waits for a second person', () => {
  afterEach(() => {
    host.configure('catalogue', {});
    host.time.now = new Date('2026-03-02T02:00:00Z');
  });
  const setPrice = async (id: string, price: number, over: object = {}): Promise<PriceHistory> =>
    host.call('catalogue', routes.addPrice, {
      params: { id },
      body: { validFrom: TODAY, price, reason: '采购价变动', lastPriceId: (await history(id)).lastPriceId, ...over },
    });
  const waiting = async (): Promise<PriceProposal[]> => (await host.call('catalogue', proposals.list, { query: { state: 'waiting', pageSize: 100 } })).list;
  const confirm = (proposalId: string, validFrom: string, user = second) =>
    host.call('catalogue', proposals.confirm, { params: { id: proposalId }, body: { validFrom }, user });
  const refuse = (proposalId: string, user = second) =>
    host.call('catalogue', proposals.refuse, { params: { id: proposalId }, body: { reason: '多打了一位' }, user });
  const priceOf = async (id: string): Promise<number> => (await host.call('catalogue', routes.entry, { params: { id } })).price;

  it('7.20 to 72.00 changes nothing until somebody else confirms it, and the history names both', async () => {
    const { drugId } = await add({ drugName: '十倍价药', price: 7.2 });
    const asked = await setPrice(drugId, 72);
    expect([asked.price, asked.list.length, await priceOf(drugId)]).toEqual([7.2, 1, 7.2]);
    expect(asked.proposals).toMatchObject([
      { state: 'waiting', validFrom: TODAY, reason: '采购价变动', creatorName: '林医生', lines: [{ before: 7.2, after: 72 }] },
    ]);
    const [mine] = await waiting();
    expect(mine).toMatchObject({ proposalId: asked.proposals[0]?.proposalId, lineCount: 1, mine: true });
    const id = mine?.proposalId ?? '';
    expect(await refusal(confirm(id, TODAY, staff()))).toMatchObject({ key: 'catalogue.proposal-own' });
    expect(await refusal(setPrice(drugId, 80))).toMatchObject({ key: 'catalogue.proposal-waits', code: EnvelopeCode.Conflict });
    expect(await confirm(id, TODAY)).toMatchObject({ state: 'confirmed', deciderName: '周药师' });
    const after = await history(drugId);
    expect(after.list[0]).toMatchObject({ price: 72, state: 'current', creatorName: '林医生', confirmerName: '周药师', reason: '采购价变动' });
    expect(await priceOf(drugId)).toBe(72);
    expect(await refusal(confirm(id, TODAY))).toMatchObject({ key: 'catalogue.proposal-decided', code: EnvelopeCode.Conflict });
    expect(host.audits.filter((note) => note.route.startsWith('catalogue-proposal.')).at(-1)?.entry).toMatchObject({
      subject: 'catalogue-proposal',
      subjectId: id,
    });
  });

  it('what is refused or taken back never counts, and stays to be read', async () => {
    const { drugId } = await add({ drugName: '拒绝调价药', price: 10 });
    const first = (await setPrice(drugId, 100)).proposals[0]?.proposalId ?? '';
    expect(await refuse(first)).toMatchObject({ state: 'refused', decisionReason: '多打了一位' });
    const again = (await setPrice(drugId, 90)).proposals[0]?.proposalId ?? '';
    const retract = (user = staff()) => host.call('catalogue', proposals.retract, { params: { id: again }, body: { reason: '看错行' }, user });
    expect(await refusal(retract(second))).toMatchObject({ key: 'catalogue.proposal-not-own', code: EnvelopeCode.Forbidden });
    expect(await retract()).toMatchObject({ state: 'retracted', deciderName: '林医生' });
    const { list, proposals: told, price } = await history(drugId);
    expect([price, list.length, told.map((one) => one.state)]).toEqual([10, 1, ['retracted', 'refused']]);
    expect((await waiting()).some((one) => one.lines.some((line) => line.drugId === drugId))).toBe(false);
  });

  it('nobody confirms without the right, nor what moved on since it was asked for', async () => {
    const { drugId } = await add({ drugName: '无权确认药', price: 10 });
    const id = (await setPrice(drugId, 20, { validFrom: '2026-03-03' })).proposals[0]?.proposalId ?? '';
    expect(proposals.confirm.need).toBe('perm:his.catalogue:btn_price_confirm');
    await setPrice(drugId, 11, { validFrom: '2026-03-03' });
    expect(await refusal(confirm(id, '2026-03-03'))).toMatchObject({ key: 'catalogue.proposal-moved', code: EnvelopeCode.Conflict });
    expect(await refuse(id)).toMatchObject({ state: 'refused' });
    const late = (await setPrice(drugId, 30, { validFrom: '2026-03-03' })).proposals[0]?.proposalId ?? '';
    host.time.now = new Date('2026-03-05T02:00:00Z');
    expect(await waiting()).toMatchObject([{ proposalId: late, validFrom: '2026-03-03', countsFrom: '2026-03-05' }]);
    expect(await refusal(confirm(late, '2026-03-03'))).toMatchObject({ key: 'catalogue.proposal-day' });
    expect(await confirm(late, '2026-03-05')).toMatchObject({ state: 'confirmed' });
    expect((await history(drugId)).list[0]).toMatchObject({ validFrom: '2026-03-05', price: 30, state: 'current' });
  });

  it('two who decide at once decide once', async () => {
    const { drugId } = await add({ drugName: '同时确认药', price: 10 });
    const id = (await setPrice(drugId, 20)).proposals[0]?.proposalId ?? '';
    const both = await Promise.allSettled([confirm(id, TODAY), refuse(id, staff({ userId: 'user-third' }))]);
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const { list, proposals: told } = await history(drugId);
    expect(list).toHaveLength(told[0]?.state === 'confirmed' || told.length === 0 ? 2 : 1);
  });

  it('steps that add up wait, too; a confirmed price is where counting begins', async () => {
    const { drugId } = await add({ drugName: '小步调价药', price: 10 });
    expect((await setPrice(drugId, 12.9)).price).toBe(12.9);
    const next = await setPrice(drugId, 16, { validFrom: '2026-03-03' });
    expect([next.list.length, next.proposals.length]).toEqual([2, 1]);
    await confirm(next.proposals[0]?.proposalId ?? '', '2026-03-03');
    expect((await setPrice(drugId, 17, { validFrom: '2026-03-04' })).list[0]).toMatchObject({ price: 17, state: 'future' });
  });

  it('the limit is the site’s, and off is off', async () => {
    const { drugId } = await add({ drugName: '限额药', price: 100 });
    host.configure('catalogue', { priceChangeLimit: 5 });
    expect((await setPrice(drugId, 106)).proposals).toHaveLength(1);
    host.configure('catalogue', { priceChangeLimit: 'off' });
    expect((await setPrice(drugId, 900)).price).toBe(900);
  });

  it('a limit that is set on the page counts for the next change, at its organisation alone', async () => {
    const { drugId } = await add({ drugName: '页面限额药', price: 100 });
    const rule = { mode: 'amount', value: 20, decimals: 2, validFrom: '2026-03-05' } as const;
    /** What the page of prices says, and whether a larger price from a later day on is held to be large. */
    const seen = async () => {
      const { list } = await host.call('catalogue', routes.previewAdjustment, { body: { ...rule, drugIds: [drugId] } });
      return [(await history(drugId)).changeLimit, list.map(({ large }) => large)];
    };
    host.setOnPage('catalogue', 'org-wh', { priceChangeLimit: 1 });
    expect(await seen()).toEqual([30, [false]]);
    host.setOnPage('catalogue', 'org-gz', { priceChangeLimit: 5 });
    expect(await seen()).toEqual([5, [true]]);
    host.setOnPage('catalogue', 'org-gz', { priceChangeLimit: 5, priceChangeChecked: 0 });
    expect(await seen()).toEqual([null, [false]]);
    expect((await setPrice(drugId, 105.99)).price).toBe(105.99);
    host.setOnPage('catalogue', 'org-gz', { priceChangeLimit: 5 });
    const asked = await setPrice(drugId, 106);
    expect([asked.price, asked.proposals.length]).toEqual([105.99, 1]);
    host.setOnPage('catalogue', 'org-gz', {});
    host.setOnPage('catalogue', 'org-wh', {});
  });

  it('a change of many prices with one large among them waits as a whole, and is confirmed as a whole', async () => {
    const a = await add({ drugName: '成批甲', price: 10 });
    const b = await add({ drugName: '成批乙', price: 1 });
    const rule = { mode: 'amount', value: 1, decimals: 2, validFrom: '2026-03-05' } as const;
    const seen = await host.call('catalogue', routes.previewAdjustment, { body: { ...rule, drugIds: [a.drugId, b.drugId] } });
    expect(seen.list.map(({ drugName, large }) => [drugName, large])).toEqual([
      ['成批甲', false],
      ['成批乙', true],
    ]);
    const lines = seen.list.map(({ drugId, before }) => ({ drugId, before }));
    const done = await host.call('catalogue', routes.adjust, { body: { ...rule, reason: '集采', lines } });
    expect(done).toMatchObject({ count: 2, waiting: true });
    expect((await history(a.drugId)).list).toHaveLength(1);
    const one = (await waiting()).find((row) => row.proposalId === done.batchId);
    expect(one).toMatchObject({ lineCount: 2, reason: '集采' });
    const whole = await host.call('catalogue', proposals.one, { params: { id: done.batchId } });
    expect(whole.lines.map(({ drugName, before, after }) => [drugName, before, after])).toEqual([
      ['成批甲', 10, 11],
      ['成批乙', 1, 2],
    ]);
    await confirm(done.batchId, '2026-03-05');
    expect((await history(b.drugId)).list[0]).toMatchObject({ price: 2, batchId: done.batchId, confirmerName: '周药师' });
  });

  it('a pack of another size does not change the price of a piece behind the limit once it was prescribed', async () => {
    const piece = {
      kind: 'material',
      drugType: '耗材',
      dMin: 0,
      dMinUnit: '',
      preparaUnit: '个',
      stockUnit: '箱',
      stockDmin: 10,
      price: 50,
      stockKept: false,
    } as const;
    const unused = await add({ ...piece, drugName: '未开过的材料' });
    expect(await save(unused, { stockDmin: 1 })).toMatchObject({ stockDmin: 1 });
    const made = await add({ ...piece, drugName: '开过的材料' });
    const rx = await prescribe({ prescriptionDetailList: [once('material', made.drugId, '箱')] });
    await host.db.script(`update prescription.prescription set pay_status = 1, rx_status = 4 where id = '${rx.dpId}'`);
    expect(await refusal(save(made, { stockDmin: 1 }))).toMatchObject({ key: 'catalogue.units-price' });
    expect(await save(made, { stockDmin: 9 })).toMatchObject({ stockDmin: 9 });
  });
});

describe('a wrong price that counts already', () => {
  const withdraw = (id: string, priceId: string) => host.call('catalogue', routes.withdrawPrice, { params: { id, priceId }, body: { reason: '录入有误' } });
  const item = { kind: 'item', drugType: '治疗', dMin: 0, dMinUnit: '', preparaUnit: '次', stockUnit: '次', stockDmin: 1, stockKept: false } as const;

  it('goes back while nothing was written at it: the price before counts again, and the audit says who and why', async () => {
    const { drugId } = await add({ ...item, drugName: '撤回今日价', price: 80 });
    const wrong = await host.call('catalogue', routes.addPrice, {
      params: { id: drugId },
      body: { validFrom: TODAY, price: 88, reason: '手误', lastPriceId: (await history(drugId)).lastPriceId },
    });
    const back = await withdraw(drugId, wrong.lastPriceId);
    expect(back).toMatchObject({
      price: 80,
      list: [{ price: 88, state: 'withdrawn', withdrawn: { reason: '录入有误', userName: '林医生' } }, { state: 'current' }],
    });
    expect(host.audits.findLast((note) => note.route === 'catalogue.withdrawPrice')?.entry).toMatchObject({ subjectId: drugId, note: '录入有误' });
  });

  it('stays once a prescription holds it, whoever may see that one; and the only price of an entry stays', async () => {
    const { drugId } = await add({ ...item, drugName: '用过的价格', price: 80 });
    const [first] = (await history(drugId)).list;
    expect(await refusal(withdraw(drugId, first?.priceId ?? ''))).toMatchObject({ key: 'catalogue.price-only' });
    const wrong = await host.call('catalogue', routes.addPrice, {
      params: { id: drugId },
      body: { validFrom: TODAY, price: 88, reason: '手误', lastPriceId: first?.priceId ?? '' },
    });
    const rx = await prescribe({ prescriptionDetailList: [once('item', drugId, '次')] });
    await expect(withdraw(drugId, wrong.lastPriceId)).rejects.toMatchObject({ key: 'catalogue.price-used', params: { count: 1, number: rx.dpNumber } });
    const blind = host.call('catalogue', routes.withdrawPrice, {
      params: { id: drugId, priceId: wrong.lastPriceId },
      body: { reason: '录入有误' },
      dataScope: (menu) => (menu === 'his.prescription' ? { kind: 'schemes', conditions: [], userAndBelow: [] } : { kind: 'organisation' }),
    });
    await expect(blind).rejects.toMatchObject({ key: 'catalogue.price-used-unnamed', params: { count: 1 } });
    await host.call('prescription', prescriptionContract.routes.remove, { params: { id: rx.dpId }, query: { version: rx.version } });
    expect((await withdraw(drugId, wrong.lastPriceId)).price).toBe(80);
  });
});
