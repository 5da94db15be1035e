import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type RequestContext, visibleRows } from '@nephra/plugin-sdk/server';
import { PayStatus } from '../../contract/index.ts';
import { prescriptionModel } from '../prescription.model.ts';
import { lineTable } from '../tables/line.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import type { StoredPrice } from './price.repo.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** Lines of an entry of the catalogue on whatever prescriptions, to be counted. */
export const linesOf = (ctx: Pick<Ctx, 'db'>, orgId: OrgId, drugId: string) =>
  lineTable
    .everywhere(ctx, 'of one entry of one organisation, counted; which prescription may be named the caller looks', 'one')
    .clearSelect()
    .select(['one.id', 'one.dpId', 'one.packPrice', 'one.stockKept'])
    .where('one.orgId', '=', orgId)
    .where('one.drugId', '=', drugId);

/** Lines of an entry on prescriptions that stand, or stood on a bill: voided before they were ever charged they are nobody's. */
// rows: counted whoever may see them; a number is told only of one that the caller may see
const standingLines = (ctx: Ctx, orgId: OrgId, drugId: string) =>
  ctx.db
    .selectFrom(linesOf(ctx, orgId, drugId).as('line'))
    .innerJoin('prescription.prescription as rx', 'rx.id', 'line.dpId')
    .where((eb) => eb.or([eb('rx.pay_status', '<>', PayStatus.Void), eb('rx.rounds', '>', 0)]));

/**
 * Prescriptions that were written at a price. A line does not name the price that it took, so every line of the same amount counts that was saved since
 * the price was written, whichever day it was priced by; bills take theirs from these lines. One that is being saved at this moment is not seen: its draft
 * cannot be signed, because signing holds the line against the prices that stand then.
 * @returns how many there are, whoever may see them, and the first number of one that the caller may see; null when there is none
 */
export async function prescriptionsAt(ctx: Ctx, orgId: OrgId, price: StoredPrice): Promise<{ count: number; first: string | null }> {
  const row = await standingLines(ctx, orgId, price.drugId)
    .select((eb) => [
      eb.fn.count<string>('rx.id').distinct().as('count'),
      eb.fn
        .min<string | null>('rx.dp_number')
        .filterWhere(visibleRows(ctx, prescriptionModel, { alias: 'rx' }))
        .as('first'),
    ])
    .where('line.packPrice', '=', price.text)
    .where('rx.updated_at', '>=', price.createdAt)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), first: row.first };
}

/** Whether an entry stands on any prescription. */
export async function wasPrescribed(ctx: Ctx, orgId: OrgId, drugId: string): Promise<boolean> {
  return (await standingLines(ctx, orgId, drugId).select('line.id').limit(1).executeTakeFirst()) !== undefined;
}
