/**
 * What must hold at any moment, as queries that return the offending rows: no row, no fault. Run after every fault test, journey and restore.
 */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
}

export const pharmacyInvariants: readonly Invariant[] = [
  {
    name: 'stock is never negative and never promised beyond what is there',
    sql: 'select id from pharmacy.lot where on_hand < 0 or reserved < 0 or reserved > on_hand',
  },
  {
    name: 'the ledger adds up to what is on hand, per lot',
    sql: `select l.id from pharmacy.lot l left join pharmacy.movement m on m.lot_id = l.id
      group by l.id, l.on_hand having coalesce(sum(m.quantity), 0) <> l.on_hand`,
  },
  {
    name: 'each ledger row carries the balance before it on',
    sql: `select id from (select id, balance, quantity, coalesce(lag(balance) over (partition by lot_id order by seq), 0) as before from pharmacy.movement) chain
      where before + quantity <> balance`,
  },
  {
    name: 'reserved = open promises, per lot',
    sql: `select l.id from pharmacy.lot l left join pharmacy.allocation a on a.lot_id = l.id
      group by l.id, l.reserved having coalesce(sum(a.quantity - a.taken - a.released), 0) <> l.reserved`,
  },
  {
    name: 'the ledger and the shares of prescriptions tell the same story',
    sql: `select a.id from pharmacy.allocation a left join pharmacy.movement m on m.allocation_id = a.id
      group by a.id, a.taken, a.returned
      having coalesce(-sum(m.quantity) filter (where m.kind = 'dispense'), 0) <> a.taken
        or coalesce(sum(m.quantity) filter (where m.kind = 'return'), 0) <> a.returned`,
  },
  {
    name: 'nothing is out without a prescription that is paid, or was and is being charged anew',
    sql: `select a.dp_id from pharmacy.allocation a left join prescription.prescription p on p.id = a.dp_id
      group by a.dp_id, p.pay_status, p.rx_status, p.rounds
      having sum(a.taken - a.returned) > 0 and (p.pay_status is null or p.rx_status not in (4, 5, 6)
        or not (p.pay_status in (1, 4, 6) or (p.rounds > 0 and p.pay_status in (0, 2, 3))))`,
  },
  {
    name: 'goods are promised only to prescriptions that are picked or wait for their rest',
    sql: `select a.dp_id from pharmacy.allocation a left join prescription.prescription p on p.id = a.dp_id
      group by a.dp_id, p.rx_status having sum(a.quantity - a.taken - a.released) > 0 and (p.rx_status is null or p.rx_status not in (3, 5))`,
  },
  {
    name: 'no more packs are coded than left, and none more came back',
    sql: `select a.id from pharmacy.allocation a join pharmacy.lot l on l.id = a.lot_id join pharmacy.trace_code t on t.allocation_id = a.id
      group by a.id, a.taken, a.returned, l.stock_dmin having count(*) > a.taken / l.stock_dmin or count(t.returned_at) > a.returned / l.stock_dmin`,
  },
  {
    name: 'the lines of a goods-received note stand in the ledger',
    sql: `select r.id from pharmacy.goods_receipt r join pharmacy.goods_receipt_line n on n.receipt_id = r.id group by r.id, r.line_count, r.total
      having count(*) <> r.line_count or sum(n.amount) <> r.total
        or sum(n.pieces) <> (select coalesce(sum(m.quantity), 0) from pharmacy.movement m where m.document_id = r.id and m.kind = 'receive')`,
  },
  {
    name: 'the differences of a posted count stand in the ledger, and those of no other count',
    sql: `select c.id from pharmacy.stock_count c join pharmacy.stock_count_line n on n.count_id = c.id group by c.id, c.state
      having (case c.state when 'posted' then coalesce(sum(n.difference), 0) else 0 end)
        <> (select coalesce(sum(m.quantity), 0) from pharmacy.movement m where m.document_id = c.id and m.kind = 'count')`,
  },
  {
    name: 'every movement made at the desk has an audit entry',
    sql: `select m.id from pharmacy.movement m where m.origin = 'desk' and not exists (
      select 1 from core.audit a where a.class = 'stock' and ((a.subject = 'pharmacy.prescription' and a.subject_id = m.dp_id)
        or (a.subject = 'pharmacy.lot' and a.subject_id = m.lot_id)
        or (a.subject in ('pharmacy.receipt', 'pharmacy.count') and a.subject_id = m.document_id)))`,
  },
];
