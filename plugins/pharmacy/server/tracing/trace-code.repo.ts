import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Kysely, ReadContext } from '@nephra/plugin-sdk/server';
import { portions } from './portions.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { type TraceCodeStored, traceCodeTable } from './trace-code.table.ts';

type Db = Kysely<PharmacyTables>;

/** Codes of a prescription's packs, in the order in which they left. */
export const codesOf = (ctx: ReadContext, dpId: string): Promise<TraceCodeStored[]> =>
  traceCodeTable.select(ctx).where('row.dpId', '=', dpId).orderBy('row.soldAt').orderBy('row.code').execute();

export type NewCode = Omit<TraceCodeStored, 'returnedAt'>;

/** Keeps codes for ever. @throws AppError `pharmacy.trace-used` (409) naming the first that left the pharmacy before. */
export async function sellCodes(db: Db, codes: readonly NewCode[]): Promise<void> {
  // Always in the same order, so that two who scanned the same packs do not wait for each other in a circle.
  const sorted = [...codes].sort((a, b) => (a.code < b.code ? -1 : 1));
  for (const portion of portions(sorted)) {
    // rows: a pack that was opened at a bedside left there, whichever facility of the hospital asks
    const opened = await db
      .selectFrom('pharmacy.opened_pack')
      .select('code')
      .where(
        'code',
        'in',
        portion.map(({ code }) => code),
      )
      .limit(1)
      .executeTakeFirst();
    if (opened) throw new AppError('pharmacy.trace-used', { code: EnvelopeCode.Conflict, params: { code: opened.code } });
    const kept = await db
      .insertInto('pharmacy.trace_code')
      .values(portion.map(traceCodeTable.toSql))
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
  // rows: codes that came through their door (`codesOf`), of a prescription that is held
  await db
    .updateTable('pharmacy.trace_code')
    .set({ returned_at: at })
    .where('code', 'in', [...codes])
    .where('returned_at', 'is', null)
    .execute();
}
