import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { Kysely } from '@nephra/plugin-sdk/server';
import { portions } from './allocation.repo.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

export interface NewReceipt {
  readonly id: string;
  readonly orgId: OrgId;
  readonly no: string;
  readonly supplier: string;
  readonly invoiceNo: string;
  readonly note: string;
  /** Yuan. */
  readonly total: string;
  readonly operatorId: string;
  readonly operatorName: string;
  readonly at: Date;
  readonly businessDay: string;
  readonly origin: 'desk' | 'demo';
  readonly lines: readonly {
    readonly lineNo: number;
    readonly lotId: string;
    readonly quantity: string;
    readonly pieces: string;
    readonly cost: string;
    readonly amount: string;
  }[];
}

export async function insertReceipts(db: Kysely<PharmacyTables>, receipts: readonly NewReceipt[]): Promise<void> {
  for (const portion of portions(receipts)) {
    await db
      .insertInto('pharmacy.goods_receipt')
      .values(
        portion.map((receipt) => ({
          id: receipt.id,
          org_id: receipt.orgId,
          receipt_no: receipt.no,
          supplier: receipt.supplier,
          invoice_no: receipt.invoiceNo,
          note: receipt.note,
          line_count: receipt.lines.length,
          total: receipt.total,
          operator_id: receipt.operatorId,
          operator_name: receipt.operatorName,
          received_at: receipt.at,
          business_day: receipt.businessDay,
          origin: receipt.origin,
        })),
      )
      .execute();
  }
  for (const portion of portions(receipts.flatMap((receipt) => receipt.lines.map((line) => ({ ...line, receiptId: receipt.id }))))) {
    await db
      .insertInto('pharmacy.goods_receipt_line')
      .values(
        portion.map((line) => ({
          receipt_id: line.receiptId,
          line_no: line.lineNo,
          lot_id: line.lotId,
          quantity: line.quantity,
          pieces: line.pieces,
          cost: line.cost,
          amount: line.amount,
        })),
      )
      .execute();
  }
}
