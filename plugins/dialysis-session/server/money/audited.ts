import { quantityToWire } from '@nephra/plugin-sdk/contract';
import { type LedgerFilter, type LedgerPrescription, type PrescriptionLedger, PayStatus } from '../../../prescription/contract/index.ts';
import type { AuditedPrescription, AuditedSession } from '../../domain/money/findings.ts';
import type { SessionStored } from '../tables/session.table.ts';

const PAGE = 500;
/** Prescriptions of what is looked at; more than these a facility does not write in half a year. */
const MAX_READ = 30_000;
/** What is a treatment, by the name of the item: the same words by which prescriptions check that a session has one. */
const TREATMENT = /血液透析|血液滤过|透析滤过|连续性肾脏替代|连续性血液净化/;
const DIALYSER = /透析器|滤过器/;
const TEST = '化验';

/** Prescriptions with their lines, page by page. */
export async function prescriptionsOf(ledger: PrescriptionLedger, filter: Omit<LedgerFilter, 'currentPage' | 'pageSize'>): Promise<LedgerPrescription[]> {
  const all: LedgerPrescription[] = [];
  for (let page = 1; page <= MAX_READ / PAGE; page += 1) {
    const { list } = await ledger.list({ ...filter, currentPage: page, pageSize: PAGE });
    all.push(
      ...(await ledger.getMany(
        list.map(({ dpId }) => dpId),
        filter.orgIds,
      )),
    );
    if (list.length < PAGE) break;
  }
  return all;
}

/** A prescription as the rules look at it: nothing of one that is void or paid back. @param patientId the file that is left where the patient's was merged */
export function audited(one: LedgerPrescription, kitTreatments: ReadonlySet<string>, patientId: string): AuditedPrescription {
  const lines = one.payStatus === PayStatus.Void || one.payStatus === PayStatus.Refunded ? [] : one.lines;
  const pieces = (line: LedgerPrescription['lines'][number]): number => quantityToWire(line.quantity);
  return {
    ...{ dpId: one.dpId, dpNumber: one.dpNumber, patientId, day: one.priceDay },
    treatments: lines
      .filter(({ kind, drugId, drugName }) => kind === 'item' && (kitTreatments.has(drugId) || TREATMENT.test(drugName)))
      .map((line) => ({ drugId: line.drugId, name: line.drugName, quantity: pieces(line) })),
    dialysers: lines.filter(({ kind, drugName }) => kind === 'material' && DIALYSER.test(drugName)).reduce((sum, line) => sum + pieces(line), 0),
    lines: lines.map(({ kind, drugId, drugName, medicalInsCode, drugType, remark }) => ({
      ...{ kind, drugId, name: drugName, code: medicalInsCode, isTest: drugType === TEST, remark: remark ?? '' },
    })),
  };
}

const millis = (at: Date | null): number | null => at?.getTime() ?? null;
export const auditedSession = (session: SessionStored, written: AuditedSession['written']): AuditedSession => ({
  ...{ sessionId: session.id, patientId: session.patientId, day: session.day, mode: session.mode, state: session.state, minutes: session.minutes, written },
  ...{ startedAt: millis(session.startedAt), endedAt: millis(session.endedAt), check1At: millis(session.check1At), check2At: millis(session.check2At) },
  prescribedMinutes: session.plan?.minutes ?? null,
  endReason: String(session.sections.end?.fields.reason ?? ''),
});
