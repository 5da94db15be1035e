import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { Kysely } from '@nephra/plugin-sdk/server';
import { portions } from '../insert-rows.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Db = Kysely<PharmacyTables>;

export interface SoldCode {
  readonly code: string;
  readonly allocationId: string;
  readonly returned: boolean;
}

export async function codesOf(db: Db, dpId: string, orgIds: readonly OrgId[]): Promise<SoldCode[]> {
  const rows = await db
    .selectFrom('pharmacy.trace_code')
    .select(['code', 'allocation_id', 'returned_at'])
    .where('dp_id', '=', dpId)
    .where('org_id', 'in', [...orgIds])
    .orderBy('sold_at')
    .orderBy('code')
    .execute();
  return rows.map((row) => ({ code: row.code, allocationId: row.allocation_id, returned: row.returned_at !== null }));
}

export interface NewCode {
  readonly code: string;
  readonly orgId: OrgId;
  readonly allocationId: string;
  readonly lotId: string;
  readonly dpId: string;
  readonly operatorId: string;
  readonly at: Date;
}

/** Keeps codes for ever. @throws AppError `pharmacy.trace-used` (409) naming the first that left the pharmacy before. */
export async function sellCodes(db: Db, codes: readonly NewCode[]): Promise<void> {
  // Always in the same order, so that two who scanned the same packs do not wait for each other in a circle.
  const sorted = [...codes].sort((a, b) => (a.code < b.code ? -1 : 1));
  for (const portion of portions(sorted)) {
    const kept = await db
      .insertInto('pharmacy.trace_code')
      .values(
        portion.map((one) => ({
          code: one.code,
          org_id: one.orgId,
          allocation_id: one.allocationId,
          lot_id: one.lotId,
          dp_id: one.dpId,
          operator_id: one.operatorId,
          sold_at: one.at,
        })),
      )
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('code')
      .execute();
    const fresh = new Set(kept.map((row) => row.code));
    const used = portion.find((one) => !fresh.has(one.code));
    if (used) throw new AppError('pharmacy.trace-used', { code: EnvelopeCode.Conflict, params: { code: used.code } });
  }
}

/** Marks codes whose packs came back. */
export async function takeCodesBack(db: Db, codes: readonly string[], at: Date): Promise<void> {
  if (codes.length === 0) return;
  await db
    .updateTable('pharmacy.trace_code')
    .set({ returned_at: at })
    .where('code', 'in', [...codes])
    .where('returned_at', 'is', null)
    .execute();
}
