import type { Insertable, Kysely } from '@nephra/plugin-sdk/server';
import { insertRows, type NewRow, portions } from '../insert-rows.ts';
import type { GoodsReceiptLineTable, PharmacyTables } from '../pharmacy-tables.ts';
import { type ReceiptStored, receiptTable } from './receipt.table.ts';

export interface NewReceipt extends Omit<NewRow<ReceiptStored>, 'lineCount'> {
  readonly lines: readonly Omit<Insertable<GoodsReceiptLineTable>, 'receipt_id'>[];
}

export async function insertReceipts(db: Kysely<PharmacyTables>, receipts: readonly NewReceipt[]): Promise<void> {
  const notes = receipts.map((receipt) => ({ ...receipt, lineCount: receipt.lines.length }));
  await insertRows(db, receiptTable, notes);
  for (const portion of portions(receipts.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, receipt_id: id }))))) {
    await db
      .insertInto('pharmacy.goods_receipt_line')
      .values([...portion])
      .execute();
  }
}
