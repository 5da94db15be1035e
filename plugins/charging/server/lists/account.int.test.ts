import { Readable } from 'node:stream';
import type { Route } from '@nephra/plugin-sdk/contract';
import type { RawReply } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXlsx } from '../../../../plugin-sdk/testing/read-xlsx.ts';
import { line } from '../../../prescription/server/prescription.fixture.ts';
import { accountContract, type BillRecord, chargeContract, type PatientAccount, sheetTitles } from '../../contract/index.ts';
import { cashier, type Desk, oneBox, oneDialyser, oneSession, openDesk, refusal, wuhanCashier } from '../../testing/desk.ts';

const { routes } = accountContract;
let desk: Desk;
let first: BillRecord;
let second: BillRecord;
let back: BillRecord;

const call: Desk['host']['call'] = (plugin, route, given) => desk.host.call(plugin, route, { user: cashier, ...given });
const sheetOf = async (route: Route, query: Record<string, unknown> = {}, user = cashier): Promise<readonly (readonly unknown[])[]> => {
  const reply: unknown = await desk.host.call('charging', route, { user, query });
  const content = (reply as RawReply).content;
  if (!(content instanceof Readable)) throw new Error('not a stream');
  const rows = (await readXlsx(content))[0]?.cells ?? [];
  return rows.map((row) => row.map((cell) => (cell?.type === 'number' ? Number(cell.value) : cell?.value)));
};

beforeAll(async () => {
  desk = await openDesk();
  first = await desk.charge(await desk.prescribe({ prescriptionDetailList: [line({ manualNum: true, drugNum: 3 }), oneSession] }));
  desk.host.time.now = new Date('2026-03-03T02:00:00Z');
  second = await desk.charge(await desk.prescribe({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [oneDialyser] }));
  back = await call('charging', chargeContract.routes.cancelBill, {
    body: { chargeId: first.chargeId, reason: '少用一盒', lines: [{ detailId: first.lines[0]?.detailId, drugNum: 1 }] },
  });
});
afterAll(() => desk.host.close());

describe('[7.8-03] what was charged, by day and by patient', () => {
  it('adds up each day, refunds on the day they were given', async () => {
    const { list } = await call('charging', routes.days, { query: {} });
    expect(list).toMatchObject([
      { day: '2026-03-02', chargeCount: 1, refundCount: 0, chargedPrice: 515.5, refundPrice: 0, netPrice: 515.5, westPrice: 115.5, diagTreatPrice: 400 },
      { day: '2026-03-03', chargeCount: 1, refundCount: 1, chargedPrice: 220, refundPrice: -38.5, netPrice: 181.5, westPrice: -38.5 },
    ]);
    expect(list[1]?.ways).toEqual([{ payWay: 'cash', payWayName: '现金', amount: 181.5 }]);
    expect((await call('charging', routes.days, { query: { state: 'refund' } })).list).toMatchObject([{ day: '2026-03-03', netPrice: -38.5 }]);
    expect((await call('charging', routes.days, { query: {}, user: wuhanCashier })).list).toEqual([]);
  });

  it('lists patients with bills, newest first, by every filter of the bills', async () => {
    const patients = (query: Record<string, unknown>) => call('charging', chargeContract.routes.patients, { query: { scope: 'charged', ...query } });
    expect((await patients({})).list).toMatchObject([
      { patientId: 'pat-1', billCount: 2, chargedPrice: 515.5, refundPrice: -38.5, totalPrice: 477, prescriptionCount: 1 },
      { patientId: 'pat-2', billCount: 1, chargedPrice: 220, refundPrice: 0, totalPrice: 220 },
    ]);
    expect((await patients({ endDate: '2026-03-02' })).list.map((row) => row.patientId)).toEqual(['pat-1']);
    expect((await patients({ pageSize: 1, currentPage: 2 })).list.map((row) => row.patientId)).toEqual(['pat-2']);
    expect((await patients({})).pagination.total).toBe(2);
  });

  it('shows one patient: totals, days, articles with refunds taken off, bills', async () => {
    const account: PatientAccount = await call('charging', routes.patientDetail, { query: { patientId: 'pat-1' } });
    expect(account).toMatchObject({ patientName: '重庆测', chargeCount: 1, refundCount: 1, chargedPrice: 515.5, refundPrice: -38.5 });
    expect(account.totals).toMatchObject({ westPrice: 77, diagTreatPrice: 400, totalPrice: 477 });
    expect(account.items.map((item) => [item.drugName, item.drugNum, item.subTotal])).toEqual([
      ['血液透析', 1, 400],
      ['骨化三醇软胶囊', 2, 77],
    ]);
    expect(account.days.map((day) => [day.day, day.netPrice])).toEqual([
      ['2026-03-02', 515.5],
      ['2026-03-03', -38.5],
    ]);
    expect(account.bills.map((bill) => bill.billNo)).toEqual([back.billNo, first.billNo]);
    expect(await refusal(call('charging', routes.patientDetail, { query: { patientId: 'nobody' } }))).toBe('charging.patient-not-found');
    expect(await refusal(call('charging', routes.patientDetail, { query: { patientId: 'pat-1' }, user: wuhanCashier }))).toBe('charging.patient-not-found');
  });

  it('[7.8-02] narrows lines by type and name, and adds up what it finds', async () => {
    const lines = (query: Record<string, unknown>) => call('charging', chargeContract.routes.billDetail, { query });
    expect(await lines({})).toMatchObject({ totalPrice: 697, pagination: { total: 4 } });
    expect(await lines({ drugType: '西药' })).toMatchObject({ totalPrice: 77, pagination: { total: 2 } });
    expect(await lines({ drugName: '透析器' })).toMatchObject({ totalPrice: 220, pagination: { total: 1 } });
    expect(await lines({ drugName: '%' })).toMatchObject({ totalPrice: 0, list: [] });
    const pages = await Promise.all([1, 2, 3, 4, 5].map((currentPage) => lines({ currentPage, pageSize: 1 })));
    const all = await lines({ pageSize: 100 });
    expect(pages.flatMap((page) => page.list)).toEqual(all.list);
  });
});

describe('[7.8-02] bills of one patient, as the file shows them', () => {
  const bills = (query: Record<string, unknown>, user = cashier) => desk.host.call('charging', chargeContract.routes.bill, { query, user });

  it('newest first, a page at a time; of a patient of another facility there is none', async () => {
    const numbers = async (query: Record<string, unknown>) => (await bills({ patientId: 'pat-1', ...query })).list.map(({ billNo }) => billNo);
    expect(await numbers({ pageSize: 10 })).toEqual([back.billNo, first.billNo]);
    expect(await numbers({ pageSize: 1, currentPage: 2 })).toEqual([first.billNo]);
    expect((await bills({ patientId: 'pat-1' }, wuhanCashier)).pagination.total).toBe(0);
  });

  it('of an amount: both ends included, a refund by what went back; sums and lines speak of the same bills', async () => {
    const total = (query: Record<string, unknown>) => call('charging', chargeContract.routes.billTotal, { query });
    const found = async (query: Record<string, unknown>) => (await bills(query)).list.map(({ billNo }) => billNo).sort();
    const of = (...records: readonly BillRecord[]) => records.map(({ billNo }) => billNo).sort();
    expect(await found({ totalFrom: 220, totalTo: 515.5 })).toEqual(of(first, second));
    expect(await found({ totalFrom: 220.01 })).toEqual(of(first));
    expect(await found({ totalTo: 219.99 })).toEqual(of(back));
    expect(await found({ totalFrom: 38.5, totalTo: 38.5 })).toEqual(of(back));
    expect(await found({ totalFrom: 0.01, state: 'charged' })).toEqual(of(second));
    expect(await found({ totalFrom: 300, totalTo: 200 })).toEqual([]);
    expect(await total({ totalTo: 219.99 })).toMatchObject({ chargedCount: 0, refundCount: 1, netPrice: -38.5 });
    expect((await call('charging', chargeContract.routes.billDetail, { query: { totalFrom: 220, totalTo: 300 } })).totalPrice).toBe(220);
    expect((await bills({ totalFrom: 1 }, wuhanCashier)).list).toEqual([]);
  });

  it('[9-09] a row knows that its region has a form of its own, as the bill does', async () => {
    const told = async () => [
      (await bills({})).list.map(({ ownForm }) => ownForm),
      (await call('charging', chargeContract.routes.chargeDetail, { query: { chargeIdList: first.chargeId } })).list[0]?.ownForm,
    ];
    expect(await told()).toEqual([[false, false, false], false]);
    desk.host.extend(sheetTitles, 'region', { prefixes: ['H44'], otherwise: false, title: { zh: '单', zhtw: '單', en: 'Sheet' }, ownForm: true });
    expect(await told()).toEqual([[true, true, true], true]);
    desk.host.withdrawExtensions('region');
  });
});

describe('[7.8-04] workbooks', () => {
  it('of bills hold what the list holds', async () => {
    const cells = await sheetOf(routes.exportBills, {});
    expect(cells[0]?.slice(0, 4)).toEqual(['收据号', '状态', '收费时间', '患者']);
    expect(cells.slice(1).map((row) => [row[0], row[1], row[7]])).toEqual([
      [back.billNo, '退费单', -38.5],
      [second.billNo, '已收费', 220],
      [first.billNo, '部分退费', 515.5],
    ]);
    expect(await sheetOf(routes.exportBills, { startDate: '2026-03-03', state: 'charged' })).toHaveLength(2);
    expect(await sheetOf(routes.exportBills, {}, wuhanCashier)).toHaveLength(1);
    expect((await sheetOf(routes.exportBills, {}, { ...cashier, language: 'en' }))[1]?.[1]).toBe('Refund');
  });

  it('of lines, receipts and patients too', async () => {
    const lines = await sheetOf(routes.exportLines, { drugType: '西药' });
    expect(lines.slice(1).map((row) => [row[7], row[10], row[13]])).toEqual([
      ['骨化三醇软胶囊', -1, -38.5],
      ['骨化三醇软胶囊', 3, 115.5],
    ]);
    const receipts = await sheetOf(routes.exportInvoices, {});
    expect(receipts.slice(1).map((row) => [row[1], row[13], row[14]])).toEqual([
      ['退费单', -38.5, '负叁拾捌元伍角整'],
      ['收据', 220, '贰佰贰拾元整'],
      ['收据', 515.5, '伍佰壹拾伍元伍角整'],
    ]);
    const patients = await sheetOf(routes.exportPatients, {});
    expect(patients.slice(1).map((row) => [row[1], row[5], row[8]])).toEqual([
      ['重庆测', 2, 477],
      ['王小明', 1, 220],
    ]);
  });
});

describe('[7.8-07] a file that changed since the prescription was written', () => {
  it('merged: names the file that is left and charges nothing', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    await desk.host.db.script(`update patient.patient set merged_into = 'pat-2' where id = 'pat-1'`);
    expect(await refusal(desk.charge(rx))).toBe('charging.patient-merged');
    const account = await call('charging', routes.patientDetail, { query: { patientId: 'pat-2' } });
    expect([account.patientName, account.chargedPrice]).toEqual(['王小明', 735.5]);
    await desk.host.db.script(`update patient.patient set merged_into = null, enabled = false where id = 'pat-1'`);
    expect(await refusal(desk.charge(rx))).toBe('charging.patient-gone');
    await desk.host.db.script(`update patient.patient set enabled = true where id = 'pat-1'`);
    expect(await refusal(desk.charge(rx))).toBe('allowed');
    expect(await desk.broken()).toEqual([]);
  });
});
