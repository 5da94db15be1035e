import { AppError, type DataRights, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { PrescriptionChecks } from '../../contract/index.ts';
import type { Finding } from '../../domain/checks/checked-line.ts';
import { choiceOf } from '../lines/compile-lines.ts';
import { PrescriptionRepo } from '../prescription.repo.ts';
import type { PrescriptionStored } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { currentFile } from '../write-guard.ts';
import { answerFindings, refuseBlocked } from './assert-clear.ts';
import { ChecksRepo } from './checks.repo.ts';
import { evaluate, presentOverrides, withOverrides } from './evaluate.ts';
import { sentenceOf } from './sentence.ts';

type Ctx = ServerContext<PrescriptionDb>;

/**
 * Of no concern to whoever hands out: what is paid for goes out at the amount that was sold, and how, when and where one dialyses is not said at
 * the counter.
 */
const ELSEWHERE = ['item-', 'quantity-', 'session-', 'infection-', 'bed-'];
const concernsPatient = ({ code }: Finding): boolean => !ELSEWHERE.some((start) => code.startsWith(start));

/** Whoever signed the second of two prescriptions gave the reason: at the counter it is said and not asked again. */
const saidOnly = (finding: Finding): Finding => (finding.code === 'dialyser-other' ? { ...finding, level: 'info' } : finding);

/** The same finding with its lines counted over the whole prescription again; `places` are those of the lines that were checked. */
function atPlaces(finding: Finding, places: readonly number[]): Finding {
  const place = (index: number): number => places[index] ?? index;
  const params = { ...finding.params };
  for (const name of ['line', 'otherLine']) {
    const number = params[name];
    if (typeof number === 'number') params[name] = place(number - 1) + 1;
  }
  return { ...finding, lines: finding.lines.map(place), params };
}

interface Asked {
  readonly withStock: boolean;
  /** As if it had these lines only. */
  readonly detailIds?: readonly string[];
  /** Of whoever reads what is found; left out where nobody does. */
  readonly rights?: DataRights;
}

/** Findings of a stored prescription as of now. */
export async function findingsOf(ctx: Ctx, head: PrescriptionStored, { withStock, detailIds, rights }: Asked): Promise<Finding[]> {
  const patient = await currentFile(ctx, head.patientId, head.orgId);
  if (!patient) throw new AppError('prescription.patient-not-found', { code: EnvelopeCode.NotFound });
  const checked = (await new PrescriptionRepo(ctx.db).details([head.id]))
    .map((detail, place) => ({ detail, place }))
    .filter(({ detail }) => detailIds?.includes(detail.id) ?? true);
  const places = checked.map(({ place }) => place);
  const findings = await evaluate(ctx, {
    orgId: head.orgId,
    patient,
    dpId: head.id,
    dpType: head.dpType,
    dpDate: head.dpDate.getTime(),
    reimWay: head.reimWay,
    lines: checked.map(({ detail }) => choiceOf(detail)),
    withStock,
    ...(rights ? { rights } : {}),
  });
  return findings.map((finding) => atPlaces(finding, places));
}

async function headOf(ctx: Ctx, dpId: string, orgIds: readonly OrgId[]): Promise<PrescriptionStored> {
  const head = await new PrescriptionRepo(ctx.db).find(dpId, orgIds);
  if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  return head;
}

/** The checks for whoever hands out (`prescription.checks@1`). */
export function prescriptionChecksOf(ctx: Ctx): PrescriptionChecks {
  const handedOut = async (head: PrescriptionStored, asked: Omit<Asked, 'withStock'>) =>
    (await findingsOf(ctx, head, { ...asked, withStock: false })).filter(concernsPatient).map(saidOnly);
  return {
    async findings({ dpId, detailIds }, orgIds, rights) {
      const head = await headOf(ctx, dpId, orgIds);
      return withOverrides(await handedOut(head, { detailIds, rights }), await new ChecksRepo(ctx.db).overrides(dpId, orgIds));
    },
    async overrides(dpId, orgIds, rights) {
      return await presentOverrides(ctx, await new ChecksRepo(ctx.db).overrides(dpId, orgIds), rights);
    },
    sentence: sentenceOf,
    assertClear: ({ dpId, detailIds, by, overrides = [] }) =>
      ctx.transaction(async () => {
        const head = await headOf(ctx, dpId, by.orgIds);
        const findings = await handedOut(head, { detailIds, ...(by.rights ? { rights: by.rights } : {}) });
        refuseBlocked(findings);
        await answerFindings(ctx, head, findings, overrides, { stage: 'dispense', userId: by.userId, userName: by.userName });
      }),
  };
}
