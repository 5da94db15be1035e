import { catalogueStockUse, type UsedStock } from '../../../catalogue/contract/index.ts';
import { type ProposalState, RxStatus } from '../../../prescription/contract/index.ts';
import { type Treatment, usedLines } from '../../domain/money/charge-lines.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { ClosingCtx } from '../tables/tables.ts';

/** Names what a treatment used for good, as it names its prescription. */
export const stockKey = (sessionId: string): string => `dialysis-session/${sessionId}`;

/**
 * Takes out of stock what a treatment used, where the facility keeps stock of it: once, whatever is pressed. What its prescription has the pharmacy hand out, because a
 * person confirmed it before goods left here, stays the pharmacy's.
 * @param proposal the prescription of the treatment as it stands
 */
export async function takeUsed(
  ctx: ClosingCtx,
  session: SessionStored,
  treatment: Treatment,
  proposal: ProposalState | undefined,
): Promise<readonly UsedStock[]> {
  const stock = ctx.optionalService(catalogueStockUse);
  if (!stock) return [];
  const handedOut = new Set(
    proposal === undefined || proposal.rxStatus === RxStatus.New ? [] : proposal.lines.filter((line) => line.alreadyOut !== true).map(({ drugId }) => drugId),
  );
  return await stock.settle({
    ...{ key: stockKey(session.id), orgId: session.orgId, patientId: session.patientId, day: session.day },
    by: { userId: ctx.user.userId, userName: ctx.user.userName },
    note: ctx.text('money.use', { day: session.day, station: session.stationCode }, 'zh'),
    goods: usedLines(treatment).filter(({ drugId }) => !handedOut.has(drugId)),
  });
}

/** Goods that were used, in whole pieces or less, that no lot had: names, for whoever is told. */
export const shortNames = (used: readonly UsedStock[]): string[] => used.filter(({ missing }) => missing > 0).map(({ drugName }) => drugName);
