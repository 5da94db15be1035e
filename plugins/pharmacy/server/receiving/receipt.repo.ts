import type { Kysely } from '@nephra/plugin-sdk/server';
import type { NewRow } from '../new-row.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { type ReceiptLineStored, receiptLineTable, type ReceiptStored, receiptTable } from './receipt.table.ts';

export interface NewReceipt extends Omit<NewRow<ReceiptStored>, 'lineCount'> {
  readonly lines: readonly Omit<ReceiptLineStored, 'receiptId'>[];
}

export async function insertReceipts(db: Kysely<PharmacyTables>, receipts: readonly NewReceipt[]): Promise<void> {
  const notes = receipts.map((receipt) => ({ ...receipt, lineCount: receipt.lines.length }));
  await receiptTable.insertAll({ db }, notes);
  const lines = receipts.flatMap((receipt) => receipt.lines.map((line) => ({ ...line, receiptId: receipt.id })));
  await receiptLineTable.insertAll({ db }, lines);
}
