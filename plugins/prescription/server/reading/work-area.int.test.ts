import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { patientContract } from '../../../patient/contract/index.ts';
import { prescriptionContract } from '../../contract/index.ts';
import { catalogueStock } from '../../../catalogue/contract/index.ts';
import { once } from '../prescription.fixture.ts';
import { actsOn, refusal, startHost } from '../prescribing/prescription-host.fixture.ts';

const { routes } = prescriptionContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
  await confirm(await create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [once('item', 'item-hd', '次')] }));
});
afterAll(() => host.close());
const { create, confirm } = actsOn(() => host);

describe('[7.7-02] [7.7-03] work area', () => {
  it('[4-17] a patient without a prescription on the day gets one without dpId that inherits from the patient', async () => {
    const { list } = await host.call('prescription', routes.tabs, { body: { patientId: 'pat-2', date: '2026-02-20' } });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      dpId: null,
      dpType: 14,
      payStatus: 9,
      rxStatus: 0,
      reimWay: '0',
      visit: 'V-1',
      infectedHistory: ['NEG'],
      diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
      dpDate: Date.parse('2026-02-20T02:00:00Z'),
    });
  });

  it('otherwise one tab per prescription of the day', async () => {
    const { list } = await host.call('prescription', routes.tabs, { body: { patientId: 'pat-2', date: '2026-03-02' } });
    expect(list.map(({ patientId, rxStatus }) => [patientId, rxStatus])).toEqual([['pat-2', 1]]);
  });

  it('[7.7-09] today holds planned patients and those with prescriptions; dialysis and all are wider', async () => {
    const ask = async (query: Record<string, unknown>) =>
      (await host.call('prescription', routes.patients, { query })).list.map(({ patientId }) => patientId).sort();
    expect(await ask({ scope: 'today' })).toEqual(['pat-1', 'pat-2']);
    expect(await ask({ scope: 'today', date: '2026-03-03' })).toEqual([]);
    expect(await ask({ scope: 'dialysis', date: '2026-03-03' })).toEqual(['pat-1']);
    expect(await ask({ scope: 'all' })).toEqual(['pat-1', 'pat-2']);
    expect(await ask({ scope: 'all', keyword: 'cqc' })).toEqual(['pat-1']);
    expect(await ask({ scope: 'all', keyword: '小明' })).toEqual(['pat-2']);
    const today = await host.call('prescription', routes.patients, { query: { scope: 'today', keyword: '小明' } });
    expect(today.list[0]).toMatchObject({ prescriptionCount: 1, draftCount: 0 });
  });

  it('a day that does not exist is refused', async () => {
    expect(await refusal(host.call('prescription', routes.tabs, { body: { patientId: 'pat-1', date: '2026-02-30' } }))).toMatchObject({
      key: 'prescription.bad-day',
    });
  });

  it('[7.7-06] [3-15] day and month charges link both lists by dpId and dpNumber', async () => {
    const view = await host.call('prescription', routes.dayCharge, { query: { patientId: 'pat-2', date: '2026-03-02' } });
    expect(view.prescriptionParentList).toHaveLength(1);
    expect(view.prescriptionDetailList[0]).toMatchObject({
      dpId: view.prescriptionParentList[0]?.dpId,
      dpNumber: view.prescriptionParentList[0]?.dpNumber,
      subTotal: 400,
    });
    const month = await host.call('prescription', routes.monthCharge, { query: { patientId: 'pat-2', month: '2026-03' } });
    expect(month.prescriptionParentList).toHaveLength(1);
    const december = await host.call('prescription', routes.monthCharge, { query: { patientId: 'pat-2', month: '2025-12' } });
    expect(december.prescriptionParentList).toHaveLength(0);
  });
});

describe('[7.7-04] catalogues', () => {
  it('finds by name, pinyin initials and code, leaves disabled ones out', async () => {
    for (const keyword of ['骨化', 'ghsc', 'SIM-D-0001']) {
      const { list } = await host.call('prescription', routes.drug, { query: { keyword } });
      expect(
        list.map(({ drugId }) => drugId),
        keyword,
      ).toEqual(['drug-calcitriol']);
    }
    expect((await host.call('prescription', routes.drug, { query: { keyword: '停用' } })).list).toEqual([]);
    expect((await host.call('prescription', routes.material, {})).list).toHaveLength(1);
    expect((await host.call('prescription', routes.item, { query: { lab: 'true' } })).list.map(({ drugId }) => drugId)).toEqual(['lab-cbc']);
    expect((await host.call('prescription', routes.item, { query: { lab: 'false' } })).list.map(({ drugId }) => drugId)).toEqual(['item-hd']);
    for (const keyword of ['gxy', '高血压', 'I10', 'i10.x00', 'gaoxueya']) {
      expect((await host.call('prescription', routes.diagnosis, { query: { keyword } })).list, keyword).toEqual([{ code: 'I10.x00', name: '原发性高血压' }]);
    }
  });

  it('packages expand into lines at today’s prices', async () => {
    const { list } = await host.call('prescription', routes.packages, {});
    expect(list).toEqual([{ packageId: 'pack-hd', packageName: '血液透析套餐', note: '', lineCount: 2, totalPrice: 620 }]);
    const lines = await host.call('prescription', routes.packageDetail, { params: { id: 'pack-hd' } });
    expect(lines.list.map(({ drugId, drugNum, subTotal, packageId }) => [drugId, drugNum, subTotal, packageId])).toEqual([
      ['item-hd', 1, 400, 'pack-hd'],
      ['mat-dialyser', 1, 220, 'pack-hd'],
    ]);
    expect(await refusal(host.call('prescription', routes.packageDetail, { params: { id: 'none' } }))).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('stock stands beside kept items only while somebody keeps stock', async () => {
    const before = await host.call('prescription', routes.drug, { query: { keyword: '骨化' } });
    expect(before.list[0]).toMatchObject({ stockNumber: null, nearestExpiry: null });
    host.provide(catalogueStock, {
      stockOf: async (_orgId, drugIds) =>
        drugIds.filter((id) => id === 'drug-calcitriol').map((drugId) => ({ drugId, available: 500_000 as never, nearestExpiry: '2026-06-30' })),
    });
    const after = await host.call('prescription', routes.drug, { query: { keyword: '骨化' } });
    expect(after.list[0]).toMatchObject({ stockNumber: 2.5, nearestExpiry: '2026-06-30' });
  });
});

describe('[7.6-07] the patient a prescription is for', () => {
  it('every read of a patient is on record with the patient’s id', async () => {
    await host.call('patient', patientContract.routes.file, { params: { id: 'pat-1' } });
    expect(host.audits.at(-1)).toMatchObject({ route: 'patient.file', entry: { patientId: 'pat-1' } });
  });
});
