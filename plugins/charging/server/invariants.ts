/**
 * What must hold at any moment, as queries that return the offending rows: no row, no fault. Run after every fault test, journey and restore.
 */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
}

export const chargingInvariants: readonly Invariant[] = [
  {
    name: 'sum of lines = total of the bill',
    sql: `select b.id from charging.bill b left join charging.bill_line l on l.bill_id = b.id
      group by b.id, b.total having coalesce(sum(l.sub_total), 0) <> b.total`,
  },
  {
    name: 'sum of payments = total of the bill',
    sql: `select b.id from charging.bill b left join charging.payment p on p.bill_id = b.id
      group by b.id, b.total having coalesce(sum(p.amount), 0) <> b.total`,
  },
  {
    name: 'sum of prescriptions = total of the bill',
    sql: `select b.id from charging.bill b left join charging.bill_prescription p on p.bill_id = b.id
      group by b.id, b.total having coalesce(sum(p.total), 0) <> b.total`,
  },
  {
    name: 'a refund mirrors its bill',
    sql: `select r.id from charging.bill r join charging.bill c on c.id = r.reverses_id
      where r.total <> -c.total or r.org_id <> c.org_id or r.patient_id <> c.patient_id or c.kind <> 'charge'`,
  },
  {
    name: 'a prescription is charged once and refunded at most once',
    sql: `select dp_id from charging.bill_prescription group by dp_id
      having count(*) filter (where kind = 'charge') <> 1 or count(*) filter (where kind = 'refund') > 1`,
  },
  {
    name: 'prescription state and bills agree',
    sql: `select p.id from prescription.prescription p
      left join charging.bill_prescription c on c.dp_id = p.id and c.kind = 'charge'
      left join charging.bill_prescription r on r.dp_id = p.id and r.kind = 'refund'
      where (p.pay_status = 1 and (c.bill_id is null or r.bill_id is not null))
        or (p.pay_status = 5 and r.bill_id is null)
        or (p.pay_status in (0, 8, 9) and c.bill_id is not null)`,
  },
  {
    name: 'every bill made at the desk has an audit entry',
    sql: `select b.id from charging.bill b where b.origin = 'desk'
      and not exists (select 1 from core.audit a where a.class = 'money' and a.subject = 'charging.bill' and a.subject_id = b.id)`,
  },
];
