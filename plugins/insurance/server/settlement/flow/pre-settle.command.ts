import { AppError, EnvelopeCode, isAppError, moneyToText, type OrgId } from '@nephra/plugin-sdk/contract';
import type { PreSettleBody, SettlementRecord } from '../../../contract/index.ts';
import { OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import { beginSettlement, settlementOf } from './begin.command.ts';
import { wantedPrescriptions } from '../ledger/wanted-prescriptions.ts';
import { sealedCertificate, shownCertificate } from '../ledger/certificate.ts';
import { type CallCtx, type ClientOf, type SettlementContext, deskOf } from '../ledger/settlement-context.ts';
import { preSettleStep } from './presettle.step.ts';
import { halt, type Progress } from '../ledger/progress.ts';
import { registerStep } from './register.step.ts';
import { advance, type Changes, findSettlement, type SettlementRow, stopped, withLease } from '../ledger/settlement.repo.ts';
import { recordOf } from '../ledger/settlement.query.ts';
import { uploadStep } from './upload.step.ts';
import { vouchers } from '../ledger/vouchers.ts';

const LINE_DOWN = 'errors.insurance.line-down';

/** One step further: what the state asks for. */
function stepOf(desk: SettlementContext, row: SettlementRow): Promise<Progress> | undefined {
  if (row.state === 'prepared') return registerStep(desk, row);
  if (row.state === 'registered' || (row.state !== 'presettled' && row.batchStale)) return uploadStep(desk, row);
  if (row.state === 'uploaded') return preSettleStep(desk, row);
  return undefined;
}

/**
 * Goes on until the amounts are there or something stops it. What stops it is on the row, in words that people read; a fault of ours that
 * a person can do something about (line down, voucher gone) as well.
 * @param stoodAt problem that it stood at before; meeting the very same again is nothing new for the trail
 */
export async function goOn(desk: SettlementContext, begun: SettlementRow, stoodAt = ''): Promise<SettlementRow> {
  let row = begun;
  for (;;) {
    try {
      const step = stepOf(desk, row);
      if (!step) return row;
      const progress = await step;
      row = progress.row;
      if (progress.stopped) return row;
    } catch (error) {
      if (!isAppError(error) || error.key === 'insurance.settlement-stale') throw error;
      return await noted(desk, row, error, stoodAt);
    }
  }
}

/** A refusal of our own side, kept on the row as it stands now. */
async function noted(desk: SettlementContext, before: SettlementRow, error: AppError, stoodAt: string): Promise<SettlementRow> {
  const row = (await findSettlement(desk.ctx, before.id, [before.orgId])) ?? before;
  if (!OPEN_STATES.includes(row.state)) throw error;
  const problem = { key: `errors.${error.key}`, params: error.params };
  if (problem.key === stoodAt) return await stopped(desk.ctx, row, problem, undefined);
  return (await halt(desk, row, problem)).row;
}

/** The patient showed something else, or wants his account used after all: what was worked out before no longer counts. */
async function takeUp(
  desk: SettlementContext,
  row: SettlementRow,
  { certificate, accountUsed, diseaseCode }: { certificate: PreSettleBody['certificate']; accountUsed: '0' | '1'; diseaseCode: string },
) {
  const { ctx, by } = desk;
  if (certificate.mdtrt_cert_type === '01') vouchers.keep(row.id, certificate.mdtrt_cert_no, ctx.clock.steady());
  const changes: Changes = {
    certType: certificate.mdtrt_cert_type,
    certSealed: sealedCertificate(ctx, certificate),
    acctUsedFlag: accountUsed,
    operatorId: by.userId,
    operatorName: by.userName,
    language: by.language,
    ...(row.state === 'prepared' && diseaseCode !== '' ? { diseCodg: diseaseCode } : {}),
  };
  const same = row.acctUsedFlag === accountUsed && row.certType === certificate.mdtrt_cert_type;
  // Pressed again and again while the line is down: once on the trail is enough.
  const again = same && row.problem === LINE_DOWN ? undefined : { kind: 'taken-up', params: { account: accountUsed }, byName: by.userName };
  if (row.state !== 'presettled') return await advance(ctx, row, row.state, changes, again);
  // The fees stand; only the question is put again, or the batch is replaced when the insurer asked for it.
  const settledAlready = same && row.problem === '' && !row.batchStale;
  return await advance(ctx, row, settledAlready ? 'presettled' : row.batchStale ? 'registered' : 'uploaded', changes, again);
}

/** POST settlement: register, upload and pre-settle; asked again for the same prescriptions it goes on where it stopped. */
export async function preSettle(ctx: CallCtx, body: PreSettleBody, clientOf: ClientOf): Promise<SettlementRecord> {
  const desk = deskOf(ctx, clientOf);
  const dpIds = [...new Set(body.dpIds)];
  const { patient, prescriptions } = await wantedPrescriptions(ctx, dpIds);
  const orgId = patient.orgId as OrgId;
  const certificate = await shownCertificate(ctx, { patientId: patient.patientId, orgId }, body.certificate);
  const known = await settlementOf(desk, orgId, dpIds);
  if (known?.month != null) throw new AppError('insurance.month-settlement', { params: { month: known.month } });
  const begun =
    known ??
    (await beginSettlement(
      desk,
      { patient, prescriptions },
      {
        dpIds,
        certificate,
        insutype: body.insutype ?? '',
        accountUsed: body.acct_used_flag,
        diseaseCode: body.dise_codg ?? '',
        diseaseName: body.dise_name ?? '',
      },
    ));
  const done = await withLease(ctx, begun.id, async (row) => {
    if (!OPEN_STATES.includes(row.state)) throw new AppError('insurance.settlement-stale', { code: EnvelopeCode.Conflict });
    const taken = known ? await takeUp(desk, row, { certificate, accountUsed: body.acct_used_flag, diseaseCode: body.dise_codg ?? '' }) : row;
    return await goOn(desk, taken, row.problem === LINE_DOWN ? LINE_DOWN : '');
  });
  ctx.audit({
    subject: 'insurance.settlement',
    subjectId: done.id,
    patientId: done.patientId,
    after: { state: done.state, total: moneyToText(done.total), problem: done.problem },
  });
  return await recordOf(ctx, done, ctx.language);
}
