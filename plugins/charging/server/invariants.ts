import type { Invariant } from '@nephra/plugin-sdk/server';

/**
 * What must hold at any moment, as queries that return the offending rows: no row, no fault. Looked at each night, and after every fault test,
 * journey and restore.
 */
// rows: looked at for the whole installation, at night and after faults; told to nobody but by number
export const chargingInvariants: readonly Invariant[] = [
  {
    name: 'sum of lines = total of the bill',
    zh: '账单明细之和等于账单总额',
    zhtw: '帳單明細之和等於帳單總額',
    rowsOf: 'charging.bill',
    sql: `select b.id from charging.bill b left join charging.bill_line l on l.bill_id = b.id
      group by b.id, b.total having coalesce(sum(l.sub_total), 0) <> b.total`,
  },
  {
    name: 'sum of payments = total of the bill',
    zh: '各支付方式之和等于账单总额',
    zhtw: '各付款方式之和等於帳單總額',
    rowsOf: 'charging.bill',
    sql: `select b.id from charging.bill b left join charging.payment p on p.bill_id = b.id
      group by b.id, b.total having coalesce(sum(p.amount), 0) <> b.total`,
  },
  {
    name: 'sum of prescriptions = total of the bill',
    zh: '账单内各处方之和等于账单总额',
    zhtw: '帳單內各處方之和等於帳單總額',
    rowsOf: 'charging.bill',
    sql: `select b.id from charging.bill b left join charging.bill_prescription p on p.bill_id = b.id
      group by b.id, b.total having coalesce(sum(p.total), 0) <> b.total`,
  },
  {
    name: 'refunds of a bill stay within it, line by line',
    zh: '逐行退费不超过原账单',
    zhtw: '逐行退費不超過原帳單',
    rowsOf: 'charging.bill',
    sql: `select c.id from charging.bill c join charging.bill b on b.id = c.id or b.reverses_id = c.id join charging.bill_line l on l.bill_id = b.id
      where c.kind = 'charge' group by c.id, l.dp_id, l.detail_id
      having sum(l.quantity) < 0 or sum(l.sub_total) < 0 or (sum(l.quantity) = 0 and sum(l.sub_total) <> 0)`,
  },
  {
    name: 'refunds of a bill stay within it, payment way by payment way',
    zh: '按支付方式退费不超过原账单',
    zhtw: '按付款方式退費不超過原帳單',
    rowsOf: 'charging.bill',
    sql: `select c.id from charging.bill c join charging.bill b on b.id = c.id or b.reverses_id = c.id join charging.payment p on p.bill_id = b.id
      where c.kind = 'charge' group by c.id, p.pay_way having sum(p.amount) < 0`,
  },
  {
    name: 'a refund belongs to a bill of the same patient and facility, and knows whether something is left',
    zh: '退费与原账单为同一患者、同一机构，且正确标明是否还有剩余',
    zhtw: '退費與原帳單為同一病患、同一機構，且正確標明是否還有剩餘',
    rowsOf: 'charging.bill',
    sql: `select r.id from charging.bill r join charging.bill c on c.id = r.reverses_id
      where r.org_id <> c.org_id or r.patient_id <> c.patient_id or c.kind <> 'charge'
      union all
      select c.id from charging.bill c join charging.bill b on b.id = c.id or b.reverses_id = c.id join charging.bill_line l on l.bill_id = b.id
      where c.kind = 'charge' and exists (select 1 from charging.bill r where r.reverses_id = c.id and r.takes_last)
      group by c.id having sum(l.quantity) <> 0`,
  },
  {
    name: 'a prescription is charged once in each round, and refunded only after that',
    zh: '每张处方每轮只收费一次，收费后才有退费',
    zhtw: '每張處方每輪只收費一次，收費後才有退費',
    rowsOf: 'prescription.prescription',
    sql: `select dp_id from charging.bill_prescription group by dp_id, round having count(*) filter (where kind = 'charge') <> 1`,
  },
  {
    name: 'a prescription is charged anew only when nothing of the round before is left',
    zh: '上一轮全部退清后处方才重新收费',
    zhtw: '上一輪全部退清後處方才重新收費',
    rowsOf: 'prescription.prescription',
    sql: `select earlier.dp_id from charging.bill_prescription earlier where exists (select 1 from charging.bill_prescription later
        where later.dp_id = earlier.dp_id and later.round > earlier.round)
      group by earlier.dp_id, earlier.round having sum(earlier.total) <> 0`,
  },
  {
    name: 'what is charged of a line is what was prescribed without what went back before',
    zh: '收费数量等于处方数量减去此前退回的数量',
    zhtw: '收費數量等於處方數量減去此前退回的數量',
    rowsOf: 'prescription.detail',
    sql: `select l.detail_id from charging.bill_line l
      join charging.bill_prescription o on o.bill_id = l.bill_id and o.dp_id = l.dp_id and o.kind = 'charge'
      join prescription.detail d on d.id = l.detail_id
      where l.quantity <> d.drug_num - (select coalesce(sum(w.quantity), 0) from prescription.withdrawal w where w.detail_id = l.detail_id and w.round < o.round)`,
  },
  {
    name: 'no more goes back of a line than was prescribed, and a prescription knows how much that is',
    zh: '退回数量不超过处方数量，处方记录的退回金额正确',
    zhtw: '退回數量不超過處方數量，處方紀錄的退回金額正確',
    rowsOf: 'prescription.prescription',
    sql: `select d.dp_id from prescription.detail d join prescription.withdrawal w on w.detail_id = d.id group by d.id, d.dp_id, d.drug_num having sum(w.quantity) > d.drug_num
      union all
      select p.id from prescription.prescription p join prescription.detail d on d.dp_id = p.id where p.rounds > 0
      group by p.id, p.total_price, p.withdrawn_price
      having sum(round(d.price * (d.drug_num - (select coalesce(sum(w.quantity), 0) from prescription.withdrawal w where w.detail_id = d.id)), 2))
        <> p.total_price - p.withdrawn_price`,
  },
  {
    name: 'prescription state and bills agree',
    zh: '处方收费状态与账单一致',
    zhtw: '處方收費狀態與帳單一致',
    rowsOf: 'prescription.prescription',
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
    zh: '账单记录的明细行数正确',
    zhtw: '帳單紀錄的明細行數正確',
    rowsOf: 'charging.bill',
    sql: `select b.id from charging.bill b left join charging.bill_line l on l.bill_id = b.id group by b.id, b.line_count having count(l.line_no) <> b.line_count`,
  },
  {
    name: 'a closing says what its bills say',
    zh: '交班单的合计与其中账单一致',
    zhtw: '交班單的合計與其中帳單一致',
    rowsOf: 'charging.shift',
    sql: `select s.id from charging.shift s left join charging.shift_bill o on o.shift_id = s.id left join charging.bill b on b.id = o.bill_id
      group by s.id, s.charged, s.refunded, s.charge_count, s.refund_count
      having coalesce(sum(b.total), 0) <> s.charged + s.refunded or count(b.id) <> s.charge_count + s.refund_count`,
  },
  {
    name: 'every bill lies in the drawer of its cashier or stands in one closing',
    zh: '每笔账单要么在收费员未交班的钱箱里，要么在一次交班里',
    zhtw: '每筆帳單要麼在收費員未交班的錢箱裡，要麼在一次交班裡',
    rowsOf: 'charging.bill',
    sql: `select b.id from charging.bill b
      left join charging.drawer_bill d on d.bill_id = b.id and d.org_id = b.org_id and d.cashier_id = b.cashier_id
      left join charging.shift_bill o on o.bill_id = b.id
      left join charging.shift s on s.id = o.shift_id and s.org_id = b.org_id and s.cashier_id = b.cashier_id
      where (d.bill_id is null) = (s.id is null)`,
  },
  {
    name: 'every bill made at the desk has an audit entry',
    zh: '窗口开出的每张账单都有审计记录',
    zhtw: '櫃檯開出的每張帳單都有稽核紀錄',
    rowsOf: 'charging.bill',
    sql: `select b.id from charging.bill b where b.origin = 'desk'
      and not exists (select 1 from core.audit a where a.class = 'money' and a.subject = 'charging.bill' and a.subject_id = b.id)`,
  },
  {
    name: 'each day knows what its bills come to',
    zh: '每日汇总等于当日账单之和',
    zhtw: '每日彙總等於當日帳單之和',
    rowsOf: 'charging.bill',
    sql: `select coalesce(b.id, k.org_id || ' ' || k.business_day)
      from (select min(id) as id, org_id, business_day, cashier_id, kind, reim_way, count(*) as bills, sum(total) as total, sum(west) as west, sum(diag_treat) as diag_treat, sum(assay) as assay
        from charging.bill group by org_id, business_day, cashier_id, kind, reim_way) b
      full join charging.day_total k on k.org_id = b.org_id and k.business_day = b.business_day and k.cashier_id = b.cashier_id and k.kind = b.kind and k.reim_way = b.reim_way
      where (k.bills, k.total, k.west, k.diag_treat, k.assay) is distinct from (b.bills, b.total, b.west, b.diag_treat, b.assay)`,
  },
  {
    name: 'each day knows what was paid in each way',
    zh: '每日各支付方式汇总等于当日收款之和',
    zhtw: '每日各付款方式彙總等於當日收款之和',
    rowsOf: 'charging.bill',
    sql: `select coalesce(b.id, k.org_id || ' ' || k.business_day)
      from (select min(bill.id) as id, bill.org_id, bill.business_day, bill.cashier_id, bill.kind, bill.reim_way, payment.pay_way, sum(payment.amount) as amount
        from charging.bill join charging.payment on payment.bill_id = bill.id group by 2, 3, 4, 5, 6, 7) b
      full join charging.day_way k on k.org_id = b.org_id and k.business_day = b.business_day and k.cashier_id = b.cashier_id and k.kind = b.kind and k.reim_way = b.reim_way and k.pay_way = b.pay_way
      where k.amount is distinct from b.amount`,
  },
];
