import { isAppError, parseDay } from '@nephra/plugin-sdk/contract';
import type { UsedStock } from '../../../catalogue/contract/index.ts';
import { prescriptionProposals } from '../../../prescription/contract/index.ts';
import { chargeLines, type Treatment } from '../../domain/money/charge-lines.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { ClosingCtx } from '../tables/tables.ts';
import { treatmentOf } from './treatment.ts';
import { shortNames, takeUsed } from './use-goods.ts';

/** What became of the charge of a treatment. `refused:<key>`: it could not be written, the sentence says why; somebody proposes it again when that is mended. */
export interface Charged {
  readonly outcome: 'written' | 'same' | 'replaced' | 'kept' | 'nothing' | `refused:${string}`;
  readonly prescriptionId: string;
  readonly prescriptionNo: string;
  readonly lines: number;
  /** Goods that left stock, and names of those that no lot had. */
  readonly used: number;
  readonly short: readonly string[];
}

/** Names the prescription of a treatment for good. */
export const proposalKey = (sessionId: string): string => `dialysis-session/${sessionId}`;
const NOON_MS = 12 * 3_600_000;

async function propose(ctx: ClosingCtx, session: SessionStored, treatment: Treatment, used: readonly UsedStock[]): Promise<Omit<Charged, 'used' | 'short'>> {
  const none = { prescriptionId: '', prescriptionNo: '', lines: 0 };
  const out = new Set(used.filter(({ wanted }) => wanted > 0).map(({ drugId }) => drugId));
  const lines = chargeLines(treatment).map((line) => (out.has(line.drugId) ? { ...line, alreadyOut: true } : line));
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

/** The prescription of a treatment, where there is one or was none before treatments were kept here; undefined: it is one of an earlier time. */
async function proposalOf(ctx: ClosingCtx, session: SessionStored) {
  const [proposal] = await ctx.service(prescriptionProposals).states([proposalKey(session.id)], [session.orgId]);
  return session.prescriptionId !== '' && proposal === undefined ? undefined : { proposal };
}
const told = (used: readonly UsedStock[]): Pick<Charged, 'used' | 'short'> => ({
  used: used.filter(({ wanted }) => wanted > 0).length,
  short: shortNames(used),
});

/** The stock alone, for what no lot had when the sheet was closed. */
export async function takeStockOf(ctx: ClosingCtx, session: SessionStored): Promise<Pick<Charged, 'used' | 'short'>> {
  const own = await proposalOf(ctx, session);
  return own ? told(await takeUsed(ctx, session, await treatmentOf(ctx, session), own.proposal)) : { used: 0, short: [] };
}

/**
 * What a closed treatment used leaves stock, and its prescription is written, once, as an unconfirmed one of the doctor who confirmed the treatment. What prescriptions
 * refuse (a closed month, an entry that is no longer there) and what stock does not have keeps no sheet open: it is told, stands among the findings, and is done again
 * from there. Goods are booked on the day on which it is said; no closed month changes.
 */
export async function settleTreatment(ctx: ClosingCtx, session: SessionStored): Promise<Charged> {
  const own = await proposalOf(ctx, session);
  // What stood there before treatments were kept here is neither written nor taken a second time.
  if (!own) return { outcome: 'kept', prescriptionId: '', prescriptionNo: '', lines: 0, used: 0, short: [] };
  const treatment = await treatmentOf(ctx, session);
  const used = await takeUsed(ctx, session, treatment, own.proposal);
  return { ...(await propose(ctx, session, treatment, used)), ...told(used) };
}
