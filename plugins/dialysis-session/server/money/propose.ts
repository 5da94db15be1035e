import { isAppError, parseDay } from '@nephra/plugin-sdk/contract';
import { prescriptionProposals } from '../../../prescription/contract/index.ts';
import { chargeLines } from '../../domain/charge-lines.ts';
import { givenTable, kitTable, orderTable } from '../tables/order.table.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';

type Kind = 'drug' | 'material' | 'item';
/** What became of the charge of a treatment. `refused:<key>`: it could not be written, the sentence says why; somebody proposes it again when that is mended. */
export interface Charged {
  readonly outcome: 'written' | 'same' | 'replaced' | 'kept' | 'nothing' | `refused:${string}`;
  readonly prescriptionId: string;
  readonly prescriptionNo: string;
  readonly lines: number;
}

/** Names the prescription of a treatment for good. */
export const proposalKey = (sessionId: string): string => `dialysis-session/${sessionId}`;
const NOON_MS = 12 * 3_600_000;

async function linesOf(ctx: Ctx, session: SessionStored) {
  const kit = await kitTable
    .select(ctx, 'k')
    .where('k.orgId', '=', session.orgId)
    .where('k.mode', '=', session.mode)
    .orderBy('k.createdAt')
    .orderBy('k.id')
    .execute();
  const given = await givenTable
    .select(ctx, 'g')
    .where('g.sessionId', '=', session.id)
    .where('g.outcome', '<>', 'skipped')
    .orderBy('g.at')
    .orderBy('g.id')
    .execute();
  const ids = given.map(({ orderId }) => orderId);
  const orders = ids.length === 0 ? [] : await orderTable.select(ctx, 'o').where('o.id', 'in', ids).execute();
  const byId = new Map(orders.map((order) => [order.id, order]));
  const prescribed = session.plan?.prescription;
  return chargeLines(
    kit.map(({ part, drugKind, drugId, quantity }) => ({ part, kind: drugKind as Kind, drugId, quantity })),
    { dialyserId: prescribed?.dialyserId ?? null, perfusorId: prescribed?.perfusorId ?? null },
    given.flatMap(({ orderId, dose }) => {
      const order = byId.get(orderId);
      return order ? [{ kind: order.drugKind as Kind, drugId: order.drugId, quantity: order.quantity, title: `${order.title} ${dose}` }] : [];
    }),
  );
}

/**
 * Writes the prescription of a treatment, once, as an unconfirmed one of the doctor who confirmed the treatment. What prescriptions refuse (a closed month, an entry
 * that is no longer there) keeps no sheet open: it is told, stands among the findings, and is proposed again from there.
 */
export async function proposeCharges(ctx: Ctx, session: SessionStored): Promise<Charged> {
  const none = { prescriptionId: '', prescriptionNo: '', lines: 0 };
  // What stood there before treatments were kept here is not written a second time.
  const byHand = session.prescriptionId !== '' && (await ctx.service(prescriptionProposals).states([proposalKey(session.id)], [session.orgId])).length === 0;
  if (byHand) return { ...none, outcome: 'kept' };
  const lines = await linesOf(ctx, session);
  if (lines.length === 0) return { ...none, outcome: 'nothing' };
  try {
    const stored = await ctx.service(prescriptionProposals).propose({
      key: proposalKey(session.id),
      orgId: session.orgId,
      patientId: session.patientId,
      dpDate: session.startedAt?.getTime() ?? parseDay(session.day) + NOON_MS,
      doctor: { userId: session.doctorId, userName: session.doctorName, enCode: session.doctorNo },
      creator: { userId: ctx.user.userId, userName: ctx.user.userName },
      note: ctx.text('money.note', { day: session.day, station: session.stationCode }, 'zh'),
      lines,
    });
    return { outcome: stored.outcome, prescriptionId: stored.dpId, prescriptionNo: stored.dpNumber, lines: lines.length };
  } catch (error) {
    if (isAppError(error) && error.key.startsWith('prescription.')) return { ...none, outcome: `refused:${error.key}` };
    throw error;
  }
}
