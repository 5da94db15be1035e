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
    name: 'received - dispensed + returned = on hand, per lot',
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
    name: 'nothing is out without a paid prescription',
    sql: `select a.dp_id from pharmacy.allocation a left join prescription.prescription p on p.id = a.dp_id
      group by a.dp_id, p.pay_status, p.rx_status
      having sum(a.taken - a.returned) > 0 and (p.pay_status is null or p.pay_status not in (1, 4, 6) or p.rx_status not in (4, 5, 6))`,
  },
  {
    name: 'goods are promised only to picked prescriptions',
    sql: `select a.dp_id from pharmacy.allocation a left join prescription.prescription p on p.id = a.dp_id
      group by a.dp_id, p.rx_status having sum(a.quantity - a.taken - a.released) > 0 and p.rx_status is distinct from 3`,
  },
  {
    name: 'every movement made at the desk has an audit entry',
    sql: `select m.id from pharmacy.movement m where m.origin = 'desk' and not exists (
      select 1 from core.audit a where a.class = 'stock' and ((a.subject = 'pharmacy.prescription' and a.subject_id = m.dp_id)
        or (a.subject = 'pharmacy.lot' and a.subject_id = m.lot_id)))`,
  },
];
