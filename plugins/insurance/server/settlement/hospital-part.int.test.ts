import { fen, moneyFromWire, type OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { billSettlements, chargeContract, insuredSettlement, shiftContract } from '../../../charging/contract/index.ts';
import { connectionContract, settlementContract } from '../../contract/index.ts';
import { type DemoRegion, FACILITIES } from '../../testing/connected-host.ts';
import { cashierOf, openSettleDesk, patientIdOf, refusalOf, RX_TOTAL, type SettleDesk } from '../../testing/settle-desk.ts';

const { routes } = settlementContract;
const REGIONS = ['guangdong', 'hubei', 'guangxi'] as const;
let desk: SettleDesk;
let used = 0;
/** Number of a patient with a chronic filing whom no other test has. */
const somebody = (): number => {
  used += 1;
  return used % 7 === 6 ? somebody() : used;
};

async function agreeOnQuota(region: DemoRegion, quotaDiseases: string) {
  const user = cashierOf(region);
  const [row] = (await desk.host.call('insurance', connectionContract.routes.list, { user })).list;
  if (!row) throw new Error('no connection');
  const { orgId, orgName, regionRunning, addressAllowed, secretsSet, ...body } = row;
  return await desk.host.call('insurance', connectionContract.routes.save, { user, params: { orgId }, body: { ...body, secrets: {}, quotaDiseases } });
}

beforeAll(async () => {
  desk = await openSettleDesk({ patients: 60 });
  for (const region of REGIONS) expect((await agreeOnQuota(region, ' M07801、M03900 ')).quotaDiseases).toBe('M07801,M03900');
});
afterEach(() => desk.sim.control.clearFaults());
afterAll(() => desk.close());

/** Two sessions in one settlement: more in scope than the quota. */
async function ready(region: DemoRegion, n = somebody()) {
  const dpIds = [await desk.prescribe(region, n), await desk.prescribe(region, n)];
  return { n, dpIds, record: await desk.preSettle(region, dpIds) };
}
const platform = (setlId: string) => desk.sim.ledger().settlements.find((one) => one.setlId === setlId);
const billOf = async (region: DemoRegion, id: string) =>
  (await desk.host.call('charging', chargeContract.routes.chargeDetail, { user: cashierOf(region), query: { chargeIdList: id } })).list[0];
const takings = (region: DemoRegion) => desk.host.call('charging', shiftContract.routes.takings, { user: cashierOf(region) });

describe.each(REGIONS)('[7.3] [M5] %s: above the quota the hospital bears the rest', (region) => {
  it('pre-settlement says how much, the bill carries it as nobody’s money, and every sum agrees with the platform', async () => {
    const before = await takings(region);
    const { record } = await ready(region);
    expect([record.state, record.problem]).toEqual(['presettled', '']);
    const hospital = record.amounts?.hosp_part_amt ?? 0;
    expect(hospital).toBeGreaterThan(0);
    expect(record.hosp_part_amt).toBe(hospital);
    expect(record.trail.at(-1)).toMatchObject({ kind: 'presettled-hospital', params: { hospital: hospital.toFixed(2) } });
    const done = await desk.settle(region, record);
    expect([done.state, done.problem]).toEqual(['settled', '']);
    const { amounts } = platform(done.setl_id) ?? {};
    expect(amounts?.hosp_part_amt).toBe(moneyFromWire(hospital));
    const bill = await billOf(region, done.billId ?? '');
    const paid = Object.fromEntries((bill?.payments ?? []).map((one) => [one.payWay, moneyFromWire(one.amount)]));
    expect(paid['insurance-fund']).toBe(amounts?.fund_pay_sumamt);
    expect(paid['insurance-hospital']).toBe(amounts?.hosp_part_amt);
    expect(paid['insurance-account'] ?? 0).toBe(amounts?.acct_pay);
    expect(paid.cash ?? 0).toBe(amounts?.psn_cash_pay);
    expect(Object.values(paid).reduce((sum, one) => sum + one, 0)).toBe(moneyFromWire(2 * RX_TOTAL));
    const now = await takings(region);
    expect(moneyFromWire(now.cashExpected) - moneyFromWire(before.cashExpected)).toBe(amounts?.psn_cash_pay);
    expect(now.ways.find((way) => way.payWay === 'insurance-hospital')).toMatchObject({ kind: 'other', netPrice: hospital });
    const [behind] = await desk.host.service(billSettlements).of([done.billId ?? ''], [FACILITIES[region].orgId as OrgId]);
    const { poolPay = 0, civilServantPay = 0, otherFundPay = 0, accountPay = 0, cashPay = 0, hospitalPay = 0 } = behind ?? {};
    expect(hospitalPay).toBe(amounts?.hosp_part_amt);
    expect(poolPay + civilServantPay + otherFundPay + accountPay + cashPay + hospitalPay).toBe(moneyFromWire(2 * RX_TOTAL));
  });

  it('the printed sheet adds up, and so does the whole after a cancellation', async () => {
    const { dpIds, record } = await ready(region);
    const done = await desk.settle(region, record);
    const sheetOf = async (id: string) =>
      (await desk.host.call('charging', chargeContract.routes.printSettle, { user: cashierOf(region), query: { chargeId: id } })).list[0];
    const sheet = await sheetOf(done.billId ?? '');
    expect(sheet?.hosp_part_amt).toBe(record.hosp_part_amt);
    expect(fenOf(sheet, 'fund_pay_sumamt', 'psn_part_amt', 'hosp_part_amt')).toBe(moneyFromWire(sheet?.medfee_sumamt ?? 0));
    expect(fenOf(sheet, 'acct_pay', 'psn_cash_pay')).toBe(moneyFromWire(sheet?.psn_part_amt ?? 0));
    const undone = await desk.call(region, routes.cancel, { params: { id: done.id }, body: { reason: '患者要求', version: done.version } });
    expect(undone.state).toBe('cancelled');
    expect(platform(done.setl_id)?.state).toBe('cancelled');
    const left = await desk.rows<{ pay_way: string; left: string }>(
      `select p.pay_way, sum(p.amount)::text as left from charging.payment p join charging.bill b on b.id = p.bill_id
       where b.id = '${done.billId}' or b.reverses_id = '${done.billId}' group by p.pay_way`,
    );
    expect(left.map((one) => one.pay_way)).toContain('insurance-hospital');
    expect(left.every((one) => Number(one.left) === 0)).toBe(true);
    for (const dpId of dpIds) expect(await desk.payStatus(dpId)).toBe(5);
  });

  it('an answer that was lost is booked or settled again with the same parts', async () => {
    const { record } = await ready(region);
    desk.sim.control.faults([{ infno: ['2207', '2207A'], region, kind: 'cut', when: 'after' }]);
    expect((await desk.settle(region, record)).state).toBe('unknown');
    await desk.cycle(2);
    const found = await desk.record(region, record.id);
    const done = found.state === 'presettled' ? await desk.settle(region, found) : found;
    expect([done.state, done.hosp_part_amt]).toEqual(['settled', record.hosp_part_amt]);
    const bill = await billOf(region, done.billId ?? '');
    expect(bill?.payments.find((one) => one.payWay === 'insurance-hospital')?.amount).toBe(record.hosp_part_amt);
  });

  it('a month settles with it, and says so to the monthly charge', async () => {
    const n = somebody();
    const dpIds: string[] = [];
    for (const day of ['2026-03-02', '2026-03-02', '2026-03-04']) dpIds.push(await desk.prescribe(region, n, { day, onAccount: true }));
    const outcome = await desk.host.service(insuredSettlement).settleMonth({
      settlementId: `month-${region}`,
      orgId: FACILITIES[region].orgId as OrgId,
      patientId: patientIdOf(region, n),
      month: '2026-03',
      dpIds,
      total: fen(62_937 * 3),
      by: { userId: cashierOf(region).userId, userName: '收费员甲' },
    });
    if (outcome.kind !== 'settled') throw new Error(`not settled: ${outcome.kind}`);
    expect(outcome.hospitalPay).toBeGreaterThan(0);
    expect(outcome.fundPay + outcome.accountPay + outcome.hospitalPay + outcome.selfPay).toBe(62_937 * 3);
  });
});

describe('[7.3] how the insurer counts', () => {
  it('by item where no quota is agreed for the disease; 2207 asks the way 2206 did although the agreement changed between them', async () => {
    const { record } = await ready('guangdong');
    await agreeOnQuota('guangdong', '');
    const done = await desk.settle('guangdong', record);
    expect([done.state, done.hosp_part_amt]).toEqual(['settled', record.hosp_part_amt]);
    expect(done.hosp_part_amt).toBeGreaterThan(0);
    const byItem = (await ready('guangdong')).record;
    expect([byItem.state, byItem.hosp_part_amt]).toEqual(['presettled', 0]);
    expect(byItem.trail.at(-1)?.kind).toBe('presettled');
  });

  it('a code that cannot be one is refused; left out, the agreement stays', async () => {
    expect(await refusalOf(agreeOnQuota('hubei', 'M078 01;M-1'))).toBe('insurance.disease-code-malformed');
    const kept = await agreeOnQuota('hubei', undefined as never);
    expect(kept.quotaDiseases).toBe('M07801,M03900');
  });
});

function fenOf(sheet: object | undefined, ...names: readonly string[]): number {
  const figures = (sheet ?? {}) as Readonly<Record<string, number>>;
  return names.reduce((sum, name) => sum + moneyFromWire(figures[name] ?? 0), 0);
}
