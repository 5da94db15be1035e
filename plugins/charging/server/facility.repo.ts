import type { Kysely, ServerContext } from '@nephra/plugin-sdk/server';
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

/** Used until a facility has a series of its own. */
const DEFAULT_SERIES = { prefix: 'SF', refund_prefix: 'TF', digits: 6, date_format: 'yyyyMMdd' } as const;

/** A receipt number that nobody else has or will get. */
export async function nextBillNumber(ctx: ServerContext<ChargingTables>, orgId: string, kind: BillKind): Promise<string> {
  const series =
    (await ctx.db
      .selectFrom('charging.receipt_series')
      .select(['prefix', 'refund_prefix', 'digits', 'date_format'])
      .where('org_id', '=', orgId)
      .executeTakeFirst()) ?? DEFAULT_SERIES;
  return await ctx.numbers.next(`charging.${kind}.${orgId}`, {
    prefix: kind === 'charge' ? series.prefix : series.refund_prefix,
    date: series.date_format,
    digits: series.digits,
  });
}
