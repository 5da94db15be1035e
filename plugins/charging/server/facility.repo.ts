import type { Kysely, ServerContext } from '@nephra/plugin-sdk/server';
import { receiptFormat } from '../domain/receipt-number.ts';
import type { BillKind, ChargingTables } from './charging-tables.ts';

export interface Facility {
  readonly facilityName: string;
  readonly fixmedinsName: string;
  readonly fixmedinsCode: string;
}

/** Names and codes for the settlement sheet; empty texts for a facility that nobody has set up. */
export async function readFacility(db: Kysely<ChargingTables>, orgId: string): Promise<Facility> {
  const row = await db
    .selectFrom('charging.facility')
    .select(['facility_name', 'fixmedins_name', 'fixmedins_code'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return { facilityName: row?.facility_name ?? '', fixmedinsName: row?.fixmedins_name ?? '', fixmedinsCode: row?.fixmedins_code ?? '' };
}

/** A receipt number that nobody else has or will get. */
export async function nextBillNumber(ctx: ServerContext<ChargingTables>, orgId: string, kind: BillKind): Promise<string> {
  const row = await ctx.db
    .selectFrom('charging.receipt_series')
    .select(['prefix', 'refund_prefix', 'digits', 'date_format'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  const stored = row && { orgId, prefix: row.prefix, refundPrefix: row.refund_prefix, date: row.date_format, digits: row.digits };
  return await ctx.numbers.next(`charging.${kind}.${orgId}`, receiptFormat(ctx.settings, stored, orgId, kind));
}
