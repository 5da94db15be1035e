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
    name: 'refunds of a bill stay within it, line by line',
    sql: `select c.id from charging.bill c join charging.bill b on b.id = c.id or b.reverses_id = c.id join charging.bill_line l on l.bill_id = b.id
      where c.kind = 'charge' group by c.id, l.dp_id, l.detail_id
      having sum(l.quantity) < 0 or sum(l.sub_total) < 0 or (sum(l.quantity) = 0 and sum(l.sub_total) <> 0)`,
  },
  {
    name: 'refunds of a bill stay within it, payment way by payment way',
    sql: `select c.id from charging.bill c join charging.bill b on b.id = c.id or b.reverses_id = c.id join charging.payment p on p.bill_id = b.id
      where c.kind = 'charge' group by c.id, p.pay_way having sum(p.amount) < 0`,
  },
  {
    name: 'a refund belongs to a bill of the same patient and facility, and knows whether something is left',
    sql: `select r.id from charging.bill r join charging.bill c on c.id = r.reverses_id
      where r.org_id <> c.org_id or r.patient_id <> c.patient_id or c.kind <> 'charge'
      union all
      select c.id from charging.bill c join charging.bill b on b.id = c.id or b.reverses_id = c.id join charging.bill_line l on l.bill_id = b.id
      where c.kind = 'charge' and exists (select 1 from charging.bill r where r.reverses_id = c.id and r.takes_last)
      group by c.id having sum(l.quantity) <> 0`,
  },
  {
    name: 'a prescription is charged once in each round, and refunded only after that',
    sql: `select dp_id from charging.bill_prescription group by dp_id, round having count(*) filter (where kind = 'charge') <> 1`,
  },
  {
    name: 'a prescription is charged anew only when nothing of the round before is left',
    sql: `select earlier.dp_id from charging.bill_prescription earlier where exists (select 1 from charging.bill_prescription later
        where later.dp_id = earlier.dp_id and later.round > earlier.round)
      group by earlier.dp_id, earlier.round having sum(earlier.total) <> 0`,
  },
  {
    name: 'what is charged of a line is what was prescribed without what went back before',
    sql: `select l.detail_id from charging.bill_line l
      join charging.bill_prescription o on o.bill_id = l.bill_id and o.dp_id = l.dp_id and o.kind = 'charge'
      join prescription.detail d on d.id = l.detail_id
      where l.quantity <> d.drug_num - (select coalesce(sum(w.quantity), 0) from prescription.withdrawal w where w.detail_id = l.detail_id and w.round < o.round)`,
  },
  {
    name: 'no more goes back of a line than was prescribed, and a prescription knows how much that is',
    sql: `select d.id from prescription.detail d join prescription.withdrawal w on w.detail_id = d.id group by d.id, d.drug_num having sum(w.quantity) > d.drug_num
      union all
      select p.id from prescription.prescription p join prescription.detail d on d.dp_id = p.id where p.rounds > 0
      group by p.id, p.total_price, p.withdrawn_price
      having sum(round(d.price * (d.drug_num - (select coalesce(sum(w.quantity), 0) from prescription.withdrawal w where w.detail_id = d.id)), 2))
        <> p.total_price - p.withdrawn_price`,
  },
  {
    name: 'prescription state and bills agree',
    sql: `select p.id from prescription.prescription p
      left join (select dp_id, round, count(*) filter (where kind = 'refund') as refunds from charging.bill_prescription group by dp_id, round) b
        on b.dp_id = p.id and b.round = p.rounds + 1
      left join (select dp_id, sum(quantity) as left_over from charging.bill_line group by dp_id) l on l.dp_id = p.id
      where (p.pay_status = 1 and (b.dp_id is null or b.refunds > 0))
        or (p.pay_status = 4 and (b.dp_id is null or b.refunds = 0 or l.left_over = 0))
        or (p.pay_status = 5 and (b.dp_id is null or b.refunds = 0 or l.left_over <> 0))
        or (p.pay_status in (0, 8, 9) and b.dp_id is not null)`,
  },
  {
    name: 'a bill knows how many lines it has',
    sql: `select b.id from charging.bill b left join charging.bill_line l on l.bill_id = b.id group by b.id, b.line_count having count(l.line_no) <> b.line_count`,
  },
  {
    name: 'a closing says what its bills say',
    sql: `select s.id from charging.shift s left join charging.shift_bill o on o.shift_id = s.id left join charging.bill b on b.id = o.bill_id
      group by s.id, s.charged, s.refunded, s.charge_count, s.refund_count
      having coalesce(sum(b.total), 0) <> s.charged + s.refunded or count(b.id) <> s.charge_count + s.refund_count`,
  },
  {
    name: 'no bill is left out of the closings of its cashier',
    sql: `select b.id from charging.bill b where not exists (select 1 from charging.shift_bill o where o.bill_id = b.id)
      and exists (select 1 from charging.shift s where s.cashier_id = b.cashier_id and s.org_id = b.org_id and s.closed_at > b.charged_at)`,
  },
  {
    name: 'every bill made at the desk has an audit entry',
    sql: `select b.id from charging.bill b where b.origin = 'desk'
      and not exists (select 1 from core.audit a where a.class = 'money' and a.subject = 'charging.bill' and a.subject_id = b.id)`,
  },
];
