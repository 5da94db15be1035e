import type { Invariant } from '@nephra/plugin-sdk/server';

/**
 * What must hold at any moment, as queries that return the offending rows: no row, no fault. Looked at each night, and after every fault test,
 * journey and restore.
 */
// rows: looked at for the whole installation, at night and after faults; told to nobody but by number
export const pharmacyInvariants: readonly Invariant[] = [
  {
    name: 'stock is never negative and never promised beyond what is there',
    zh: '库存不为负，预留不超过现有库存',
    zhtw: '庫存不為負，預留不超過現有庫存',
    rowsOf: 'pharmacy.lot',
    sql: 'select id from pharmacy.lot where on_hand < 0 or reserved < 0 or reserved > on_hand',
  },
  {
    name: 'the ledger adds up to what is on hand, per lot',
    zh: '每批次出入库流水之和等于现有库存',
    zhtw: '每批號出入庫流水之和等於現有庫存',
    rowsOf: 'pharmacy.lot',
    sql: `select l.id from pharmacy.lot l left join pharmacy.movement m on m.lot_id = l.id
      group by l.id, l.on_hand having coalesce(sum(m.quantity), 0) <> l.on_hand`,
  },
  {
    name: 'each ledger row carries the balance before it on',
    zh: '每条流水的结存与上一条衔接',
    zhtw: '每條流水的結存與上一條銜接',
    rowsOf: 'pharmacy.movement',
    sql: `select id from (select id, balance, quantity, coalesce(lag(balance) over (partition by lot_id order by seq), 0) as before from pharmacy.movement) chain
      where before + quantity <> balance`,
  },
  {
    name: 'reserved = open promises, per lot',
    zh: '每批次预留数等于未发的配药数',
    zhtw: '每批號預留數等於未發的調配數',
    rowsOf: 'pharmacy.lot',
    sql: `select l.id from pharmacy.lot l left join pharmacy.allocation a on a.lot_id = l.id
      group by l.id, l.reserved having coalesce(sum(a.quantity - a.taken - a.released), 0) <> l.reserved`,
  },
  {
    name: 'the ledger and the shares of prescriptions tell the same story',
    zh: '流水与处方分配的发药、退药数量一致',
    zhtw: '流水與處方分配的發藥、退藥數量一致',
    rowsOf: 'pharmacy.allocation',
    sql: `select a.id from pharmacy.allocation a left join pharmacy.movement m on m.allocation_id = a.id
      group by a.id, a.taken, a.returned
      having coalesce(-sum(m.quantity) filter (where m.kind = 'dispense'), 0) <> a.taken
        or coalesce(sum(m.quantity) filter (where m.kind = 'return'), 0) <> a.returned`,
  },
  {
    name: 'nothing is out without a prescription that is paid, or was and is being charged anew',
    zh: '已发出的药品都有已收费（或正在重新收费）的处方',
    zhtw: '已發出的藥品都有已收費（或正在重新收費）的處方',
    rowsOf: 'prescription.prescription',
    sql: `select a.dp_id from pharmacy.allocation a left join prescription.prescription p on p.id = a.dp_id
      group by a.dp_id, p.pay_status, p.rx_status, p.rounds
      having sum(a.taken - a.returned) > 0 and (p.pay_status is null or p.rx_status not in (4, 5, 6)
        or not (p.pay_status in (1, 4, 6) or (p.rounds > 0 and p.pay_status in (0, 2, 3))))`,
  },
  {
    name: 'goods are promised only to prescriptions that are picked or wait for their rest',
    zh: '只为已配药或待补发的处方预留库存',
    zhtw: '只為已調配或待補發的處方預留庫存',
    rowsOf: 'prescription.prescription',
    sql: `select a.dp_id from pharmacy.allocation a left join prescription.prescription p on p.id = a.dp_id
      group by a.dp_id, p.rx_status having sum(a.quantity - a.taken - a.released) > 0 and (p.rx_status is null or p.rx_status not in (3, 5))`,
  },
  {
    name: 'no more packs are coded than left, and none more came back',
    zh: '追溯码数量不超过发出包装数，退回数量不超过发出',
    zhtw: '追溯碼數量不超過發出包裝數，退回數量不超過發出',
    rowsOf: 'pharmacy.allocation',
    sql: `select a.id from pharmacy.allocation a join pharmacy.lot l on l.id = a.lot_id join pharmacy.trace_code t on t.allocation_id = a.id
      group by a.id, a.taken, a.returned, l.stock_dmin having count(*) > a.taken / l.stock_dmin or count(t.returned_at) > a.returned / l.stock_dmin`,
  },
  {
    name: 'the lines of a goods-received note stand in the ledger',
    zh: '入库单明细与流水一致',
    zhtw: '入庫單明細與流水一致',
    rowsOf: 'pharmacy.goods_receipt',
    sql: `select r.id from pharmacy.goods_receipt r join pharmacy.goods_receipt_line n on n.receipt_id = r.id group by r.id, r.line_count, r.total
      having count(*) <> r.line_count or sum(n.amount) <> r.total
        or sum(n.pieces) <> (select coalesce(sum(m.quantity), 0) from pharmacy.movement m where m.document_id = r.id and m.kind = 'receive')`,
  },
  {
    name: 'the differences of a posted count stand in the ledger, and those of no other count',
    zh: '已过账盘点的差异与流水一致，未过账的不入流水',
    zhtw: '已過帳盤點的差異與流水一致，未過帳的不入流水',
    rowsOf: 'pharmacy.stock_count',
    sql: `select c.id from pharmacy.stock_count c join pharmacy.stock_count_line n on n.count_id = c.id group by c.id, c.state
      having (case c.state when 'posted' then coalesce(sum(n.difference), 0) else 0 end)
        <> (select coalesce(sum(m.quantity), 0) from pharmacy.movement m where m.document_id = c.id and m.kind = 'count')`,
  },
  {
    name: 'what was used is out of lots or missing, and the ledger says so',
    zh: '床旁使用数等于各批次出库数加短缺数，并与流水一致',
    zhtw: '床邊使用數等於各批號出庫數加短缺數，並與流水一致',
    rowsOf: 'pharmacy.used_goods',
    sql: `select u.id from pharmacy.used_goods u
      where u.wanted <> u.missing + (select coalesce(sum(s.quantity), 0) from pharmacy.used_lot s where s.used_id = u.id)
        or exists (select 1 from pharmacy.used_lot s where s.used_id = u.id and s.quantity <> (
          select coalesce(-sum(m.quantity), 0) from pharmacy.movement m where m.document_id = u.id and m.lot_id = s.lot_id and m.kind in ('use', 'unuse')))`,
  },
  {
    name: 'an opened pack gives no more than it holds, and did not go over the counter',
    zh: '拆零包装的用量不超过包装量，且未在窗口发出',
    zhtw: '拆零包裝的用量不超過包裝量，且未在櫃檯發出',
    rowsOf: 'pharmacy.pack_share',
    sql: `select s.id from pharmacy.pack_share s join pharmacy.opened_pack p on p.code = s.code where s.quantity > 0
      and (p.pack_size < (select sum(o.quantity) from pharmacy.pack_share o where o.code = s.code)
        or exists (select 1 from pharmacy.trace_code t where t.code = s.code))`,
  },
  {
    name: 'every movement made at the desk has an audit entry',
    zh: '窗口产生的每条出入库流水都有审计记录',
    zhtw: '櫃檯產生的每條出入庫流水都有稽核紀錄',
    rowsOf: 'pharmacy.movement',
    sql: `select m.id from pharmacy.movement m where m.origin = 'desk' and not exists (
      select 1 from core.audit a where a.class = 'stock' and ((a.subject = 'pharmacy.prescription' and a.subject_id = m.dp_id)
        or (a.subject = 'pharmacy.lot' and a.subject_id = m.lot_id)
        or (a.subject in ('pharmacy.receipt', 'pharmacy.count') and a.subject_id = m.document_id)))`,
  },
];
