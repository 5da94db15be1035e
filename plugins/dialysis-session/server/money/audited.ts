import { type OrgId, quantityToWire } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { type BriefPrescription, PayStatus } from '../../../prescription/contract/index.ts';
import type { AuditedPrescription, AuditedSession } from '../../domain/money/findings.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';

/** What is a treatment, by the name of the item: the same words by which prescriptions check that a session has one. */
const TREATMENT = /血液透析|血液滤过|透析滤过|连续性肾脏替代|连续性血液净化/;
const DIALYSER = /透析器|滤过器/;
export const TEST = '化验';

/** A prescription as the rules look at it: nothing of one that is void or paid back. @param patientId the file that is left where the patient's was merged */
export function audited(one: BriefPrescription, kitTreatments: ReadonlySet<string>, patientId: string): AuditedPrescription {
  const lines = one.payStatus === PayStatus.Void || one.payStatus === PayStatus.Refunded ? [] : one.lines;
  const pieces = (line: BriefPrescription['lines'][number]): number => quantityToWire(line.quantity);
  return {
    ...{ dpId: one.dpId, dpNumber: one.dpNumber, patientId, day: one.priceDay },
    treatments: lines
      .filter(({ kind, drugId, drugName }) => kind === 'item' && (kitTreatments.has(drugId) || TREATMENT.test(drugName)))
      .map((line) => ({ drugId: line.drugId, name: line.drugName, quantity: pieces(line) })),
    dialysers: lines.filter(({ kind, drugName }) => kind === 'material' && DIALYSER.test(drugName)).reduce((sum, line) => sum + pieces(line), 0),
    lines: lines.map(({ kind, drugId, drugName, medicalInsCode, drugType, remark }) => ({
      ...{ kind, drugId, name: drugName, code: medicalInsCode, isTest: drugType === TEST, remark },
    })),
  };
}

/** What the rules ask of a treatment; its sheet, fifty times as much, stays where it is. */
const AUDITED = ['s.id', 's.patientId', 's.day', 's.mode', 's.state', 's.minutes', 's.startedAt', 's.endedAt', 's.check1At', 's.check2At'] as const;
const NAMED = ['s.prescriptionId', 's.prescriptionNo'] as const;

/** Treatments of some days in these facilities, oldest first. @param most rows at most */
export async function auditedRows(ctx: Ctx, orgIds: readonly OrgId[], from: string, to: string, most: number) {
  // Findings are of the whole facility, as an insurer looks at it: rights on treatments narrow none of them.
  return await sessionTable
    .everywhere(ctx, 'the month of the caller’s facilities', 's')
    .clearSelect()
    .select([...AUDITED, ...NAMED])
    .select([sql<string | null>`s.plan ->> 'minutes'`.as('planned'), sql<string | null>`s.sections #>> '{end,fields,reason}'`.as('endReason')])
    .where('s.orgId', 'in', [...orgIds])
    .where('s.day', '>=', from)
    .where('s.day', '<=', to)
    .orderBy('s.day')
    .orderBy('s.id')
    .limit(most)
    .execute();
}
export type AuditedRow = Awaited<ReturnType<typeof auditedRows>>[number];

const millis = (at: Date | null): number | null => at?.getTime() ?? null;
export const auditedSession = (row: AuditedRow, written: AuditedSession['written']): AuditedSession => ({
  ...{ sessionId: row.id, patientId: row.patientId, day: row.day, mode: row.mode, state: row.state, minutes: row.minutes, written },
  ...{ startedAt: millis(row.startedAt), endedAt: millis(row.endedAt), check1At: millis(row.check1At), check2At: millis(row.check2At) },
  prescribedMinutes: row.planned === null ? null : Number(row.planned),
  endReason: row.endReason ?? '',
});
