import { DAY_MS, dayOf, parseDay, quantityToWire } from '@nephra/plugin-sdk/contract';
import { patientDirectory } from '../../../patient/contract/index.ts';
import {
  type LedgerPrescription,
  type PrescriptionLedger,
  prescriptionLedger,
  prescriptionProposals,
  PayStatus,
} from '../../../prescription/contract/index.ts';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { type AuditedPrescription, type AuditedSession, findingsOf } from '../../domain/findings.ts';
import { kitTable } from '../tables/order.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { proposalKey } from './propose.ts';

/** Treatments of a month; more than this a facility does not hold. */
const MAX_MONTH = 5_000;
const PAGE = 500;
/** What is a treatment, by the name of the item: the same words by which prescriptions check that a session has one. */
const TREATMENT = /血液透析|血液滤过|透析滤过|连续性肾脏替代|连续性血液净化/;
const DIALYSER = /透析器|滤过器/;

const lastDay = (month: string): string => {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  return dayOf(parseDay(number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`) - DAY_MS);
};

async function prescriptionsOf(ledger: PrescriptionLedger, orgIds: Ctx['user']['orgIds'], from: string, to: string): Promise<readonly LedgerPrescription[]> {
  const all: LedgerPrescription[] = [];
  for (let page = 1; page <= MAX_MONTH / PAGE; page += 1) {
    const filter = { orgIds, startDate: from, endDate: to, currentPage: page, pageSize: PAGE };
    const { list } = await ledger.list(filter);
    all.push(
      ...(await ledger.getMany(
        list.map(({ dpId }) => dpId),
        orgIds,
      )),
    );
    if (list.length < PAGE) break;
  }
  return all;
}

function audited(one: LedgerPrescription, kitTreatments: ReadonlySet<string>): AuditedPrescription | undefined {
  const lines = one.payStatus === PayStatus.Void || one.payStatus === PayStatus.Refunded ? [] : one.lines;
  const treatments = lines.filter(({ kind, drugId, drugName }) => kind === 'item' && (kitTreatments.has(drugId) || TREATMENT.test(drugName)));
  const dialysers = lines.filter(({ kind, drugName }) => kind === 'material' && DIALYSER.test(drugName));
  if (treatments.length === 0 && dialysers.length === 0) return undefined;
  const pieces = (line: LedgerPrescription['lines'][number]): number => quantityToWire(line.quantity);
  return {
    ...{ dpId: one.dpId, dpNumber: one.dpNumber, patientId: one.patientId, day: one.priceDay },
    treatments: treatments.map((line) => ({ drugId: line.drugId, name: line.drugName, quantity: pieces(line) })),
    dialysers: dialysers.reduce((sum, line) => sum + pieces(line), 0),
  };
}

const millis = (at: Date | null): number | null => at?.getTime() ?? null;
const auditedSession = (session: SessionStored, written: AuditedSession['written']): AuditedSession => ({
  ...{ sessionId: session.id, patientId: session.patientId, day: session.day, state: session.state, minutes: session.minutes, written },
  ...{ startedAt: millis(session.startedAt), endedAt: millis(session.endedAt), check1At: millis(session.check1At), check2At: millis(session.check2At) },
  prescribedMinutes: session.plan?.minutes ?? null,
  endReason: String(session.sections.end?.fields.reason ?? ''),
});

/** Findings of a month in the caller's facilities. */
export async function findingsOfMonth(ctx: Ctx, month: string) {
  const [from, to] = [`${month}-01`, lastDay(month)];
  const { orgIds, orgId } = ctx.user;
  const rows = await sessionTable
    .select(ctx, 's')
    .where('s.day', '>=', from)
    .where('s.day', '<=', to)
    .orderBy('s.day')
    .orderBy('s.id')
    .limit(MAX_MONTH)
    .execute();
  const kit = await kitTable.select(ctx, 'k').where('k.part', '=', 'treatment').execute();
  const prescriptions = await prescriptionsOf(ctx.service(prescriptionLedger), orgIds, from, to);
  const byId = new Map(prescriptions.map((one) => [one.dpId, one]));
  const states = await ctx.service(prescriptionProposals).states(
    rows.map(({ id }) => proposalKey(id)),
    orgIds,
  );
  const stateOf = new Map(states.map((one) => [one.key, one]));
  const written = (session: SessionStored): AuditedSession['written'] => {
    const own = stateOf.get(proposalKey(session.id));
    if (own) return own.payStatus === PayStatus.Void ? 'void' : 'stands';
    // A number alone is that of an earlier system.
    if (session.prescriptionId === '') return session.prescriptionNo === '' ? 'none' : 'stands';
    return byId.get(session.prescriptionId)?.payStatus === PayStatus.Void || !byId.has(session.prescriptionId) ? 'void' : 'stands';
  };
  const sessions = rows.map((session) => auditedSession(session, written(session)));
  const treatments = new Set(kit.map(({ drugId }) => drugId));
  const { endToleranceMinutes } = await ctx.service(dialysisDirectory).limits(orgId);
  const charged = prescriptions.flatMap((one) => audited(one, treatments) ?? []);
  const found = findingsOf(sessions, charged, ctx.clock.today(), endToleranceMinutes);
  const patients = await ctx.service(patientDirectory).list([...new Set(found.map(({ patientId }) => patientId))], orgIds);
  const nameOf = new Map(patients.map((patient) => [patient.patientId, patient]));
  const held = sessions.filter(({ state }) => state === 5);
  return {
    month,
    held: held.length,
    written: held.filter((one) => one.written === 'stands').length,
    list: found.map((one) => ({
      ...one,
      params: { ...one.params },
      id: `${one.kind}/${one.sessionId || one.dpId}`,
      patientName: nameOf.get(one.patientId)?.patientName ?? '',
      outpatientCode: nameOf.get(one.patientId)?.outpatientCode ?? '',
    })),
  };
}
