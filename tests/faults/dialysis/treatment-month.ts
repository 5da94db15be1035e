import { sql } from 'kysely';
import type { MonthSheet } from '../../../plugins/charging/contract/index.ts';
import { chargingInvariants } from '../../../plugins/charging/server/invariants.ts';
import type { Database } from '../../../shell/server/db/index.ts';

interface Treated {
  readonly id: string;
  readonly patient_id: string;
  readonly dp_id: string;
  /** Yuan: what the lines of its prescription are worth, and what all bills took for them. */
  readonly worth: number;
  readonly billed: number;
  /** Charges it stands on, refunds, and lines of theirs that stand twice. */
  readonly charges: number;
  readonly refunds: number;
  readonly twice: number;
  readonly lines: number;
  readonly billed_lines: number;
}

interface Months {
  /** Treatments that were closed. */
  readonly ids: readonly string[];
  /** The months of their patients before the first check-in, and after the last bill; in one order. */
  readonly before: readonly MonthSheet[];
  readonly after: readonly MonthSheet[];
  readonly since: Date;
}

const fenOf = (yuan: string | number): number => Math.round(Number(yuan) * 100);

/**
 * Whether each patient's month is the sum of the closed treatments, once through prescriptions, bills and payments as they are stored, once as the charge desk shows it.
 * @returns what is wrong, as sentences
 */
export async function monthsWrong(db: Database, { ids, before, after, since }: Months): Promise<string[]> {
  const wrong: string[] = [];
  const tables = db.kyselyFor<object>();
  const { rows: treated } = await sql<Treated>`
    select s.id, s.patient_id, p.dp_id,
      (select coalesce(sum(sub_total), 0) from prescription.detail where dp_id = p.dp_id)::float8 as worth,
      (select count(*) from prescription.detail where dp_id = p.dp_id)::int as lines,
      coalesce(l.billed, 0)::float8 as billed, coalesce(l.n, 0)::int as billed_lines, coalesce(l.n - l.details, 0)::int as twice,
      (select count(*) from charging.bill_prescription where dp_id = p.dp_id and kind = 'charge')::int as charges,
      (select count(*) from charging.bill_prescription where dp_id = p.dp_id and kind = 'refund')::int as refunds
    from dialysis_session.session s join prescription.proposal p on p.key = 'dialysis-session/' || s.id
    left join (select dp_id, sum(sub_total) as billed, count(*) as n, count(distinct detail_id) as details from charging.bill_line group by dp_id) l on l.dp_id = p.dp_id
    where s.id in (${sql.join([...ids])}) and s.state = 5`.execute(tables);
  for (const { id, worth, billed, charges, refunds, twice, lines, billed_lines } of treated) {
    if (charges !== 1 || refunds !== 0) wrong.push(`${id}: charged ${charges} times, ${refunds} refunds`);
    if (lines !== billed_lines || twice !== 0) wrong.push(`${id}: ${billed_lines} of ${lines} lines on bills, ${twice} twice`);
    if (worth <= 0 || fenOf(worth) !== fenOf(billed)) wrong.push(`${id}: bills took ${billed} for lines worth ${worth}`);
  }
  const { rows: paid } = await sql<{ patient_id: string; bills: number; paid: number }>`
    select b.patient_id, count(distinct b.id)::int as bills, sum(p.amount)::float8 as paid
    from charging.bill b join charging.payment p on p.bill_id = b.id where b.charged_at >= ${since} and b.cashier_id = 'user-cashier' group by b.patient_id`.execute(
    tables,
  );
  for (const [at, month] of after.entries()) {
    const { patientId, chargedPrice, accountPrice, waitingPrice, pendingPrice, refundPrice, prescriptionParentList: parts } = month;
    const first = before[at];
    const own = treated.filter(({ patient_id }) => patient_id === patientId);
    const sum = own.reduce((all, { worth }) => all + fenOf(worth), 0);
    // What was open before is settled with it.
    const open = fenOf(first?.accountPrice ?? 0) + fenOf(first?.waitingPrice ?? 0);
    if (first?.patientId !== patientId || own.length !== 1) wrong.push(`${patientId}: ${own.length} treatments`);
    if (fenOf(chargedPrice) !== fenOf(first?.chargedPrice ?? 0) + open + sum)
      wrong.push(`${patientId}: the month shows ${chargedPrice} charged, of it ${first?.chargedPrice} before and ${open} fen open, treatments ${sum} fen`);
    if ([accountPrice, waitingPrice, pendingPrice].some((price) => price !== 0) || refundPrice !== first?.refundPrice)
      wrong.push(`${patientId}: something is left open`);
    const there = parts.filter(({ dpId }) => own.some(({ dp_id }) => dp_id === dpId));
    if (there.length !== own.length || there.some(({ part }) => part !== 'charged')) wrong.push(`${patientId}: ${there.length} prescriptions in the month`);
    const known = first?.prescriptionParentList.length ?? 0;
    if (parts.length !== known + own.length) wrong.push(`${patientId}: ${parts.length} prescriptions, ${known} before`);
    const took = paid.find(({ patient_id }) => patient_id === patientId);
    if (fenOf(took?.paid ?? 0) !== open + sum) wrong.push(`${patientId}: ${took?.bills} bills took ${took?.paid}`);
  }
  for (const { name, sql: broken } of chargingInvariants) {
    const { rows } = await sql`${sql.raw(broken)}`.execute(tables);
    if (rows.length > 0) wrong.push(`${name}: ${JSON.stringify(rows[0])}`);
  }
  return wrong;
}
