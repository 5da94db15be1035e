import { type OrgId, quantityToWire } from '@nephra/plugin-sdk/contract';
import { type SqlBool, sql } from '@nephra/plugin-sdk/server';
import { type BriefPrescription, PayStatus } from '../../../prescription/contract/index.ts';
import type { AuditedLine, AuditedPrescription, AuditedSession } from '../../domain/money/findings.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** What is a treatment, by the name of the item: the same words by which prescriptions check that a session has one. */
const TREATMENT = /血液透析|血液滤过|透析滤过|连续性肾脏替代|连续性血液净化/;
const DIALYSER = /透析器|滤过器/;
export const TEST = '化验';
const MAX_NAMES = 10_000;

const isTreatment = remembered((name) => TREATMENT.test(name));
const isDialyser = remembered((name) => DIALYSER.test(name));

/** A month has ten thousand lines with a hundred names. */
function remembered(rule: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    let answer = known.get(name);
    if (answer === undefined) {
      if (known.size >= MAX_NAMES) known.clear();
      answer = rule(name);
      known.set(name, answer);
    }
    return answer;
  };
}

const NO_LINES: BriefPrescription['lines'] = [];
/** A prescription as the rules look at it: nothing of one that is void or paid back. @param patientId the file that is left where the patient's was merged */
export function audited(one: BriefPrescription, kitTreatments: ReadonlySet<string>, patientId: string): AuditedPrescription {
  const treatments: AuditedPrescription['treatments'][number][] = [];
  const lines: AuditedLine[] = [];
  let dialysers = 0;
  const sold = one.payStatus === PayStatus.Void || one.payStatus === PayStatus.Refunded ? NO_LINES : one.lines;
  for (const { kind, drugId, drugName: name, medicalInsCode: code, drugType, quantity, remark } of sold) {
    if (kind === 'item' && (kitTreatments.has(drugId) || isTreatment(name))) treatments.push({ drugId, name, quantity: quantityToWire(quantity) });
    if (kind === 'material' && isDialyser(name)) dialysers += quantityToWire(quantity);
    lines.push({ kind, drugId, name, code, isTest: drugType === TEST, remark });
  }
  return { dpId: one.dpId, dpNumber: one.dpNumber, patientId, day: one.priceDay, treatments, dialysers, lines };
}

/** What the rules ask of a treatment; its sheet, fifty times as much, stays where it is. */
const AUDITED = ['s.id', 's.patientId', 's.day', 's.mode', 's.state', 's.minutes', 's.startedAt', 's.endedAt', 's.check1At', 's.check2At'] as const;
const NAMED = ['s.prescriptionId', 's.prescriptionNo'] as const;

/** Treatments of some days in these facilities, oldest first. @param most rows at most */
export async function auditedRows(ctx: WorkCtx, orgIds: readonly OrgId[], from: string, to: string, most: number) {
  // Findings are of the whole facility, as an insurer looks at it: rights on treatments narrow none of them.
  return await sessionTable
    .everywhere(ctx, 'the month of the caller’s facilities', 's')
    .clearSelect()
    .select([...AUDITED, ...NAMED])
    .select(sql<string | null>`s.plan ->> 'minutes'`.as('planned'))
    .where('s.orgId', 'in', [...orgIds])
    .where('s.day', '>=', from)
    .where('s.day', '<=', to)
    .orderBy('s.day')
    .orderBy('s.id')
    .limit(most)
    .execute();
}
export type AuditedRow = Awaited<ReturnType<typeof auditedRows>>[number];

/** Why treatments ended, of those that are asked for: a sheet lies apart from its row, and of a month few were shorter than planned. */
export async function endReasons(ctx: WorkCtx, orgIds: readonly OrgId[], ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sessionTable
    .everywhere(ctx, 'treatments of the month of the caller’s facilities that were just read', 's')
    .clearSelect()
    .select(['s.id', sql<string | null>`s.sections #>> '{end,fields,reason}'`.as('reason')])
    .where('s.orgId', 'in', [...orgIds])
    .where(sql<SqlBool>`s.id = any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, reason }) => [id, reason ?? '']));
}

const millis = (at: Date | null): number | null => at?.getTime() ?? null;
export const plannedMinutes = ({ planned }: AuditedRow): number | null => (planned === null ? null : Number(planned));

/** @param patientId the file that is left where the patient's was merged */
export const auditedSession = (row: AuditedRow, written: AuditedSession['written'], patientId: string, endReason: string): AuditedSession => ({
  // A literal is made in place, spreads are copied, thousands of times.
  sessionId: row.id,
  patientId,
  day: row.day,
  mode: row.mode,
  state: row.state,
  minutes: row.minutes,
  written,
  startedAt: millis(row.startedAt),
  endedAt: millis(row.endedAt),
  check1At: millis(row.check1At),
  check2At: millis(row.check2At),
  prescribedMinutes: plannedMinutes(row),
  endReason,
});
