import type { DataScope } from '@nephra/plugin-sdk/contract';
import { type FigurePanel, type FigurePanelContent, figurePanels, type FigurePeriod, type FigureQuestion, type FigureRows } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_ROWS } from '../../../../tests/support/data-rights-matrix.ts';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { accountContract, type BillRecord, chargeContract, type ChargeDay } from '../../contract/index.ts';
import { cashier, type Desk, oneBox, oneDialyser, oneSession, openDesk, refusal } from '../../testing/desk.ts';
import { insuredDesk } from '../../testing/insured-desk.ts';

/** Two days of April; the two before them are the last of March. */
const PERIOD: FigurePeriod = { startDate: '2026-04-01', endDate: '2026-04-02' };
const MARCH: FigurePeriod = { startDate: '2026-03-30', endDate: '2026-03-31' };
const other = staff({ userId: 'user-other', userName: '收费员乙', roles: ['cashier'] });
const everywhere = { ...cashier, orgIds: ['org-gz', 'org-wh'] };
type Reader = { readonly user?: typeof cashier; readonly dataScope?: (menu: string) => DataScope };

let desk: Desk;
let panel: FigurePanel;
let inMarch: BillRecord;

const on = (day: string): void => {
  desk.host.time.now = new Date(`${day}T02:00:00Z`);
};
const readerOf = ({ user = cashier, dataScope }: Reader = {}) => desk.host.requestContext<never>('charging', { user, dataScope });
const read = (period: FigurePeriod = PERIOD, reader?: Reader) => panel.read(readerOf(reader), period);
const rows = (question: Partial<FigureQuestion> & { figure: string }, reader?: Reader) =>
  panel.rows(readerOf(reader), { ...PERIOD, currentPage: 1, pageSize: 20, ...question });
const fen = (yuan: unknown): number => Math.round(Number(yuan) * 100);
const totalOf = (content: FigurePanelContent, key: string): number | undefined => content.totals.find((one) => one.key === key)?.value;
const partsOf = (content: FigurePanelContent, key: string): Record<string, number> =>
  Object.fromEntries(content.parts?.find((one) => one.key === key)?.list.map((one) => [one.key, one.value]) ?? []);
const days = async (period: FigurePeriod): Promise<readonly ChargeDay[]> =>
  (await desk.host.call('charging', accountContract.routes.days, { query: { ...period }, user: cashier })).list;

/** Every row of a figure, read one at a time. */
async function everyRow(question: Partial<FigureQuestion> & { figure: string }): Promise<FigureRows['list']> {
  const { total } = await rows(question);
  const pages = await Promise.all(Array.from({ length: total + 1 }, (_, at) => rows({ ...question, currentPage: at + 1, pageSize: 1 })));
  const list = pages.flatMap((page) => page.list);
  expect(new Set(list.map(({ key }) => key)).size).toBe(total);
  return list;
}

beforeAll(async () => {
  desk = await openDesk();
  const insured = insuredDesk(desk);
  on('2026-03-30');
  const day = (dpDate: string) => ({ dpDate: Date.parse(`${dpDate}T01:00:00Z`) });
  // One session a day.
  const [session, march, both, april] = [
    await desk.prescribe({ ...day('2026-03-27'), prescriptionDetailList: [oneSession] }),
    await desk.prescribe(day('2026-03-28')),
    await desk.prescribe({ ...day('2026-03-29'), prescriptionDetailList: [oneBox, oneSession] }),
    await desk.prescribe(day('2026-03-30')),
  ];
  const dialyser = await desk.prescribe({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [oneDialyser] });
  const settle = async ({ dpId }: { readonly dpId: string | null }) => {
    await insured.hold([dpId ?? '']);
    await insured.charge([dpId ?? '']);
  };
  const refund = (bill: BillRecord, user: typeof cashier, lines?: readonly { detailId: string; drugNum: number }[]) =>
    desk.host.call('charging', chargeContract.routes.cancelBill, { body: { chargeId: bill.chargeId, reason: '开错了', ...(lines && { lines }) }, user });
  inMarch = await desk.charge(session);
  on('2026-03-31');
  await settle(march);
  on('2026-04-01');
  const bill = await desk.charge(both);
  await settle(april);
  const split = [
    { payWay: 'wechat', amount: 200 },
    { payWay: 'cash', amount: 20 },
  ];
  await desk.charge(dialyser, { payments: split }, other);
  on('2026-04-02');
  await refund(bill, other, [{ detailId: bill.lines[0]?.detailId ?? '', drugNum: 1 }]);
  await refund(inMarch, cashier);
  // The same again in Wuhan.
  await desk.host.db.script(`begin;
    insert into charging.bill select copy.* from charging.bill as one, lateral jsonb_populate_record(null::charging.bill,
      to_jsonb(one) || jsonb_build_object('id', 'wh-' || one.id, 'org_id', 'org-wh', 'patient_id', 'pat-wh')) as copy where one.id = '${bill.chargeId}';
    insert into charging.bill_line select copy.* from charging.bill_line as one, lateral jsonb_populate_record(null::charging.bill_line,
      to_jsonb(one) || jsonb_build_object('bill_id', 'wh-' || one.bill_id)) as copy where one.bill_id = '${bill.chargeId}';
    insert into charging.payment select copy.* from charging.payment as one, lateral jsonb_populate_record(null::charging.payment,
      to_jsonb(one) || jsonb_build_object('bill_id', 'wh-' || one.bill_id)) as copy where one.bill_id = '${bill.chargeId}';
    insert into charging.bill_prescription select copy.* from charging.bill_prescription as one, lateral jsonb_populate_record(null::charging.bill_prescription,
      to_jsonb(one) || jsonb_build_object('bill_id', 'wh-' || one.bill_id, 'dp_id', 'wh-' || one.dp_id)) as copy where one.bill_id = '${bill.chargeId}';
    commit;`);
  const found = desk.host.context('charging').extensions(figurePanels);
  panel = found.find(({ value }) => value.permission === 'charging.figures')?.value as FigurePanel;
});
afterAll(() => desk.host.close());

describe('the panel of takings', () => {
  it('says what was taken, by day and way, group and cashier, and what insurers bore of it', async () => {
    const content = await read();
    const totals = Object.fromEntries(content.totals.map(({ key, value, before }) => [key, [value, before]]));
    expect(totals).toEqual({
      net: [975.5, 1155.5],
      charged: [1414, 1155.5],
      refunded: [-438.5, 0],
      bills: [3, 2],
      patients: [2, 1],
      average: [471.33, 577.75],
      insuredFund: [300, 300],
      insuredOwn: [455.5, 455.5],
      insuredShare: [39.7, 39.7],
    });
    expect(content.days?.series.map(({ key, label, values }) => [key, label, values])).toEqual([
      ['cash', '现金', [864, -438.5]],
      ['wechat', '微信', [200, 0]],
      ['alipay', '支付宝', [0, 0]],
      ['card', '银行卡', [0, 0]],
      ['insurance-fund', '医保基金', [300, 0]],
      ['insurance-account', '医保个人账户', [50, 0]],
    ]);
    expect(partsOf(content, 'cashier')).toEqual({ [cashier.userId]: 794, 'user-other': 181.5 });
    expect(partsOf(content, 'insurer')).toEqual({ fund: 300, account: 50, cash: 405.5, hospital: 0 });
  });

  it('never says another number than the list of days', async () => {
    for (const period of [PERIOD, MARCH, { startDate: '2026-03-02', endDate: '2026-04-30' }]) {
      const [content, list] = [await read(period), await days(period)];
      const sum = (amount: (day: ChargeDay) => number): number => list.reduce((all, day) => all + fen(amount(day)), 0);
      expect(fen(totalOf(content, 'net'))).toBe(sum((day) => day.netPrice));
      expect(fen(totalOf(content, 'charged'))).toBe(sum((day) => day.chargedPrice));
      expect(fen(totalOf(content, 'refunded'))).toBe(sum((day) => day.refundPrice));
      expect(totalOf(content, 'bills')).toBe(list.reduce((all, day) => all + day.chargeCount, 0));
      const groups = partsOf(content, 'group');
      expect([fen(groups.west), fen(groups.diagTreat), fen(groups.assay)]).toEqual([
        sum((day) => day.westPrice),
        sum((day) => day.diagTreatPrice),
        sum((day) => day.assayPrice),
      ]);
      for (const [way, value] of Object.entries(partsOf(content, 'way')))
        expect(fen(value), way).toBe(sum((day) => day.ways.find((one) => one.payWay === way)?.amount ?? 0));
      for (const key of ['way', 'group', 'cashier'])
        expect(
          Object.values(partsOf(content, key)).reduce((all, value) => all + fen(value), 0),
          key,
        ).toBe(fen(totalOf(content, 'net')));
    }
  });

  it('what a figure is made of adds up to it, over all pages, and leads to the bill', async () => {
    const content = await read();
    const amount = (list: FigureRows['list']): number => list.reduce((sum, row) => sum + fen(row.cells.amount), 0);
    for (const { key, unit, value, opens } of content.totals) {
      if (!opens) continue;
      const list = await everyRow({ figure: key });
      expect(unit === 'count' ? list.length : amount(list), key).toBe(unit === 'count' ? value : fen(value));
    }
    for (const { key, list } of content.parts ?? [])
      for (const part of list) expect(amount(await everyRow({ figure: key, part: part.key })), `${key} ${part.key}`).toBe(fen(part.value));
    for (const { key, values } of content.days?.series ?? [])
      for (const [at, day] of ['2026-04-01', '2026-04-02'].entries())
        expect(amount(await everyRow({ figure: 'days', part: key, day })), `${key} ${day}`).toBe(fen(values[at]));
    const [newest] = await everyRow({ figure: 'refunded' });
    expect(newest?.opens).toEqual({ menu: 'his.charging', query: { billId: newest?.key } });
    expect(newest?.cells).toMatchObject({ patient: '重庆测', way: '现金' });
    expect((await everyRow({ figure: 'patients' })).map(({ opens }) => opens?.query)).toContainEqual({ patientId: 'pat-2' });
  });

  it('compares with as many days just before, over the end of a month', async () => {
    const [content, march] = [await read(), await read(MARCH)];
    for (const { key, before } of content.totals) expect(before, key).toBe(totalOf(march, key));
    expect(totalOf(march, 'bills')).toBe(2);
  });

  it('is zero on every day of a period without bills', async () => {
    const content = await read({ startDate: '2027-02-27', endDate: '2027-03-01' });
    // Of no bills there is no average to compare with.
    expect(content.totals.map(({ value, before }) => [value, before])).toEqual(content.totals.map(({ key }) => [0, key === 'average' ? undefined : 0]));
    expect(content.days?.series.map(({ values }) => values)).toEqual([1, 2, 3, 4].map(() => [0, 0, 0]));
    for (const { list } of content.parts ?? []) expect(list.every(({ value }) => value === 0)).toBe(true);
    expect((await rows({ figure: 'net', startDate: '2027-02-27', endDate: '2027-03-01' })).list).toEqual([]);
  });

  it('[6-05] counts what the bill list shows its reader: own facilities, and what a data scheme lets through', async () => {
    const everyone = await read(PERIOD, { user: everywhere });
    expect([totalOf(everyone, 'bills'), totalOf(everyone, 'patients'), totalOf(everyone, 'net')]).toEqual([4, 3, 1414]);
    expect((await rows({ figure: 'net' }, { user: everywhere })).total).toBe((await rows({ figure: 'net' })).total + 1);
    const dataScope = (menu: string): DataScope => (menu === 'his.charging' ? OWN_ROWS : { kind: 'organisation' });
    const own = { user: other, dataScope };
    const narrowed = await read(PERIOD, own);
    expect(partsOf(narrowed, 'cashier')).toEqual({ 'user-other': 181.5 });
    expect([totalOf(narrowed, 'net'), totalOf(narrowed, 'insuredFund'), totalOf(narrowed, 'patients')]).toEqual([181.5, 0, 1]);
    expect((await rows({ figure: 'cashier', part: cashier.userId }, own)).total).toBe(0);
    const list = await desk.host.call('charging', chargeContract.routes.bill, { ...own, query: { ...PERIOD } });
    expect((await rows({ figure: 'net' }, own)).list.map(({ key }) => key)).toEqual(list.list.map(({ chargeId }) => chargeId));
  });

  it('refuses what is no figure of it', async () => {
    for (const question of [
      { figure: 'profit' },
      { figure: 'toString' },
      { figure: 'group', part: 'x' },
      { figure: 'insurer' },
      { figure: 'net', day: '2026-05-01' },
    ])
      expect(await refusal(rows(question)), JSON.stringify(question)).toBe('charging.figure-unknown');
  });
});
