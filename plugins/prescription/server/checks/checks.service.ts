import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { PrescriptionChecks } from '../../contract/index.ts';
import type { Finding } from '../../domain/checks/checked-line.ts';
import { choiceOf } from '../compile-lines.ts';
import { type HeadRecord, PrescriptionRepo } from '../prescription.repo.ts';
import type { PrescriptionDb } from '../tables.ts';
import { currentFile } from '../write-guard.ts';
import { answerFindings, refuseBlocked } from './assert-clear.ts';
import { ChecksRepo } from './checks.repo.ts';
import { evaluate, presentOverride, withOverrides } from './evaluate.ts';

type Ctx = ServerContext<PrescriptionDb>;

/** What is paid for is handed out at the amount that was sold, whatever happened to the catalogue since. */
const concernsPatient = ({ code }: Finding): boolean => !code.startsWith('item-') && !code.startsWith('quantity-');

/** Findings of a stored prescription as of now. */
export async function findingsOf(ctx: Ctx, head: HeadRecord, withStock: boolean): Promise<Finding[]> {
  const patient = await currentFile(ctx, head.patient_id, head.org_id);
  if (!patient) throw new AppError('prescription.patient-not-found', { code: EnvelopeCode.NotFound });
  return evaluate(ctx, {
    orgId: head.org_id,
    patient,
    dpId: head.id,
    dpType: head.dp_type,
    dpDate: head.dp_date.getTime(),
    reimWay: head.reim_way,
    lines: (await new PrescriptionRepo(ctx.db).details([head.id])).map(choiceOf),
    withStock,
  });
}

async function headOf(ctx: Ctx, dpId: string, orgIds: readonly OrgId[]): Promise<HeadRecord> {
  const head = await new PrescriptionRepo(ctx.db).find(dpId, orgIds);
  if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  return head;
}

/** The checks for whoever hands out (`prescription.checks@1`). */
export function prescriptionChecksOf(ctx: Ctx): PrescriptionChecks {
  return {
    async findings(dpId, orgIds) {
      const head = await headOf(ctx, dpId, orgIds);
      return withOverrides((await findingsOf(ctx, head, false)).filter(concernsPatient), await new ChecksRepo(ctx.db).overrides(dpId, orgIds));
    },
    async overrides(dpId, orgIds) {
      return (await new ChecksRepo(ctx.db).overrides(dpId, orgIds)).map(presentOverride);
    },
    assertClear: ({ dpId, by, overrides = [] }) =>
      ctx.transaction(async () => {
        const head = await headOf(ctx, dpId, by.orgIds);
        const findings = (await findingsOf(ctx, head, false)).filter(concernsPatient);
        refuseBlocked(findings);
        await answerFindings(ctx, head, findings, overrides, { stage: 'dispense', userId: by.userId, userName: by.userName });
      }),
  };
}
