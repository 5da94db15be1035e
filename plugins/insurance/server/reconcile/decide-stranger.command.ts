import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { assertVersion } from '@nephra/plugin-sdk/server';
import type { ReconcileDifference } from '../../contract/index.ts';
import { takeBack } from '../resolver/day-difference.ts';
import { type CallCtx, type ClientOf, deskOf } from '../settlement/ledger/settlement-context.ts';
import { closeDay } from './compare-day.ts';
import { differenceToWire, ownDifferences } from './reconcile.query.ts';
import type { ReconcileDifferenceStored } from '../tables/reconcile.table.ts';

export interface StrangerDecision {
  readonly verdict: 'take-back' | 'other-system';
  readonly reason: string;
  readonly version: number;
}

interface Ending {
  /** Empty: it stays undecided. */
  readonly decision: ReconcileDifference['decision'];
  readonly memo: string;
}

/**
 * POST difference/{id}/decide. Whoever decides first has it: the version moves, committed, before anything leaves. Without a certain answer
 * of the platform nothing is decided, and the row says why.
 * @throws AppError `insurance.difference-missing`, `insurance.difference-stale`, `insurance.no-stranger`, `insurance.proof-missing`
 */
export async function decideStranger(
  ctx: CallCtx,
  id: string,
  { verdict, reason: typed, version }: StrangerDecision,
  clientOf: ClientOf,
): Promise<ReconcileDifference> {
  const orgId = ctx.user.orgId as OrgId;
  const reason = typed.trim();
  if (reason.length < 4) throw new AppError('insurance.proof-missing', { code: EnvelopeCode.Invalid });
  const own = () => ownDifferences(ctx).where('found.id', '=', id);
  const before = await own().executeTakeFirst();
  if (!before) throw new AppError('insurance.difference-missing', { code: EnvelopeCode.NotFound });
  assertVersion(before.version, version, 'insurance.difference-stale');
  if (!before.stranger || before.decision !== '' || before.state !== 'open') throw new AppError('insurance.no-stranger', { code: EnvelopeCode.Conflict });
  // rows: a difference that came through its door (`ownDifferences`)
  const taken = await ctx.db
    .updateTable('insurance.reconcile_difference')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (!taken) throw new AppError('insurance.difference-stale', { code: EnvelopeCode.Conflict });

  const end = verdict === 'other-system' ? OTHERS : await askBack(ctx, before, orgId, clientOf);
  await ctx.transaction(async () => {
    // rows: a difference that came through its door (`ownDifferences`)
    await ctx.db
      .updateTable('insurance.reconcile_difference')
      .set({
        memo: end.memo.slice(0, 300),
        decision: end.decision,
        ...(end.decision === '' ? {} : { state: 'explained' as const, note: reason, note_user_name: ctx.user.userName, noted_at: ctx.clock.now() }),
      })
      .where('id', '=', id)
      .where('org_id', '=', orgId)
      .execute();
    // rows: the day of a difference that came through its door
    const day = await ctx.db.selectFrom('insurance.reconcile_day').select('state').where('org_id', '=', orgId).where('day', '=', before.day).executeTakeFirst();
    if (day && day.state !== 'running') await closeDay(ctx, orgId, before.day);
  });
  ctx.audit({
    subject: 'insurance-difference',
    subjectId: id,
    before: { decision: before.decision, setlId: before.setlId, msgid: before.msgid },
    after: { verdict, decision: end.decision, memo: end.memo },
    note: reason,
  });
  if (end.decision === '') ctx.message('strangerStays');
  return differenceToWire(await own().executeTakeFirstOrThrow());
}

const OTHERS: Ending = { decision: 'other-system', memo: 'action:other-system' };

async function askBack(ctx: CallCtx, row: ReconcileDifferenceStored, orgId: OrgId, clientOf: ClientOf): Promise<Ending> {
  const { psnNo, insuplcAdmdvs, mdtrtId, setlId, msgid, refund: refunded } = row;
  const action = await takeBack(deskOf(ctx, clientOf), { orgId, psnNo, insuplcAdmdvs, mdtrtId, setlId, msgid, refunded });
  return { decision: action.kind === 'reversed' ? 'taken-back' : '', memo: `action:${action.kind}${action.reason ? ` ${action.reason}` : ''}` };
}
