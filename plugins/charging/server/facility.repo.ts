import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Given, type Kysely, organizationNames, prepared, type ServerContext, sql, type StoredOf } from '@nephra/plugin-sdk/server';
import { type NumberFormat, receiptFormat } from '../domain/receipt-number.ts';
import type { InsuredFacilities } from '../contract/index.ts';
import type { ChargingTables } from './charging-tables.ts';
import type { BillKind } from './tables/bill.table.ts';
import { facilityTable, receiptSeriesTable } from './tables/facility.table.ts';

export interface Facility extends Omit<StoredOf<typeof facilityTable>, 'orgId'> {}

const NOWHERE: Facility = { facilityName: '', fixmedinsName: '', fixmedinsCode: '' };

// rows: compiled once; each charge asks. Names and codes stand on every paper of a facility, and whoever asks has a bill or a run of it
const facilitiesAmong = prepared((db: Kysely<ChargingTables>, given: Given<{ orgIds: readonly OrgId[] }>) =>
  db
    .selectFrom('charging.facility as facility')
    .select(facilityTable.sqlColumns('facility'))
    .where(sql<boolean>`org_id = any(${given('orgIds')})`),
);

// rows: compiled once; each charge asks. How a receipt is numbered, of the facility that writes one
const seriesOf = prepared((db: Kysely<ChargingTables>, given: Given<{ orgId: string }>) =>
  db.selectFrom('charging.receipt_series as series').select(receiptSeriesTable.sqlColumns('series')).where('org_id', '=', given('orgId')),
);

/**
 * Names and codes for the settlement sheets of these facilities, each of which gets an entry; one that nobody has set up goes by the name of its
 * organisation and has no codes.
 */
export async function readFacilities(ctx: ServerContext<ChargingTables>, orgIds: readonly OrgId[]): Promise<(orgId: OrgId) => Facility> {
  const asked = [...new Set(orgIds)];
  if (asked.length === 0) return () => NOWHERE;
  const rows = await facilitiesAmong(ctx.db, { orgIds: asked });
  const stored = new Map(rows.map(({ orgId, ...facility }) => [orgId, facility]));
  const unnamed = asked.filter((orgId) => !stored.get(orgId)?.facilityName);
  const names = unnamed.length === 0 ? undefined : await ctx.service(organizationNames).of(unnamed);
  return (orgId) => {
    const facility = stored.get(orgId) ?? NOWHERE;
    return { ...facility, facilityName: facility.facilityName || (names?.get(orgId) ?? '') };
  };
}

/** The same of one facility. */
export const readFacility = async (ctx: ServerContext<ChargingTables>, orgId: OrgId): Promise<Facility> => (await readFacilities(ctx, [orgId]))(orgId);

/** Whoever connects a facility asked before whether it is theirs. What a connection says of its facility stays when the connection goes: papers of then are printed again. */
export const insuredFacilitiesOf = (ctx: ServerContext<ChargingTables>): InsuredFacilities => ({
  async learn({ orgId, fixmedinsCode, fixmedinsName }) {
    const codes = { fixmedins_code: fixmedinsCode, fixmedins_name: fixmedinsName };
    await ctx.db
      .insertInto('charging.facility')
      .values({ org_id: orgId, facility_name: '', ...codes })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(codes))
      .execute();
  },
});

// rows: compiled once; each charge asks. Both of the facility that is charged for
const issuerOf = prepared(
  (_db: Kysely<ChargingTables>, given: Given<{ orgId: OrgId }>) => sql<{
    facilityName: string | null;
    fixmedinsName: string | null;
    fixmedinsCode: string | null;
    prefix: string | null;
    refundPrefix: string;
    digits: number;
    dateFormat: NumberFormat['date'];
  }>`
    select facility.facility_name as "facilityName", facility.fixmedins_name as "fixmedinsName", facility.fixmedins_code as "fixmedinsCode",
      series.prefix, series.refund_prefix as "refundPrefix", series.digits, series.date_format as "dateFormat"
    from (select ${given('orgId')}::text as org_id) as asked
    left join charging.facility on facility.org_id = asked.org_id
    left join charging.receipt_series as series on series.org_id = asked.org_id`,
);

/** Who issues a receipt and how it is numbered, in one statement. */
export async function readIssuer(ctx: ServerContext<ChargingTables>, orgId: OrgId, kind: BillKind): Promise<{ facility: Facility; format: ReceiptFormat }> {
  const [row] = await issuerOf(ctx.db, { orgId });
  const series = typeof row?.prefix === 'string' ? { ...row, orgId, prefix: row.prefix, date: row.dateFormat } : undefined;
  const facilityName = row?.facilityName || ((await ctx.service(organizationNames).of([orgId])).get(orgId) ?? '');
  return {
    facility: { facilityName, fixmedinsName: row?.fixmedinsName ?? '', fixmedinsCode: row?.fixmedinsCode ?? '' },
    format: receiptFormat(ctx.settings, series, orgId, kind),
  };
}

/** How receipts of a facility are numbered. */
export async function readReceiptFormat(ctx: ServerContext<ChargingTables>, orgId: string, kind: BillKind) {
  const [row] = await seriesOf(ctx.db, { orgId });
  return receiptFormat(ctx.settings, row && { ...row, date: row.dateFormat }, orgId, kind);
}

export type ReceiptFormat = Awaited<ReturnType<typeof readReceiptFormat>>;

/**
 * A receipt number that nobody else has or will get.
 * @param format where it was read before; every charge of the facility waits for the number's row, so nothing is read while it is locked
 */
export async function nextBillNumber(ctx: ServerContext<ChargingTables>, orgId: string, kind: BillKind, format?: ReceiptFormat): Promise<string> {
  return await ctx.numbers.next(`charging.${kind}.${orgId}`, format ?? (await readReceiptFormat(ctx, orgId, kind)));
}
