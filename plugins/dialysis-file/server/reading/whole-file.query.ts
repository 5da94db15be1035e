import { type OrgId, toPage } from '@nephra/plugin-sdk/contract';
import { selectPage, staffNames } from '@nephra/plugin-sdk/server';
import type { HistoryRow, PatternView, PrescriptionView, WholeFile } from '../../contract/file.schema.ts';
import type { PatientFile } from '../../../patient/contract/index.ts';
import { type PatternStored, type PrescriptionStored, accessEventTable, changeTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { consentFormsOf } from '../consent-forms/consent-forms.query.ts';
import { consentState } from '../../contract/consent/consents.ts';
import { dryWeightFacts, infectionOf, lackingOf } from './facts.ts';
import { INFECTION_LIMITS, limitsOf } from './limits.ts';
import { type Parts, wholePartsOf, patternOf } from './parts.query.ts';
import { partNotFound, requireFile } from './visible-file.ts';

const who = ({ byName, writtenAt }: { readonly byName: string; readonly writtenAt: Date }) => ({ byName, at: writtenAt.getTime() });

export function patternView(row: PatternStored): PatternView {
  const { patternId, from, to, cycleWeeks, anchorMonday, everyDays, slots, remark, version } = patternOf(row);
  return { patternId, from, to, cycleWeeks, anchorMonday, everyDays, slots: [...slots], remark, version, reason: row.reason, ...who(row) };
}

const prescriptionView = (row: PrescriptionStored): PrescriptionView => ({
  ...row.content,
  prescriptionId: row.id,
  versionNo: row.versionNo,
  state: row.state === 'dropped' ? 'replaced' : row.state,
  proposedByName: row.byName,
  proposedAt: row.writtenAt.getTime(),
  signedByName: row.signedByName,
  signedAt: row.signedAt?.getTime() ?? null,
  replacedAt: row.replacedAt?.getTime() ?? null,
  version: row.version,
});

async function accessesOf(ctx: Ctx, { accesses, file }: Parts): Promise<WholeFile['accesses']> {
  const events = await accessEventTable
    .everywhere(ctx, 'events of accesses of a file that the caller was found to see', 'row')
    .where('row.patientId', '=', file.id)
    .orderBy('row.onDay', 'desc')
    .orderBy('row.id', 'desc')
    .execute();
  return [...accesses].reverse().map((row) => ({
    accessId: row.id,
    kind: row.kind,
    side: row.side,
    site: row.site,
    state: row.state,
    madeOn: row.madeOn,
    firstUsedOn: row.firstUsedOn,
    endOn: row.endOn,
    endReason: row.endReason,
    hospital: row.hospital,
    surgeon: row.surgeon,
    needleGauge: row.needleGauge,
    punctureMethod: row.punctureMethod,
    lockArterial: row.lockArterial === null ? null : Number(row.lockArterial),
    lockVenous: row.lockVenous === null ? null : Number(row.lockVenous),
    note: row.note,
    version: row.version,
    events: events
      .filter(({ accessId }) => accessId === row.id)
      .map((event) => ({ eventId: event.id, kind: event.kind, on: event.onDay, note: event.note, ...who(event) })),
  }));
}

/** Names of people by id; those whom the caller does not see stay without. */
async function namesOf(ctx: Ctx, ids: readonly (string | null)[]): Promise<(id: string | null) => string> {
  const named = ids.filter((id): id is string => id !== null);
  const texts = named.length === 0 ? undefined : await ctx.optionalService(staffNames)?.texts(ctx, 'user', named);
  return (id) => (id === null ? '' : (texts?.get(id)?.split('/')[0] ?? ''));
}

export const personOf = ({
  patientId,
  patientName,
  patientSex,
  patientAge,
  dialysis,
}: Pick<PatientFile, 'patientId' | 'patientName' | 'patientSex' | 'patientAge' | 'dialysis'>) => ({
  patientId,
  patientName,
  patientSex,
  patientAge,
  dialysisNo: dialysis?.dialysisNo ?? '',
});

/** Everything that the file of one patient says. @throws AppError `dialysis-file.not-found` */
export async function wholeFileOf(ctx: Ctx, patientId: string): Promise<WholeFile> {
  const { patient, file } = await requireFile(ctx, patientId);
  const parts = await wholePartsOf(ctx, patientId, [file.orgId]);
  if (!parts) throw partNotFound();
  const today = ctx.clock.today();
  const limits = await limitsOf(ctx, file.orgId as OrgId, [...INFECTION_LIMITS, 'dryWeightStepPercent']);
  const { worked, zone, dues, worst } = infectionOf(parts, today, limits);
  const nameOf = await namesOf(ctx, [file.nurseId, file.doctorId]);
  const { outcome } = file;
  return {
    ...personOf(patient),
    orgId: file.orgId,
    today,
    firstDialysisOn: file.firstDialysisOn,
    firstHereOn: file.firstHereOn,
    cause: file.cause,
    causeNote: file.causeNote,
    residualUrine: file.residualUrine,
    comorbidities: [...file.comorbidities],
    bloodGroup: file.bloodGroup,
    heightCm: file.heightCm,
    nurseId: file.nurseId,
    doctorId: file.doctorId,
    transient: file.transient,
    dialyserAllergies: [...file.dialyserAllergies],
    note: file.note,
    nurseName: nameOf(file.nurseId),
    doctorName: nameOf(file.doctorId),
    version: file.version,
    zone: {
      zone,
      worked: worked.zone,
      infections: [...worked.infections],
      marks: [...worked.marks],
      waitingFor: [...worked.waitingFor],
      observedUntil: worked.observedUntil,
      override:
        file.zoneOverride === null ? null : { zone: file.zoneOverride, reason: file.zoneReason, byName: file.zoneByName, at: file.zoneAt?.getTime() ?? 0 },
    },
    serology: { state: worst.state, dueOn: worst.dueOn, dues: [...dues] },
    patterns: [...parts.patterns].reverse().map(patternView),
    prescriptions: [...parts.prescriptions].reverse().map(prescriptionView),
    dryWeights: [...parts.weights].reverse().map((row) => ({
      dryWeightId: row.id,
      kg: Number(row.kg),
      from: row.fromDay,
      reviewOn: row.reviewOn,
      method: row.method,
      reason: row.reason,
      ...who(row),
    })),
    dryWeightOverdue: dryWeightFacts(parts, today)?.overdue ?? false,
    accesses: await accessesOf(ctx, parts),
    results: [...parts.results]
      .reverse()
      .map((row) => ({ resultId: row.id, marker: row.marker, result: row.result, on: row.onDay, titre: row.titre, note: row.note, ...who(row) })),
    consents: [...parts.consents].reverse().map((row) => ({
      consentId: row.id,
      kind: row.kind,
      modes: [...row.modes],
      signedOn: row.signedOn,
      signer: row.signer,
      decision: row.decision,
      refusedReason: row.refusedReason,
      formVersion: row.formVersion,
      validTo: row.validTo,
      files: [...row.files],
      state: consentState(row, today),
      withdrawnOn: row.withdrawnOn,
      withdrawnReason: row.withdrawnReason,
      version: row.version,
      ...who(row),
    })),
    consentsLacking: [...lackingOf(parts, today)],
    consentForms: await consentFormsOf(ctx, file.orgId as OrgId),
    outcome:
      outcome === null
        ? null
        : { kind: outcome.kind, on: outcome.on, cause: outcome.cause as never, note: outcome.note, byName: outcome.byName, at: outcome.at },
    dryWeightStepPercent: limits.dryWeightStepPercent,
  };
}

/** What was done with a file, newest first. @throws AppError `dialysis-file.not-found` */
export async function historyOf(ctx: Ctx, patientId: string, query: { readonly currentPage?: number; readonly pageSize?: number }) {
  await requireFile(ctx, patientId);
  const found = changeTable.everywhere(ctx, 'history of a file that the caller was found to see', 'row').where('row.patientId', '=', patientId);
  const { list, pagination } = await selectPage(found, {
    db: ctx.db,
    request: query,
    sorts: {},
    byDefault: ['row.writtenAt', 'desc'],
    tieBreaker: 'row.id',
  } as const);
  const rows = list.map((row): HistoryRow => ({ changeId: row.id, act: row.act, params: { ...row.params }, reason: row.reason, ...who(row) }));
  return toPage(rows, pagination.total, query);
}
