import { chargingInvariants } from '../../plugins/charging/server/invariants.ts';
import type { SettleDesk } from '../../plugins/insurance/testing/settle-desk.ts';
import type { Ledger } from '../../tools/sim/insurance/index.ts';

interface LocalRow {
  readonly id: string;
  readonly org_id: string;
  readonly state: string;
  readonly setl_id: string;
  readonly medfee: string;
  readonly fund_pay: string;
  readonly acct_pay: string;
  readonly cash_pay: string;
  readonly bill_id: string | null;
  readonly refund_bill_id: string | null;
  readonly settle_msgid: string;
}

const fenOf = (text: string): number => Math.round(Number(text) * 100);

/** Compares our ledger with the platform's, bill by bill and prescription by prescription. @returns what does not agree */
export async function compareLedgers(desk: Pick<SettleDesk, 'rows'>, platformSettlements: Ledger['settlements']): Promise<string[]> {
  const wrong: string[] = [];
  const local = await desk.rows<LocalRow>(
    'select id, org_id, state, setl_id, medfee, fund_pay, acct_pay, cash_pay, bill_id, refund_bill_id, settle_msgid from insurance.settlement',
  );
  const there = new Map(platformSettlements.map((one) => [one.setlId, one]));
  const standing = new Set<string>();
  for (const row of local) {
    const platform = there.get(row.setl_id);
    if (row.state === 'settled') {
      standing.add(row.setl_id);
      if (platform?.state !== 'settled') wrong.push(`${row.id} settled here, ${platform?.state ?? 'absent'} there`);
      else {
        const { amounts } = platform;
        const same =
          amounts.medfee_sumamt === fenOf(row.medfee) &&
          amounts.fund_pay_sumamt === fenOf(row.fund_pay) &&
          amounts.acct_pay === fenOf(row.acct_pay) &&
          amounts.psn_cash_pay === fenOf(row.cash_pay);
        if (!same) wrong.push(`${row.id} other amounts than ${row.setl_id}`);
      }
      if (row.bill_id === null) wrong.push(`${row.id} settled without a bill`);
    } else if (row.state === 'cancelled') {
      if (platform?.state !== 'cancelled') wrong.push(`${row.id} cancelled here, ${platform?.state ?? 'absent'} there`);
      if (row.refund_bill_id === null) wrong.push(`${row.id} cancelled without a refund`);
    } else if (row.bill_id !== null) wrong.push(`${row.id} ${row.state} with a bill`);
  }
  for (const one of there.values()) if (one.state === 'settled' && !standing.has(one.setlId)) wrong.push(`${one.setlId} settled there, unknown here`);
  const twice = await desk.rows<{ dp_id: string }>(
    "select dp_id from charging.bill_prescription where kind = 'charge' group by dp_id, round having count(*) > 1",
  );
  for (const { dp_id } of twice) wrong.push(`${dp_id} paid twice`);
  for (const { name, sql } of chargingInvariants.filter((one) => !one.sql.includes('core.audit'))) {
    const [row] = await desk.rows<Record<string, unknown>>(sql);
    if (row) wrong.push(`${name}: ${JSON.stringify(row)}`);
  }
  // Held prescriptions belong to a settlement that is under way, and the other way round.
  const held = await desk.rows<{ id: string; pay_status: number }>(`
    select p.id, p.pay_status from prescription.prescription p
    left join insurance.settlement_prescription h on h.dp_id = p.id and h.active
    left join insurance.settlement s on s.id = h.settlement_id
    where (p.pay_status in (2, 3)) <> (s.id is not null and s.state <> 'settled')
       or (p.pay_status = 1) <> (coalesce(s.state, '') = 'settled')`);
  for (const row of held) wrong.push(`prescription ${row.id} in payStatus ${row.pay_status} without reason`);
  const silent = await desk.rows<{ id: string }>(
    'select s.id from insurance.settlement s where not exists (select 1 from insurance.trail t where t.settlement_id = s.id)',
  );
  for (const row of silent) wrong.push(`${row.id} without a trail`);
  return wrong;
}
