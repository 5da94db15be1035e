import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { OverrideInput } from '../../contract/index.ts';
import type { Finding } from '../../domain/checks/checked-line.ts';
import { openFinding } from '../../domain/checks/run-checks.ts';
import type { PrescriptionStored } from '../tables/prescription.table.ts';
import type { OverrideStored } from '../tables/override.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { ChecksRepo } from './checks.repo.ts';

export interface Acting {
  readonly stage: OverrideStored['stage'];
  readonly userId: string;
  readonly userName: string;
}

const fieldsOf = (finding: Finding) => finding.lines.map((index) => ({ path: `prescriptionDetailList.${index}`, msg: '' }));

/** The reason that somebody gave for going on in spite of a finding. */
export const overrideRow = (
  ctx: Pick<ServerContext<PrescriptionDb>, 'newId'>,
  head: Pick<PrescriptionStored, 'id' | 'orgId' | 'patientId' | 'version'>,
  { key, code, params }: Finding,
  { reason, at, by }: { readonly reason: string; readonly at: Date; readonly by: Acting },
): OverrideStored => ({
  id: ctx.newId(),
  orgId: head.orgId,
  dpId: head.id,
  patientId: head.patientId,
  stage: by.stage,
  findingKey: key,
  code,
  params: { ...params },
  reason,
  userId: by.userId,
  userName: by.userName,
  dpVersion: head.version,
  createdAt: at,
});

/** @throws AppError `prescription.<code>` with the line's name for the first finding that blocks. */
export function refuseBlocked(findings: readonly Finding[]): void {
  const blocked = findings.find(({ level }) => level === 'block');
  if (blocked) throw new AppError(`prescription.${blocked.code}`, { code: EnvelopeCode.Refused, params: { ...blocked.params }, fields: fieldsOf(blocked) });
}

/**
 * Stores the reasons that are new and refuses while one is missing; runs in the caller's transaction, so a refusal stores nothing.
 * @throws AppError `prescription.needs-reason`
 */
export async function answerFindings(
  ctx: ServerContext<PrescriptionDb>,
  head: PrescriptionStored,
  findings: readonly Finding[],
  overrides: readonly OverrideInput[],
  by: Acting,
): Promise<void> {
  const repo = new ChecksRepo(ctx.db);
  const given = new Map(overrides.map(({ key, reason }) => [key, reason.trim()]).filter((entry): entry is [string, string] => entry[1] !== ''));
  const stored = (await repo.overrides(head.id, [head.orgId])).map((row) => row.findingKey);
  const missing = openFinding(findings, new Set([...stored, ...given.keys()]));
  if (missing) {
    const n = findings.filter(({ level, key }) => level === 'reason' && !stored.includes(key) && !given.has(key)).length;
    throw new AppError('prescription.needs-reason', { code: EnvelopeCode.Refused, params: { ...missing.params, n }, fields: fieldsOf(missing) });
  }
  const now = ctx.clock.now();
  await repo.addOverrides(
    findings
      .filter(({ level, key }) => level === 'reason' && given.has(key))
      .map((finding) => overrideRow(ctx, head, finding, { reason: given.get(finding.key) ?? '', at: now, by })),
  );
}
