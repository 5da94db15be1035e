import { fen, type OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insuredMonthChecks, insuredSettlement, monthContract } from '../../../../charging/contract/index.ts';
import { registerContract, settlementContract } from '../../../contract/index.ts';
import { cashierOf, openSettleDesk, patientIdOf, psnNoOf, refusalOf, type SettleDesk } from '../../../testing/settle-desk.ts';

const ORG = 'org-gz' as OrgId;
const MONTH = '2026-03';
/** `n % 7 === 6` has no filing at the platform. */
const [FILED, UNFILED] = [1, 6];
let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 20 });
});
afterEach(() => desk.sim.control.clearFaults());
afterAll(() => desk.close());

const dpIdsOf = new Map<number, string[]>();
async function monthOf(n: number, dpType = 14) {
  const dpIds: string[] = [];
  for (const day of ['2026-03-02', '2026-03-04']) dpIds.push(await desk.prescribe('guangdong', n, { day, onAccount: true, dpType }));
  dpIdsOf.set(n, dpIds);
}
const blockersOf = async (n: number) => {
  const patient = { patientId: patientIdOf('guangdong', n), dpIds: dpIdsOf.get(n) ?? [] };
  return (await desk.host.service(insuredMonthChecks).blockersOf({ orgId: ORG, month: MONTH, patients: [patient] })).map((one) => [one.key, one.level]);
};
const ask = (...numbers: number[]) =>
  desk.host.call('charging', monthContract.routes.askInsurer, {
    user: cashierOf('guangdong'),
    body: { patientIds: numbers.map((n) => patientIdOf('guangdong', n)) },
  });
const asked = () => desk.sim.control.calls().filter((one) => one.infno === '5301').length;

describe('[7.3] filings of chronic diseases as blockers of a month', () => {
  it('before anybody asked the dry run says so and stops nobody; asked, it names who is not filed', async () => {
    await monthOf(FILED);
    await monthOf(UNFILED);
    expect(await blockersOf(FILED)).toEqual([['filing-unasked', 'warn']]);
    expect(await ask(FILED, UNFILED)).toEqual({ asked: 2, refused: [] });
    expect(await blockersOf(FILED)).toEqual([]);
    expect(await blockersOf(UNFILED)).toEqual([['filing-missing', 'block']]);
    expect(asked()).toBe(2);
  });

  it('an answer gets old, and a filing that ended since stops the month', async () => {
    const { time } = desk.host;
    const before = time.now;
    time.now = new Date(before.getTime() + 8 * 86_400_000);
    expect(await blockersOf(FILED)).toEqual([['filing-old', 'warn']]);
    expect(await blockersOf(UNFILED)).toEqual([['filing-old', 'warn']]);
    time.now = before;
    await desk.host.db.script(
      `update insurance.filing_answer set filings = '[{"opsp_dise_code":"M07801","opsp_dise_name":"透析","begndate":"2025-01-01","enddate":"2026-03-03"}]'
       where patient_id = '${patientIdOf('guangdong', FILED)}'`,
    );
    expect(await blockersOf(FILED)).toEqual([['filing-expired', 'block']]);
    await ask(FILED);
    expect(await blockersOf(FILED)).toEqual([]);
  });

  it('other categories need no filing', async () => {
    await monthOf(2, 11);
    expect(await blockersOf(2)).toEqual([]);
  });

  it('whoever settles asks too, and what was said is kept', async () => {
    await monthOf(3);
    const outcome = await desk.host.service(insuredSettlement).settleMonth({
      settlementId: 'filing-3',
      orgId: ORG,
      patientId: patientIdOf('guangdong', 3),
      month: MONTH,
      dpIds: dpIdsOf.get(3) ?? [],
      total: fen(62_937 * 2),
      by: { userId: cashierOf('guangdong').userId, userName: '收费员甲' },
    });
    expect(outcome.kind).toBe('settled');
    const [row] = await desk.rows<{ psn_no: string; filings: { opsp_dise_code: string }[] }>(
      `select psn_no, filings from insurance.filing_answer where patient_id = '${patientIdOf('guangdong', 3)}'`,
    );
    expect([row?.psn_no, row?.filings.map((one) => one.opsp_dise_code)]).toEqual([psnNoOf('guangdong', 3), ['M07801']]);
  });

  it('a refusal is told and keeps nobody else from being asked; silence is a refusal of the whole; strangers are not asked about', async () => {
    desk.sim.control.faults([{ infno: '5301', kind: 'infcode', when: 'before', value: -1, text: '人员信息不存在' }]);
    const said = await ask(4, 5);
    expect([said.asked, said.refused.map((one) => [one.patientId, one.reason])]).toEqual([1, [[patientIdOf('guangdong', 4), '人员信息不存在']]]);
    desk.sim.control.faults([{ infno: '5301', kind: 'cut', when: 'before' }]);
    expect(await refusalOf(ask(4))).toBe('insurance.platform-quiet');
    const stranger = desk.host.call('charging', monthContract.routes.askInsurer, {
      user: cashierOf('guangdong'),
      body: { patientIds: [patientIdOf('hubei', 1)] },
    });
    expect(await stranger).toEqual({ asked: 0, refused: [{ patientId: patientIdOf('hubei', 1), reason: '' }] });
    const other = desk.host.call('charging', monthContract.routes.askInsurer, { user: cashierOf('guangdong'), body: { orgId: 'org-wh', patientIds: ['x'] } });
    expect(await refusalOf(other)).toBe('charging.other-org');
  });
});

describe('[7.3] registrations say what became of them', () => {
  const { routes } = registerContract;
  const list = async (n: number, state?: 'open' | 'settled') =>
    (
      await desk.host.call('insurance', routes.list, {
        user: cashierOf('guangdong'),
        query: { patientId: patientIdOf('guangdong', n), ...(state ? { state } : {}) },
      })
    ).list.map((one) => one.state);

  it('open until a settlement stands on it, settled while it does, open again after its cancellation', async () => {
    const n = 8;
    const record = await desk.preSettle('guangdong', [await desk.prescribe('guangdong', n)]);
    expect([await list(n), await list(n, 'open'), await list(n, 'settled')]).toEqual([['open'], ['open'], []]);
    const done = await desk.settle('guangdong', record);
    expect([await list(n), await list(n, 'open'), await list(n, 'settled')]).toEqual([['settled'], [], ['settled']]);
    await desk.call('guangdong', settlementContract.routes.cancel, { params: { id: done.id }, body: { reason: '患者要求', version: done.version } });
    expect(await list(n, 'settled')).toEqual([]);
  });
});
