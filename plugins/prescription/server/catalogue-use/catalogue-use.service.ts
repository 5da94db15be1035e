import { type DataRights, type OrgId, unitPriceToText } from '@nephra/plugin-sdk/contract';
import { type ServerContext, visibleRows } from '@nephra/plugin-sdk/server';
import type { CatalogueUse, UseCount } from '../../../catalogue/contract/index.ts';
import { PayStatus, RxStatus } from '../../contract/index.ts';
import { prescriptionModel } from '../prescription.model.ts';
import { customPackageTable } from '../tables/custom-package.table.ts';
import { customPackageLineTable } from '../tables/custom-package-line.table.ts';
import { lineTable } from '../tables/line.table.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = ServerContext<PrescriptionDb>;

/** Prescriptions whose amounts are not settled, or whose drugs are still to be handed out or taken back. */
const UNSETTLED: readonly PayStatus[] = [PayStatus.New, PayStatus.ToCharge, PayStatus.Settling, PayStatus.Unknown, PayStatus.OnAccount];
const HANDED_OUT: readonly RxStatus[] = [RxStatus.Dispensed, RxStatus.Returned, RxStatus.Void];

/** Lines of an entry of the catalogue on whatever prescriptions, to be counted. */
const linesOf = (ctx: Pick<Ctx, 'db'>, orgId: OrgId, drugId: string) =>
  lineTable
    .everywhere(ctx, 'of one entry of one organisation, counted; which prescription may be named the caller looks', 'one')
    .clearSelect()
    .select(['one.id', 'one.dpId', 'one.packPrice', 'one.stockKept'])
    .where('one.orgId', '=', orgId)
    .where('one.drugId', '=', drugId);

// rows: counted whoever may see them; a number is told only of one that the caller may see
const prescriptionsWith = (ctx: Pick<Ctx, 'db'>, orgId: OrgId, drugId: string) =>
  ctx.db.selectFrom(linesOf(ctx, orgId, drugId).as('line')).innerJoin('prescription.prescription as rx', 'rx.id', 'line.dpId');

/** Those that stand, or stood on a bill: voided before they were ever charged they are nobody's. */
const standing = (ctx: Pick<Ctx, 'db'>, orgId: OrgId, drugId: string) =>
  prescriptionsWith(ctx, orgId, drugId).where((eb) => eb.or([eb('rx.pay_status', '<>', PayStatus.Void), eb('rx.rounds', '>', 0)]));

/** How many prescriptions, and the first number of one that the caller may see. */
async function counted(ctx: Ctx, found: ReturnType<typeof prescriptionsWith>, rights: DataRights): Promise<UseCount> {
  const row = await found
    .select((eb) => [
      eb.fn.count<string>('rx.id').distinct().as('count'),
      eb.fn
        .min<string | null>('rx.dp_number')
        .filterWhere(visibleRows(ctx, prescriptionModel, { alias: 'rx', rights }))
        .as('first'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), first: row.first };
}

/** Where entries of the catalogue and their prices were written down (`catalogue.use@1`). */
export const catalogueUseOf = (ctx: Ctx): CatalogueUse => ({
  stillCounted: ({ orgId, drugId, rightsOn }) =>
    counted(
      ctx,
      prescriptionsWith(ctx, orgId, drugId).where((eb) =>
        eb.or([
          eb('rx.pay_status', 'in', [...UNSETTLED]),
          eb.and([
            eb('line.stockKept', '=', true),
            eb('rx.pay_status', 'not in', [PayStatus.Void, PayStatus.Refunded]),
            eb('rx.rx_status', 'not in', [...HANDED_OUT]),
          ]),
        ]),
      ),
      rightsOn(prescriptionModel.menu),
    ),

  // A line does not name the price that it took, so every line of the same amount counts that was saved since the price was written, whichever day it was priced
  // by; bills take theirs from these lines. One that is being saved at this moment is not seen: its draft cannot be signed, because signing holds the line
  // against the prices that stand then.
  writtenAt: ({ orgId, drugId, price, since, rightsOn }) =>
    counted(
      ctx,
      standing(ctx, orgId, drugId).where('line.packPrice', '=', unitPriceToText(price)).where('rx.updated_at', '>=', since),
      rightsOn(prescriptionModel.menu),
    ),

  isWritten: async (orgId, drugId) => (await standing(ctx, orgId, drugId).select('line.id').limit(1).executeTakeFirst()) !== undefined,

  async peoplesPackages(orgId, drugIds) {
    if (drugIds.length === 0) return new Map();
    const own = customPackageTable.everywhere(ctx, 'counted, of the organisation that is asked for alone', 'one').clearSelect();
    const rows = await customPackageLineTable
      .everywhere(ctx, 'joined to packages of the organisation that is asked for', 'line')
      .clearSelect()
      .innerJoin(own.select('one.id').where('one.orgId', '=', orgId).where('one.removed', '=', false).as('own'), 'own.id', 'line.packageId')
      .select((eb) => ['line.drugId', eb.fn.count<string>('line.packageId').distinct().as('count')])
      .where('line.drugId', 'in', [...drugIds])
      .groupBy('line.drugId')
      .execute();
    return new Map(rows.map((row) => [row.drugId, Number(row.count)]));
  },
});
