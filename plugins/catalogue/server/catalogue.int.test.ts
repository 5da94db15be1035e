import { type DataScope, EnvelopeCode, type Quantity } from '@nephra/plugin-sdk/contract';
import type { RawReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import fc from 'fast-check';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_ROWS } from '../../../tests/support/data-rights-matrix.ts';
import { type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { catalogueEntries, catalogueStock } from '../contract/catalogue.service.ts';
import { prescriptionContract } from '../../prescription/contract/index.ts';
import type { CreateEntryBody, EntryRow, UpdateEntryBody } from '../contract/catalogue-entry.schema.ts';
import { catalogueContract } from '../contract/catalogue-maintenance.contract.ts';
import type { PriceHistory } from '../contract/catalogue-price.schema.ts';
import { priceInForce } from '../domain/prices/price-in-force.ts';
import { priceOfDay } from '../domain/prices/price-of-day.ts';
import { entry } from './catalogue.fixture.ts';
import { once } from '../../prescription/server/prescription.fixture.ts';
import { actsOn, refusal, startHost, wuhan } from '../../prescription/server/prescribing/prescription-host.fixture.ts';
import type { CatalogueDb } from './tables.ts';
import { PriceRepo } from './price.repo.ts';
import { propertyCases } from '../../../tests/support/cases/effort.ts';

const { routes } = catalogueContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());
const { create: prescribe, confirm } = actsOn(() => host);

const call: PluginHost['call'] = (plugin, route, given) => host.call(plugin, route, given);
const newEntry = (over: Partial<CreateEntryBody> = {}): CreateEntryBody => {
  const { drugId: _id, enableMark: _mark, ...facts } = entry({});
  return { ...facts, drugName: '碳酸镧咀嚼片', drugSpec: '500mg×20片/盒', drugNumber: '', price: 146, ...over };
};
const add = (over: Partial<CreateEntryBody> = {}): Promise<EntryRow> => call('catalogue', routes.create, { body: newEntry(over) });
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
const save = (row: EntryRow, over: Partial<UpdateEntryBody> = {}): Promise<EntryRow> =>
  call('catalogue', routes.update, { params: { id: row.drugId }, body: { ...inputOf(row), ...over } });
const read = (id: string): Promise<EntryRow> => call('catalogue', routes.entry, { params: { id } });
const list = (query: object) => call('catalogue', routes.entries, { query: { group: 'drug', ...query } });
const history = (id: string): Promise<PriceHistory> => call('catalogue', routes.prices, { params: { id } });
const setPrice = async (id: string, validFrom: string, price: number, over: object = {}): Promise<PriceHistory> =>
  call('catalogue', routes.addPrice, {
    params: { id },
    body: { validFrom, price, reason: '采购价变动', lastPriceId: (await history(id)).lastPriceId, ...over },
  });
const withdraw = (id: string, priceId: string): Promise<PriceHistory> =>
  call('catalogue', routes.withdrawPrice, { params: { id, priceId }, body: { reason: '录入有误' } });
const on = async <T>(day: string, work: () => Promise<T>): Promise<T> => {
  const before = host.time.now;
  host.time.now = new Date(`${day}T02:00:00Z`);
  try {
    return await work();
  } finally {
    host.time.now = before;
  }
};

describe('catalogue entries', () => {
  it('a new one is found by pinyin, sold at its first price, and has a number of the house', async () => {
    const made = await add();
    expect(made).toMatchObject({ drugName: '碳酸镧咀嚼片', price: 146, version: 1, enableMark: 1, planned: null, packageCount: 0 });
    expect(made.drugNumber).toMatch(/^D\d{6}$/);
    expect((await list({ keyword: 'tsl' })).list.map((row) => row.drugId)).toContain(made.drugId);
    const pickers = await call('prescription', prescriptionContract.routes.drug, { query: { keyword: 'tsl' } });
    expect(pickers.list).toMatchObject([{ drugId: made.drugId, price: 146 }]);
  });

  it('the same name, specification and maker is refused with a sentence that names the other', async () => {
    const made = await add({ drugName: '醋酸钙片', drugChangjia: '南岭生物' });
    const again = add({ drugName: ' 醋酸钙 片', drugChangjia: '南岭生物' });
    await expect(again).rejects.toMatchObject({ key: 'catalogue.duplicate', params: { name: '醋酸钙片', number: made.drugNumber, maker: '南岭生物' } });
    expect((await add({ drugName: '醋酸钙片', drugChangjia: '另一厂' })).drugId).not.toBe(made.drugId);
    await call('catalogue', routes.state, { params: { id: made.drugId }, body: { enableMark: 0, version: made.version } });
    expect(await refusal(add({ drugName: '醋酸钙片', drugChangjia: '南岭生物' }))).toMatchObject({ key: 'catalogue.duplicate-disabled' });
    expect(await refusal(add({ drugName: '别的药', drugNumber: 'SIM-D-0001' }))).toMatchObject({ key: 'catalogue.number-taken' });
  });

  it('two keepers who add the same at once end with one', async () => {
    const both = await Promise.allSettled([add({ drugName: '同时新增药' }), add({ drugName: '同时新增药' })]);
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect((await list({ keyword: '同时新增药' })).pagination.total).toBe(1);
  });

  it.each([
    ['two units that are the same, twenty in a pack', { stockUnit: '粒' }, 'catalogue.pack-one'],
    ['a dose without unit', { dMinUnit: '' }, 'catalogue.dose-unit'],
    ['limited use without text', { limitUseSign: 1 }, 'catalogue.limit-text'],
    ['a price below zero', { price: -1 }, undefined],
    ['a price of a thousand million', { price: 1e9 }, 'catalogue.price-number'],
    ['a price of five decimals', { price: 1.00001 }, 'catalogue.price-number'],
    ['a pack that the column would round', { stockDmin: 0.00001 }, 'catalogue.number'],
    ['a name of blanks', { drugName: '  ' }, undefined],
    ['a material among the drugs', { drugType: '耗材' as const }, 'catalogue.type-of-kind'],
  ])('%s is refused and adds nothing', async (_, over, key) => {
    const before = (await list({})).pagination.total;
    const said = await refusal(add({ drugName: '坏数据药', ...over }));
    expect(said).toMatchObject(key === undefined ? { code: EnvelopeCode.Invalid } : { key });
    expect((await list({})).pagination.total).toBe(before);
  });

  it('a change counts versions, and a stale one is refused', async () => {
    const made = await add({ drugName: '版本药' });
    const changed = await save(made, { drugName: '版本药二', ingredients: ['甲', ' 甲 ', '乙'] });
    expect(changed).toMatchObject({ drugName: '版本药二', version: 2, ingredients: ['甲', '乙'], price: 146 });
    expect(await refusal(save(made, { drugName: '迟到' }))).toEqual({ key: 'catalogue.stale', code: EnvelopeCode.Conflict });
    expect((await read(made.drugId)).drugName).toBe('版本药二');
    expect(host.audits.findLast((note) => note.route === 'catalogue.update')?.entry).toMatchObject({
      before: { drugName: '版本药', ingredients: [] },
      after: { drugName: '版本药二', ingredients: ['甲', '乙'] },
    });
  });

  it('filters by type, grade, state, stock, control class and planned prices', async () => {
    await add({ drugName: '麻醉药甲', controlClass: 'narcotic', drugDirectoryType: '', stockKept: false });
    expect((await list({ controlClass: 'any' })).list.every((row) => row.controlClass !== '')).toBe(true);
    expect((await list({ controlClass: 'narcotic', grade: 'none', stockKept: false })).list.map((row) => row.drugName)).toEqual(['麻醉药甲']);
    expect((await list({ enabled: 0 })).list.map((row) => row.drugName)).toContain('停用药');
    expect((await list({ drugType: '中成药' })).list).toEqual([]);
    expect((await call('catalogue', routes.entries, { query: { group: 'lab' } })).list.map((row) => row.drugName)).toEqual(['血常规']);
    expect((await call('catalogue', routes.entries, { query: { group: 'item' } })).list.map((row) => row.drugName)).toEqual(['血液透析']);
    const cheapest = await list({ sidx: 'price', sort: 'asc', pageSize: 500 });
    expect(cheapest.list.map((row) => row.price)).toEqual(cheapest.list.map((row) => row.price).toSorted((a, b) => a - b));
  });

  it('entries of another facility do not exist', async () => {
    const made = await add({ drugName: '广州独有药' });
    expect(await refusal(call('catalogue', routes.entry, { params: { id: made.drugId }, user: wuhan }))).toEqual({
      key: 'catalogue.not-found',
      code: EnvelopeCode.NotFound,
    });
    expect(
      await refusal(
        call('catalogue', routes.addPrice, {
          params: { id: made.drugId },
          body: { validFrom: '2026-03-02', price: 1, reason: 'x', lastPriceId: '' },
          user: wuhan,
        }),
      ),
    ).toMatchObject({
      key: 'catalogue.not-found',
    });
  });

  it('words that are in use are offered', async () => {
    const words = await call('catalogue', routes.words, { query: { group: 'drug' } });
    expect(words.units).toEqual(expect.arrayContaining(['盒', '支']));
    expect(words.ingredients).toEqual(expect.arrayContaining(['甲', '乙']));
  });

  it('[3-13] manufacturers are looked up by a part of the name, each once, those of the own facility', async () => {
    for (const [drugName, drugChangjia] of [
      ['厂家甲一', '查找制药 SIM-A'],
      ['厂家甲二', '查找制药 SIM-A'],
      ['厂家乙', '查找制药 SIM-B'],
    ] as const)
      await add({ drugName, drugChangjia });
    const found = async (keyword: string, more: object = {}) => (await call('catalogue', routes.manufacturers, { query: { keyword }, ...more })).list;
    expect(await found('制药 sim')).toEqual(['查找制药 SIM-A', '查找制药 SIM-B'].map((name) => ({ F_ManufacturerId: name, F_ManufacturerName: name })));
    expect(await found('SIM-B')).toHaveLength(1);
    expect(await found('查找%')).toEqual([]);
    expect(await found('查找制药', { user: wuhan })).toEqual([]);
  });
});

describe('units of an entry in use', () => {
  it('stay while a prescription is open, and may change afterwards', async () => {
    const made = await add({
      drugName: '开单药',
      kind: 'material',
      drugType: '耗材',
      dMin: 0,
      dMinUnit: '',
      preparaUnit: '个',
      stockUnit: '个',
      stockDmin: 1,
      price: 5,
    });
    const rx = await prescribe({ prescriptionDetailList: [once('material', made.drugId, '个')] });
    const bigger = { stockUnit: '箱', stockDmin: 10 };
    await expect(save(made, bigger)).rejects.toMatchObject({ key: 'catalogue.units-open', params: { count: 1, number: rx.dpNumber } });
    const scope = (on: DataScope) => (menu: string) => (menu === 'his.prescription' ? on : ({ kind: 'organisation' } as const));
    const narrowed = (on: DataScope, user = staff()) =>
      call('catalogue', routes.update, { params: { id: made.drugId }, body: { ...inputOf(made), ...bigger }, user, dataScope: scope(on) });
    await expect(narrowed({ kind: 'schemes', conditions: [], userAndBelow: [] })).rejects.toMatchObject({
      key: 'catalogue.units-open-unnamed',
      params: { name: '开单药', count: 1 },
    });
    const keeper = staff({ userId: 'user-keeper' });
    const own = await prescribe({ prescriptionDetailList: [once('material', made.drugId, '个')] }, keeper);
    await expect(narrowed(OWN_ROWS, keeper)).rejects.toMatchObject({ key: 'catalogue.units-open', params: { count: 2, number: own.dpNumber } });
    await call('prescription', prescriptionContract.routes.remove, { params: { id: own.dpId }, query: { version: own.version } });
    await call('prescription', prescriptionContract.routes.remove, { params: { id: rx.dpId }, query: { version: rx.version } });
    expect(await save(made, bigger)).toMatchObject({ stockUnit: '箱', stockDmin: 10, version: 2 });
  });

  it('stay while the pharmacy holds any of it, usable or not', async () => {
    const made = await add({ drugName: '有库存药' });
    const held = { drugId: made.drugId, available: 0 as Quantity, onHand: 70_000 as Quantity, nearestExpiry: null };
    host.provide(catalogueStock, { stockOf: async (_, ids) => (ids.includes(made.drugId) ? [held] : []) });
    await expect(save(made, { stockDmin: 30 })).rejects.toMatchObject({ key: 'catalogue.units-stock', params: { count: 7, unit: '粒' } });
    expect(await refusal(save(made, { stockKept: false }))).toMatchObject({ key: 'catalogue.units-stock' });
    expect(await save(made, { drugName: '有库存药(新名)' })).toMatchObject({ version: 2, stockNumber: 0 });
    host.provide(catalogueStock, { stockOf: async () => [] });
    expect(await save({ ...made, version: 2 }, { stockDmin: 30 })).toMatchObject({ stockDmin: 30 });
  });
});

describe('prices by day', () => {
  it('a planned price counts from its day on, for pickers, for new prescriptions and for whoever keeps stock', async () => {
    const { drugId } = await add({ drugName: '将调价药', splitAllowed: false, price: 10 });
    const planned = await setPrice(drugId, '2026-03-10', 12.3456);
    expect(planned.list.map((row) => [row.price, row.state])).toEqual([
      [12.3456, 'future'],
      [10, 'current'],
    ]);
    expect(await read(drugId)).toMatchObject({ price: 10, planned: { validFrom: '2026-03-10', price: 12.3456 } });
    expect((await list({ planned: true })).list.map((row) => row.drugId)).toEqual([drugId]);
    const priceOf = async () => (await host.service(catalogueEntries).entries('org-gz', [drugId]))[0]?.price;
    expect(await on('2026-03-09', priceOf)).toBe(100_000);
    expect(await on('2026-03-10', priceOf)).toBe(123_456);
    await on('2026-03-10', async () => expect(await read(drugId)).toMatchObject({ price: 12.3456, planned: null }));
  });

  it('a price is never overwritten: of two for one day the one written last counts, both stay to be read', async () => {
    const { drugId } = await add({ drugName: '两次调价药', price: 10 });
    await setPrice(drugId, '2026-03-02', 11);
    const twice = await setPrice(drugId, '2026-03-02', 12);
    expect(twice.list.map((row) => [row.price, row.state])).toEqual([
      [12, 'current'],
      [11, 'overruled'],
      [10, 'overruled'],
    ]);
    const { db } = host;
    await expect(db.script(`update catalogue.price set price = 0 where drug_id = '${drugId}'`)).rejects.toThrow(/never changed/);
    await expect(db.script(`delete from catalogue.price where drug_id = '${drugId}'`)).rejects.toThrow(/never changed/);
  });

  it('a wrong future price can be taken back once, the only one that counts cannot', async () => {
    const { drugId } = await add({ drugName: '撤回药', price: 10 });
    const planned = await setPrice(drugId, '2026-04-01', 12);
    const wrong = planned.list[0]?.priceId ?? '';
    expect((await withdraw(drugId, wrong)).list[0]).toMatchObject({ state: 'withdrawn', withdrawn: { reason: '录入有误', userName: '林医生' } });
    expect(await refusal(withdraw(drugId, wrong))).toEqual({ key: 'catalogue.price-withdrawn', code: EnvelopeCode.Conflict });
    expect(await refusal(withdraw(drugId, planned.list[1]?.priceId ?? ''))).toMatchObject({ key: 'catalogue.price-only' });
    expect(await refusal(withdraw(drugId, 'nothing'))).toMatchObject({ key: 'catalogue.price-not-found' });
    await on('2026-05-01', async () => expect((await read(drugId)).price).toBe(10));
  });

  it.each([
    ['yesterday', '2026-03-01', 11, {}, 'catalogue.price-past'],
    ['a day that does not exist', '2026-02-30', 11, {}, 'catalogue.no-day'],
    ['four years ahead', '2030-03-02', 11, {}, 'catalogue.price-far'],
    ['the price it has', '2026-03-02', 10, {}, 'catalogue.price-same'],
    ['an old list', '2026-03-02', 11, { lastPriceId: 'older' }, 'catalogue.price-stale'],
    ['five decimals', '2026-03-02', 11.00001, {}, 'catalogue.price-number'],
  ])('refuses %s', async (name, day, price, over, key) => {
    const { drugId } = await add({ drugName: `拒绝${name}`, price: 10 });
    expect(await refusal(setPrice(drugId, day, price, over))).toMatchObject({ key });
    expect((await history(drugId)).list).toHaveLength(1);
  });

  it('[property] the database finds the same price as the rule, on every day', async () => {
    const writes = fc.array(fc.record({ ahead: fc.integer({ min: 0, max: 12 }), price: fc.integer({ min: 0, max: 50 }), undo: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    });
    let count = 0;
    // Whatever one person writes counts at once here; the second person has tests of its own.
    host.configure('catalogue', { priceChangeLimit: 'off' });
    await fc.assert(
      fc.asyncProperty(writes, async (given) => {
        count += 1;
        const { drugId } = await add({ drugName: `随机药${count}`, price: 7 });
        for (const { ahead, price, undo } of given) {
          const day = new Date(Date.UTC(2026, 2, 2 + ahead)).toISOString().slice(0, 10);
          const done = await setPrice(drugId, day, price).catch(() => undefined);
          const mine = done?.list.find((row) => row.priceId === done.lastPriceId);
          if (mine && undo && ahead > 0) await withdraw(drugId, mine.priceId);
        }
        const all = await new PriceRepo(host.context<CatalogueDb>('catalogue')).history('org-gz', drugId);
        for (let ahead = 0; ahead <= 13; ahead += 1) {
          const day = new Date(Date.UTC(2026, 2, 2 + ahead)).toISOString().slice(0, 10);
          const [found] = await on(day, () => host.service(catalogueEntries).entries('org-gz', [drugId]));
          expect(found?.price).toBe(priceInForce(all, day)?.price);
        }
        for (const day of ['2026-02-20', '2026-03-01', '2026-03-05', '2026-03-14']) {
          const [found] = await host.service(catalogueEntries).entries('org-gz', [drugId], day);
          expect(found?.price).toBe(priceOfDay(all, day)?.price);
        }
      }),
      { numRuns: propertyCases(12) },
    );
    host.configure('catalogue', {});
  });

  it('a price that changes between saving and signing must be seen by the doctor first', async () => {
    const { drugId } = await add({
      drugName: '变价治疗',
      kind: 'item',
      drugType: '治疗',
      dMin: 0,
      dMinUnit: '',
      preparaUnit: '次',
      stockUnit: '次',
      stockDmin: 1,
      stockKept: false,
      price: 80,
    });
    const rx = await prescribe({ prescriptionDetailList: [once('item', drugId, '次')] });
    await setPrice(drugId, '2026-03-02', 90);
    expect(await refusal(confirm(rx))).toMatchObject({ key: 'prescription.price-changed' });
  });
});

describe('changing many prices', () => {
  const rule = { mode: 'percent', value: 5, decimals: 2, validFrom: '2026-03-05' } as const;

  it('what the preview shows is what is written, in one act', async () => {
    const a = await add({ drugName: '批量甲', price: 38.5 });
    const b = await add({ drugName: '批量乙', price: 0 });
    const preview = await call('catalogue', routes.previewAdjustment, { body: { ...rule, drugIds: [a.drugId, b.drugId] } });
    expect(preview.list).toMatchObject([
      { drugName: '批量甲', before: 38.5, after: 40.43, fault: '', later: null },
      { drugName: '批量乙', before: 0, after: 0, fault: 'same' },
    ]);
    const done = await call('catalogue', routes.adjust, { body: { ...rule, reason: '集采落地', lines: [{ drugId: a.drugId, before: 38.5 }] } });
    expect(done.count).toBe(1);
    expect((await history(a.drugId)).list[0]).toMatchObject({ price: 40.43, validFrom: '2026-03-05', reason: '集采落地', batchId: done.batchId });
  });

  it('all or none: one that moved or has no proper price stops the act', async () => {
    const a = await add({ drugName: '全或无甲', price: 10 });
    const b = await add({ drugName: '全或无乙', price: 1 });
    const act = (over: object) =>
      call('catalogue', routes.adjust, { body: { ...rule, reason: '试', lines: [a, b].map(({ drugId, price }) => ({ drugId, before: price })), ...over } });
    expect(await refusal(act({ mode: 'amount', value: -5 }))).toMatchObject({ key: 'catalogue.adjust-fault' });
    expect(
      await refusal(
        act({
          lines: [
            { drugId: a.drugId, before: 10 },
            { drugId: b.drugId, before: 2 },
          ],
        }),
      ),
    ).toEqual({ key: 'catalogue.adjust-moved', code: EnvelopeCode.Conflict });
    expect(
      await refusal(
        act({
          lines: [
            { drugId: a.drugId, before: 10 },
            { drugId: 'gone', before: 2 },
          ],
        }),
      ),
    ).toMatchObject({ key: 'catalogue.adjust-unknown' });
    expect(await refusal(act({ validFrom: '2026-03-01' }))).toMatchObject({ key: 'catalogue.price-past' });
    expect((await history(a.drugId)).list).toHaveLength(1);
  });
});

describe('export', () => {
  it('is a real workbook with the list’s filters', async () => {
    // A raw route answers bytes, whatever its contract says about JSON.
    const reply = (await call('catalogue', routes.export, { query: { group: 'lab' } })) as unknown as RawReply;
    const [sheet] = await readXlsx(reply.content as Readable);
    expect(sheet?.rows[0]?.slice(0, 2)).toEqual(['编码', '名称']);
    expect(sheet?.rows.slice(1).map((row) => [row[0], row[1], row[10]])).toEqual([['SIM-L-0001', '血常规', '20.0000']]);
  });
});
