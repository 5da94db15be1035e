import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { PayStatus, type Prescription, prescriptionContract, prescriptionLedger, RxStatus } from '../../contract/index.ts';
import { addPrices } from '../../../catalogue/server/demo/demo-prices.ts';
import { body, line, MONDAY, once } from '../prescription.fixture.ts';
import { actor, actsOn, refusal, startHost, withLine } from './prescription-host.fixture.ts';

const { routes } = prescriptionContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());
const { create, get, confirm } = actsOn(() => host);

describe('[4-19] [7.7-05] [7.7-07] states', () => {
  it('confirm sends it to charging, un-confirm takes it back', async () => {
    const signed = await confirm(await create());
    expect(signed).toMatchObject({ payStatus: 0, rxStatus: 1 });
    expect(signed.confirmTime).toBe(MONDAY);
    expect(host.events.at(-1)).toMatchObject({ id: 'prescription.confirmed@1', payload: { totalPrice: 75550, version: signed.version } });
    const { patientId: _patient, ...rest } = body();
    expect(
      await refusal(host.call('prescription', routes.update, { params: { dpId: signed.dpId }, body: { ...rest, version: signed.version } })),
    ).toMatchObject({
      key: 'prescription.not-editable',
    });
    const back: Prescription = await host.call('prescription', routes.unConfirm, { params: { id: signed.dpId }, body: { version: signed.version } });
    expect(back).toMatchObject({ payStatus: 9, rxStatus: 0, confirmTime: null });
  });

  it('without lines, without diagnosis, with an item that is no longer sold or an allergy it is refused', async () => {
    expect(await refusal(confirm(await create({ prescriptionDetailList: [] })))).toMatchObject({ key: 'prescription.no-lines' });
    expect(await refusal(confirm(await create({ diagnosis: [] })))).toMatchObject({ key: 'prescription.no-diagnosis' });
    expect(await refusal(confirm(await create(withLine({ drugId: 'drug-off' }))))).toMatchObject({ key: 'prescription.item-disabled' });
    const penicillin = line({ drugId: 'drug-penicillin', onceUsing: 0.48, onceUsingUnit: 'g', drugUsage: '404', drugNumUnit: '支' });
    expect(await refusal(confirm(await create({ prescriptionDetailList: [penicillin] })))).toMatchObject({ key: 'prescription.allergy' });
  });

  it('a price that changed since saving must be seen before it is signed', async () => {
    const rx = await create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [once('item', 'item-hd', '次')] });
    const setPrice = (price: string) => addPrices(host.context('catalogue'), [{ orgId: 'org-gz', drugId: 'item-hd', price }]);
    await setPrice('410');
    expect(await refusal(confirm(rx))).toMatchObject({ key: 'prescription.price-changed' });
    await setPrice('400');
    expect(await confirm(rx)).toMatchObject({ rxStatus: 1 });
  });

  it('signing with an old version is refused', async () => {
    const rx = await create();
    expect(await refusal(confirm({ ...rx, version: 7 }))).toEqual({ key: 'prescription.stale', code: EnvelopeCode.Conflict });
  });
});

describe('prescription.ledger@1', () => {
  const ledger = () => host.service(prescriptionLedger);

  it('charging, dispensing, returning and refunding follow the tables and count versions', async () => {
    const signed = await confirm(await create());
    const dpId = signed.dpId ?? '';
    const waiting = await ledger().listToCharge({ orgIds: ['org-gz'], pageSize: 500 });
    expect(waiting.list.some((head) => head.dpId === dpId)).toBe(true);
    const read = await ledger().get(dpId, ['org-gz']);
    expect(read).toMatchObject({ totalPrice: 75550, payStatus: 0 });
    expect(read?.lines[0]).toMatchObject({ prepQuantity: 600_000, quantity: 30_000, subTotal: 11550, stockKept: true });

    let { version } = signed;
    const act = async (work: Promise<{ version: number }>) => {
      version = (await work).version;
    };
    await act(ledger().markCharged({ dpId, version, billId: 'bill-1', by: actor }));
    await act(ledger().setRxStatus({ dpId, version, to: RxStatus.Approved, by: actor }));
    await act(ledger().setRxStatus({ dpId, version, to: RxStatus.Picked, by: actor }));
    await act(ledger().setRxStatus({ dpId, version, to: RxStatus.Dispensed, by: { ...actor, userName: '发药人' } }));
    expect(await refusal(ledger().markRefunded({ dpId, version, billId: 'bill-1', by: actor }))).toMatchObject({ key: 'prescription.drugs-out' });
    await act(ledger().setRxStatus({ dpId, version, to: RxStatus.Returned, by: actor }));
    await act(ledger().markRefunded({ dpId, version, billId: 'bill-1', by: actor }));
    expect(await get(dpId)).toMatchObject({ payStatus: 5, rxStatus: 7, checkName: '收费员', sendName: '发药人', version });
  });

  it('a second charge, an old version and another facility are refused', async () => {
    const signed = await confirm(await create());
    const change = { dpId: signed.dpId ?? '', version: signed.version, billId: 'b', by: actor };
    expect(await refusal(ledger().markCharged({ ...change, by: { ...actor, orgIds: ['org-wh'] } }))).toMatchObject({ key: 'prescription.not-found' });
    const { version } = await ledger().markCharged(change);
    expect(await refusal(ledger().markCharged(change))).toMatchObject({ key: 'prescription.stale' });
    expect(await refusal(ledger().markCharged({ ...change, version }))).toMatchObject({ key: 'prescription.pay-move' });
  });

  it('reads within the facilities it is asked for', async () => {
    const dpId = (await create()).dpId ?? '';
    const [there, here] = [['org-wh'], ['org-wh', 'org-gz']];
    expect([await ledger().get(dpId, there), (await ledger().get(dpId, here))?.dpId]).toEqual([undefined, dpId]);
    expect([await ledger().getMany([dpId], there), (await ledger().getMany([dpId], here)).length]).toEqual([[], 1]);
    expect(await ledger().list({ orgIds: there })).toMatchObject({ list: [], pagination: { total: 0 } });
    expect((await ledger().list({ orgIds: here, pageSize: 500 })).list.map((head) => head.dpId)).toContain(dpId);
    expect([await ledger().patientTotals({ orgIds: there }), await ledger().stateTotals({ orgIds: there })]).toEqual([[], []]);
  });

  it('a refusal by the pharmacist needs a reason and leads back to the doctor', async () => {
    const signed = await confirm(await create({ dpDate: MONDAY + 86_400_000 }));
    const change = { dpId: signed.dpId ?? '', version: signed.version, to: RxStatus.RefusedByPharmacist, by: actor };
    expect(await refusal(ledger().setRxStatus({ ...change, reason: '  ' }))).toMatchObject({ key: 'prescription.reason-needed' });
    const { version } = await ledger().setRxStatus({ ...change, reason: '剂量过大' });
    expect(await get(signed.dpId ?? '')).toMatchObject({ rxStatus: 8, refuseReason: '剂量过大' });
    const back: Prescription = await host.call('prescription', routes.unConfirm, { params: { id: signed.dpId }, body: { version } });
    expect(back).toMatchObject({ payStatus: 9, rxStatus: 0, refuseReason: '剂量过大' });
  });

  it('moves that belong to the doctor cannot be made through the ledger', async () => {
    const rx = await create();
    const change = { dpId: rx.dpId ?? '', version: rx.version, by: actor };
    expect(await refusal(ledger().setRxStatus({ ...change, to: RxStatus.Confirmed }))).toMatchObject({ key: 'prescription.rx-move' });
    expect(await refusal(ledger().setPayStatus({ ...change, to: PayStatus.ToCharge }))).toMatchObject({ key: 'prescription.pay-move' });
  });

  it('money and treatment move by the tables alone, and no more of a line goes back than was sold', async () => {
    const signed = await confirm(await create({ dpDate: MONDAY + 2 * 86_400_000 }));
    const dpId = signed.dpId ?? '';
    const handedOut = ledger().setRxStatus({ dpId, version: signed.version, to: RxStatus.Picked, by: actor });
    expect(await refusal(handedOut)).toMatchObject({ key: 'prescription.rx-move' });
    const { version } = await ledger().markCharged({ dpId, version: signed.version, billId: 'bill-2', by: actor });
    expect(await refusal(ledger().setPayStatus({ dpId, version, to: PayStatus.Settling, by: actor }))).toMatchObject({ key: 'prescription.pay-move' });
    const [sold] = (await ledger().get(dpId, ['org-gz']))?.lines ?? [];
    if (!sold) throw new Error('no line');
    const reopen = (quantity: number) =>
      ledger().reopen({
        dpId,
        version,
        billId: 'bill-3',
        by: actor,
        withdrawn: [{ detailId: sold.detailId, quantity: quantity as typeof sold.quantity }],
        nothingToHandOut: false,
      });
    expect(await refusal(reopen(sold.quantity + 1))).toMatchObject({ key: 'prescription.withdrawn-wrong' });
    expect(await refusal(reopen(sold.quantity))).toMatchObject({ key: 'allowed' });
  });

  it('whoever looks through a month is told of each prescription what whoever opens it is told: states, and lines without what went back', async () => {
    await create({ dpDate: MONDAY + 3 * 86_400_000, prescriptionDetailList: [once('item', 'item-hd', '次')] });
    const days = { orgIds: ['org-gz'], startDate: '2026-03-02', endDate: '2026-03-31' };
    const brief = await ledger().brief(days, 1_000);
    const { list } = await ledger().list({ ...days, pageSize: 500 });
    expect(brief.map(({ dpId }) => dpId).toReversed()).toEqual(list.map(({ dpId }) => dpId));
    const whole = await ledger().getMany(
      brief.map(({ dpId }) => dpId),
      ['org-gz'],
    );
    expect(brief).toEqual(
      whole.map(({ dpId, dpNumber, patientId, priceDay, payStatus, lines }) => ({
        ...{ dpId, dpNumber, patientId, priceDay, payStatus },
        lines: lines.map(({ detailId, kind, drugId, drugName, medicalInsCode, drugType, quantity, remark }) => ({
          ...{ detailId, kind, drugId, drugName, medicalInsCode, drugType, quantity, remark },
        })),
      })),
    );
    // One of them was charged anew without a line.
    expect(whole.some(({ rounds, lines, prescribedLines }) => rounds > 0 && lines.length < prescribedLines.length)).toBe(true);
    const alone = await ledger().brief({ ...days, testsAlone: true }, 1_000);
    const tested = whole.filter(({ assayPrice }) => assayPrice > 0);
    const testsOf = (lines: readonly { drugId: string; drugType: string }[]) => lines.filter(({ drugType }) => drugType === '化验').map(({ drugId }) => drugId);
    expect(alone.map(({ dpId, lines }) => [dpId, lines.map(({ drugId }) => drugId)])).toEqual(tested.map(({ dpId, lines }) => [dpId, testsOf(lines)]));
    expect([alone.length > 0, alone.length < brief.length]).toEqual([true, true]);
    expect(await ledger().brief({ ...days, orgIds: ['org-wh'] }, 1_000)).toEqual([]);
    expect(await ledger().brief({ ...days, patientIds: [] }, 1_000)).toEqual([]);
    expect(await ledger().brief(days, 2)).toEqual(brief.slice(0, 2));
  });

  it('totals per patient', async () => {
    const totals = await ledger().patientTotals({ orgIds: ['org-gz'], patientIds: ['pat-2'] });
    expect(totals).toEqual([{ patientId: 'pat-2', count: 1, totalPrice: 40000, latest: MONDAY }]);
  });
});
