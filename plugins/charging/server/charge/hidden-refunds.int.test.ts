import type { DataScope } from '@nephra/plugin-sdk/contract';
import type { RawReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_ROWS } from '../../../../tests/support/data-rights-matrix.ts';
import { type HostedCall, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { accountContract, type BillRecord, type BillRow, chargeContract, monthContract, settlementSheets, shiftContract } from '../../contract/index.ts';
import { type Desk, oneBox, oneSession, openDesk } from '../../testing/desk.ts';

const { routes } = chargeContract;
const { routes: account } = accountContract;
const me = staff({ userId: 'user-mine', userName: '甲员' });
const other = staff({ userId: 'user-theirs', userName: '乙员' });
const ALL: DataScope = { kind: 'organisation' };
const ownOnly = (menu: string): DataScope => (menu === 'his.charging' ? OWN_ROWS : ALL);
const own: HostedCall = { user: me, dataScope: ownOnly };
const all: HostedCall = { user: me };

let desk: Desk;
/** A bill of mine: a box went back by me, then the rest by the other. */
let mine: BillRecord;
let myRefund: BillRecord;
let theirRefund: BillRecord;
/** A bill of the other, taken back by me. */
let theirs: BillRecord;
let back: BillRecord;

async function charge(user: typeof me): Promise<BillRecord> {
  return await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox, oneSession] }, user), {}, user);
}

beforeAll(async () => {
  desk = await openDesk();
  const refund = async (bill: BillRecord, user: typeof me, reason: string, lines?: { detailId: string; drugNum: number }[]) => {
    desk.host.time.now = new Date(desk.host.time.now.getTime() + 60_000);
    return await desk.host.call('charging', routes.cancelBill, { body: { chargeId: bill.chargeId, reason, ...(lines ? { lines } : {}) }, user });
  };
  mine = await charge(me);
  myRefund = await refund(mine, me, '甲退', [{ detailId: mine.lines[0]?.detailId ?? '', drugNum: 1 }]);
  theirRefund = await refund(mine, other, '乙退');
  theirs = await charge(other);
  back = await refund(theirs, me, '甲退整单');
});
afterAll(() => desk.host.close());

const sheetOf = (scope: DataScope) =>
  desk.host.service(settlementSheets).of({
    billId: mine.chargeId,
    orgIds: me.orgIds,
    rights: { menu: 'his.charging', userId: me.userId, orgId: me.orgId, orgIds: me.orgIds, scope },
    language: 'zh',
  });

/** Everywhere that tells of the bill as a row or a record. */
const tellings = (given: HostedCall, id: string): [string, () => Promise<BillRow | undefined>][] => [
  ['list', async () => (await desk.host.call('charging', routes.bill, { ...given, query: { pageSize: 100 } })).list.find(({ chargeId }) => chargeId === id)],
  ['record', async () => (await desk.host.call('charging', routes.chargeDetail, { ...given, query: { chargeIdList: id } })).list[0]],
  ['sheet', async () => (await desk.host.call('charging', routes.printSettle, { ...given, query: { chargeId: id } })).list[0]],
  ['sheet with lines', async () => (await desk.host.call('charging', routes.printSettleDetail, { ...given, query: { chargeId: id } })).list[0]],
  [
    'account',
    async () =>
      (await desk.host.call('charging', account.patientDetail, { ...given, query: { patientId: 'pat-1' } })).bills.find(({ chargeId }) => chargeId === id),
  ],
];
const rowsOf = async (reply: unknown): Promise<string[]> => {
  const [sheet] = await readXlsx((reply as RawReply).content);
  return (sheet?.rows.slice(1) ?? []).map((row) => JSON.stringify(row));
};

describe('[6-02] a visible bill and its hidden refunds', () => {
  it('list, record, account and sheets: what was given back stays whole, a hidden refund is an amount and nothing else', async () => {
    for (const [name, tell] of tellings(all, mine.chargeId)) {
      expect(await tell(), name).toMatchObject({
        state: 'cancelled',
        refundedPrice: mine.totalPrice,
        hiddenRefundPrice: 0,
        counterBillNo: `${myRefund.billNo}、${theirRefund.billNo}`,
        refunds: [{ chargeId: myRefund.chargeId }, { chargeId: theirRefund.chargeId, cashierName: '乙员' }],
      });
    }
    for (const [name, tell] of tellings(own, mine.chargeId)) {
      const told = await tell();
      expect(told, name).toMatchObject({
        state: 'cancelled',
        refundedPrice: mine.totalPrice,
        hiddenRefundPrice: theirRefund.totalPrice,
        counterBillNo: `${myRefund.billNo}、＊＊`,
        refunds: [{ chargeId: myRefund.chargeId, totalPrice: myRefund.totalPrice }],
      });
      expect(JSON.stringify(told), name).not.toMatch(new RegExp(`${theirRefund.billNo}|${theirRefund.chargeId}|乙员|乙退`));
    }
  });

  it('a visible refund does not name its hidden bill', async () => {
    for (const [name, tell] of tellings(all, back.chargeId)) expect(await tell(), name).toMatchObject({ state: 'refund', counterBillNo: theirs.billNo });
    for (const [name, tell] of tellings(own, back.chargeId)) {
      const told = await tell();
      expect(told, name).toMatchObject({ state: 'refund', counterBillNo: '＊＊', refunds: [] });
      expect(JSON.stringify(told), name).not.toContain(theirs.billNo);
    }
  });

  it('sheets of a region go by the rights that are handed in', async () => {
    expect((await sheetOf(ALL)).sheet.counterBillNo).toContain(theirRefund.billNo);
    expect((await sheetOf(OWN_ROWS)).sheet).toMatchObject({ counterBillNo: `${myRefund.billNo}、＊＊`, hiddenRefundPrice: theirRefund.totalPrice });
  });

  it('a month sheet gives back as much whoever looks, and names the visible receipts', async () => {
    const sheet = async (given: HostedCall) =>
      await desk.host.call('charging', monthContract.routes.sheet, { ...given, params: { id: 'pat-1' }, query: { month: '2026-03' } });
    const [whole, narrowed] = [await sheet(all), await sheet(own)];
    expect(whole).toMatchObject({ refundPrice: -2 * mine.totalPrice, hiddenRefundPrice: 0 });
    expect(narrowed).toMatchObject({ refundPrice: -mine.totalPrice, hiddenRefundPrice: theirRefund.totalPrice });
    expect(whole.bills.map(({ billNo }) => billNo)).toContain(theirRefund.billNo);
    expect(narrowed.bills.map(({ billNo }) => billNo)).toEqual([mine.billNo, myRefund.billNo]);
    expect(JSON.stringify(narrowed)).not.toMatch(new RegExp(`${theirRefund.billNo}|${theirRefund.chargeId}|乙员|乙退`));
  });

  it('workbooks go by the same rule', async () => {
    for (const route of [account.exportBills, account.exportInvoices]) {
      const rows = async (given: HostedCall) => await rowsOf(await desk.host.call('charging', route, { ...given, query: {} }));
      const of = (found: string[], bill: BillRecord) => found.find((text) => text.startsWith(`["${bill.billNo}"`)) ?? '';
      const [whole, narrowed] = [await rows(all), await rows(own)];
      expect([whole.length, narrowed.length]).toEqual([5, 3]);
      expect(of(whole, mine)).toContain(`${myRefund.billNo}、${theirRefund.billNo}`);
      expect(of(narrowed, mine)).toContain(`${myRefund.billNo}、＊＊`);
      expect(of(whole, back)).toContain(theirs.billNo);
      expect(of(narrowed, back)).toContain('＊＊');
      expect(narrowed.join()).not.toMatch(new RegExp(`${theirRefund.billNo}|${theirs.billNo}|乙员|乙退`));
      if (route === account.exportBills) expect(of(narrowed, mine)).toContain('"438.50","438.50"');
    }
  });

  it('a closing visible names the edges of its series where it shows the bill', async () => {
    const { takings, close, detail } = shiftContract.routes;
    desk.host.time.now = new Date(desk.host.time.now.getTime() + 24 * 3_600_000);
    const today = await charge(me);
    const { cashExpected } = await desk.host.call('charging', takings, { user: me });
    const counted = { cashExpected, cashCounted: Math.max(0, cashExpected), billCount: 4 };
    const closed = await desk.host.call('charging', close, { body: counted, user: me });
    const edges = { firstBillNo: mine.billNo, lastBillNo: today.billNo, firstRefundNo: myRefund.billNo, lastRefundNo: back.billNo };
    expect(closed).toMatchObject(edges);
    const sinceToday: DataScope = {
      kind: 'schemes',
      conditions: [[{ logic: 'and', groups: [{ field: 'dpDate', type: 'DateTime', op: 'GreaterThanOrEqual', value: '2026-03-03' }] }]],
      userAndBelow: [],
    };
    const read = (scope: DataScope) =>
      desk.host.call('charging', detail, { params: { id: closed.shiftId }, user: me, dataScope: (menu) => (menu === 'his.charging' ? scope : ALL) });
    expect(await read(ALL)).toMatchObject(edges);
    const narrowed = await read(sinceToday);
    expect(narrowed).toMatchObject({ firstBillNo: '＊＊', lastBillNo: today.billNo, firstRefundNo: '＊＊', lastRefundNo: '＊＊' });
    expect(narrowed).toMatchObject({ chargeCount: 2, refundCount: 2, netPrice: closed.netPrice });
    expect(narrowed.bills.map(({ billNo }) => billNo)).toEqual([today.billNo]);
  });
});
