import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { dialysisRound } from '../../../dialysis-file/contract/index.ts';
import { dialysisRounds } from '../../../dialysis-session/contract/index.ts';
import type { DryWeightProposal, OrderProposal } from '../../contract/round.schema.ts';
import { requirePatient } from '../reading/visible.ts';
import { proposalTable, type ProposalStored } from '../tables/proposal.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { tellRound } from './tell-round.ts';

interface Proposed {
  readonly patientId: string;
  readonly dryWeight: DryWeightProposal | null;
  readonly order: OrderProposal | null;
}

/** What signing it does elsewhere, and so the right that it takes. */
const RIGHT_OF = { 'dry-weight': 'his.dialysisFile:btn_weight', order: 'dialysis.bedside:btn_order' } as const;

/** Keeps a proposal for a doctor. @throws AppError `dialysis-round.nothing-proposed` */
export async function propose(ctx: Ctx, { patientId, dryWeight, order }: Proposed): Promise<{ id: string }> {
  const patient = await requirePatient(ctx, patientId);
  if ((dryWeight === null) === (order === null)) throw new AppError('dialysis-round.nothing-proposed', { code: EnvelopeCode.Invalid });
  if (dryWeight !== null && dryWeight.from > ctx.clock.today()) {
    throw new AppError('dialysis-round.day-future', { code: EnvelopeCode.Invalid, fields: [{ path: 'dryWeight.from', msg: '' }] });
  }
  const row = await proposalTable.insert(ctx, {
    ...{ orgId: patient.orgId, patientId, kind: dryWeight === null ? 'order' : 'dry-weight', content: { dryWeight, order } },
    ...{ byId: ctx.user.userId, byName: ctx.user.userName, proposedAt: ctx.clock.now(), state: 'waiting' },
    ...{ settledById: '', settledByName: '', settledAt: null, reason: '', resultId: '' },
  });
  ctx.audit({ subject: 'round-proposal', subjectId: row.id, patientId, after: row.content });
  ctx.message('proposed');
  await tellRound(ctx, patient.orgId, patientId);
  return { id: row.id };
}

/** The proposal under its lock, while it waits; undefined where the same was done with it before. */
async function lockWaiting(ctx: Ctx, id: string, version: number, wanted: 'signed' | 'declined'): Promise<ProposalStored | undefined> {
  const row = await proposalTable.lock(ctx, id);
  await requirePatient(ctx, row.patientId);
  if (row.state === wanted) return undefined;
  if (row.state !== 'waiting' || row.version !== version) {
    throw new AppError('dialysis-round.settled', { code: EnvelopeCode.Conflict, params: { name: row.settledByName } });
  }
  return row;
}

/** What it becomes, in the words of the plugin that keeps it. @returns its id there */
async function carryOut(ctx: Ctx, { patientId, orgId, content: { dryWeight, order } }: ProposalStored): Promise<string> {
  const by = { userId: ctx.user.userId as string, userName: ctx.user.userName };
  const whose = { patientId, orgId: orgId as OrgId, by };
  if (dryWeight !== null) return await ctx.service(dialysisRound).assessDryWeight({ ...whose, ...dryWeight });
  if (order === null) throw new TypeError('a proposal holds one of the two');
  return await ctx.service(dialysisRounds).order({ ...whose, ...order, validFrom: ctx.clock.today() });
}

const settledBy = (ctx: Ctx) => ({ settledById: ctx.user.userId, settledByName: ctx.user.userName, settledAt: ctx.clock.now() });

/** @throws AppError `dialysis-round.sign-right`, `dialysis-round.settled` where somebody declined it or it is another version */
export async function signProposal(ctx: Ctx, id: string, version: number): Promise<{ id: string }> {
  const row = await lockWaiting(ctx, id, version, 'signed');
  if (!row) return { id };
  if (!ctx.can(RIGHT_OF[row.kind])) throw new AppError('dialysis-round.sign-right', { code: EnvelopeCode.Forbidden });
  const resultId = await carryOut(ctx, row);
  await proposalTable.update(ctx, row, { state: 'signed', resultId, ...settledBy(ctx) });
  ctx.audit({ subject: 'round-proposal', subjectId: id, patientId: row.patientId, after: { signed: true, resultId, ...row.content } });
  ctx.message('signed');
  await tellRound(ctx, row.orgId, row.patientId);
  return { id };
}

export async function declineProposal(ctx: Ctx, id: string, version: number, reason: string): Promise<{ id: string }> {
  const row = await lockWaiting(ctx, id, version, 'declined');
  if (!row) return { id };
  await proposalTable.update(ctx, row, { state: 'declined', reason: reason.trim(), ...settledBy(ctx) });
  ctx.audit({ subject: 'round-proposal', subjectId: id, patientId: row.patientId, after: { declined: reason } });
  ctx.message('declined');
  await tellRound(ctx, row.orgId, row.patientId);
  return { id };
}
