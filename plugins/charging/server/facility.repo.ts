import type { OrgId } from '@nephra/plugin-sdk/contract';
import { organizationNames, type ServerContext } from '@nephra/plugin-sdk/server';
import { receiptFormat } from '../domain/receipt-number.ts';
import type { BillKind, ChargingTables } from './charging-tables.ts';

export interface Facility {
  readonly facilityName: string;
  readonly fixmedinsName: string;
  readonly fixmedinsCode: string;
}

/** Names and codes for the settlement sheet; a facility that nobody has set up goes by the name of its organisation and has no codes. */
export async function readFacility(ctx: ServerContext<ChargingTables>, orgId: OrgId): Promise<Facility> {
  const row = await ctx.db
    .selectFrom('charging.facility')
    .select(['facility_name', 'fixmedins_name', 'fixmedins_code'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  const facilityName = row?.facility_name || ((await ctx.service(organizationNames).of([orgId])).get(orgId) ?? '');
  return { facilityName, fixmedinsName: row?.fixmedins_name ?? '', fixmedinsCode: row?.fixmedins_code ?? '' };
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
