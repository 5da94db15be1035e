import { DAY_MS, dayOf, type OrgId, weekdayAt } from '@nephra/plugin-sdk/contract';
import { type ServerContext, searchGrams } from '@nephra/plugin-sdk/server';
import { patientDirectory, type PatientRow } from '../../../patient/contract/index.ts';
import { type DetailInput, PayStatus, type PrescriptionDemo, RxStatus } from '../../contract/index.ts';
import { priceDay } from '../../domain/price-day.ts';
import { entriesBy } from '../lines/entries.ts';
import type { CatalogueFacts } from '../../../catalogue/contract/index.ts';
import { overrideRow } from '../checks/assert-clear.ts';
import { ChecksRepo } from '../checks/checks.repo.ts';
import { findingsOf } from '../checks/checks.service.ts';
import { compileLines, totalColumns } from '../lines/compile-lines.ts';
import { dayRange } from '../day-range.ts';
import { NUMBER_FORMAT, nextPrescriptionNumber } from '../prescribing/prescription-number.ts';
import { patientColumns } from '../prescribing/save-prescription.command.ts';
import { PrescriptionRepo } from '../prescription.repo.ts';
import type { LineStored } from '../tables/line.table.ts';
import { type NewPrescription, type PrescriptionStored, UNTOUCHED } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = ServerContext<PrescriptionDb>;
type Writer = Pick<PrescriptionDemo['prescriptions'][number], 'orgId' | 'patientId' | 'dpType' | 'workerId' | 'workerName' | 'workerNo'>;

/** A prescription of the demo on its real day. */
interface Planned {
  readonly by: Writer;
  readonly patient: PatientRow;
  readonly dpDate: Date;
  readonly isConfirmed: boolean;
  readonly lines: readonly DetailInput[];
}

/** A time of day, so many days from today. */
function momentOf(ctx: Ctx, dayOffset: number, time: string): Date {
  const [hour = 8, minute = 0] = time.split(':').map(Number);
  return new Date(dayRange(ctx.clock.today()).from.getTime() + dayOffset * DAY_MS + hour * 3_600_000 + minute * 60_000);
}

/** The sessions that regular patients had in the last weeks: on the weekdays of their own plan. */
function sessionsOf(given: PrescriptionDemo['regulars'][number], patient: PatientRow, ctx: Ctx): Planned[] {
  const weekdays = patient.dialysis?.weekdays ?? [];
  const dates = Array.from({ length: given.days }, (_, back) => momentOf(ctx, back - given.days, given.time)).filter((date) =>
    weekdays.includes(weekdayAt(date.getTime())),
  );
  return dates.map((dpDate, at) => ({
    by: given,
    patient,
    dpDate,
    isConfirmed: true,
    lines: at === 0 ? [...given.lines, ...given.firstLines] : given.lines,
  }));
}

/** Numbers of past days count from 1 on each of them; nobody will ever draw from those days again. Today's come from the real series. */
function numberer(ctx: Ctx) {
  const drawn = new Map<string, number>();
  const today = ctx.clock.today();
  return async (orgId: OrgId, dpDate: Date): Promise<string> => {
    const day = dayOf(dpDate.getTime());
    if (day === today) return nextPrescriptionNumber(ctx, orgId);
    const key = `${orgId} ${day}`;
    const number = (drawn.get(key) ?? 0) + 1;
    drawn.set(key, number);
    return `${NUMBER_FORMAT.prefix}${day.replaceAll('-', '')}${String(number).padStart(NUMBER_FORMAT.digits, '0')}`;
  };
}

/** One prescription by the same rules as a doctor's. */
function rowsOf(
  { by, patient, dpDate, isConfirmed, lines: inputs }: Planned,
  dpNumber: string,
  entries: ReadonlyMap<string, CatalogueFacts>,
  ctx: Ctx,
): { head: NewPrescription; lines: LineStored[] } {
  const plan = { startWeekday: weekdayAt(dpDate.getTime()), weekdays: patient.dialysis?.weekdays ?? [] };
  const { lines, totals } = compileLines(inputs, entries, { reimWay: patient.reimWay, plan });
  const id = ctx.newId();
  const head: NewPrescription = {
    ...UNTOUCHED,
    ...patientColumns(patient),
    ...totalColumns(totals),
    id,
    dpNumber,
    dpType: by.dpType,
    dpDate,
    reimWay: patient.reimWay,
    visit: patient.visit,
    diagnosis: patient.diagnosis,
    infectedHistory: patient.infectedHistory,
    payStatus: isConfirmed ? PayStatus.ToCharge : PayStatus.New,
    rxStatus: isConfirmed ? RxStatus.Confirmed : RxStatus.New,
    priceType: '',
    workerId: by.workerId,
    workerName: by.workerName,
    workerNo: by.workerNo,
    creatorUserId: by.workerId,
    creatorUserName: by.workerName,
    note: '',
    lineCount: lines.length,
    hasStockLines: lines.some((line) => line.stockKept),
    searchGrams: searchGrams(patient.patientName, patient.outpatientCode, dpNumber),
    createdAt: dpDate,
    updatedAt: dpDate,
    confirmedAt: isConfirmed ? dpDate : null,
  };
  return { head, lines: lines.map((line, index) => ({ ...line, id: ctx.newId(), orgId: patient.orgId, dpId: id, sortCode: index + 1 })) };
}

async function plannedIn(orgId: OrgId, data: PrescriptionDemo, ctx: Ctx): Promise<Planned[]> {
  const [single, regulars] = [data.prescriptions, data.regulars].map((list) => list.filter((given) => given.orgId === orgId)) as [
    PrescriptionDemo['prescriptions'],
    PrescriptionDemo['regulars'],
  ];
  const ids = new Set([...single, ...regulars].map((given) => given.patientId));
  const patients = new Map((await ctx.service(patientDirectory).list([...ids], [orgId])).map((patient) => [patient.patientId, patient]));
  const patientOf = (patientId: string): PatientRow => {
    const patient = patients.get(patientId);
    if (!patient) throw new Error(`demo data: no patient ${patientId} in ${orgId}`);
    return patient;
  };
  const planned = [
    ...regulars.flatMap((given) => sessionsOf(given, patientOf(given.patientId), ctx)),
    ...single.map((given) => ({
      by: given,
      patient: patientOf(given.patientId),
      dpDate: momentOf(ctx, given.dayOffset, given.time),
      isConfirmed: given.state === 'confirmed',
      lines: given.lines,
    })),
  ];
  // Filled at night, the demo has an afternoon that nobody has lived through yet: what was to be written then is written now, in the same order.
  const now = ctx.clock.now();
  return planned.sort((a, b) => a.dpDate.getTime() - b.dpDate.getTime()).map((one) => (one.dpDate > now ? { ...one, dpDate: now } : one));
}

/** Writes the prescriptions of the demo: single ones, and the sessions of regular patients. */
export async function fillPrescriptions(data: PrescriptionDemo, ctx: Ctx): Promise<void> {
  const numberOf = numberer(ctx);
  for (const orgId of new Set([...data.prescriptions, ...data.regulars].map((given) => given.orgId))) {
    const planned = await plannedIn(orgId, data, ctx);
    const drugIds = planned.flatMap((one) => one.lines.map((line) => line.drugId));
    const catalogues = new Map<string, Awaited<ReturnType<typeof entriesBy>>>();
    const rows: ReturnType<typeof rowsOf>[] = [];
    for (const one of planned) {
      const day = priceDay(one.dpDate.getTime());
      const entries = catalogues.get(day) ?? (await entriesBy(ctx, orgId, drugIds, day));
      catalogues.set(day, entries);
      rows.push(rowsOf(one, await numberOf(orgId, one.dpDate), entries, ctx));
    }
    const heads = rows.map(({ head }) => head);
    await new PrescriptionRepo(ctx.db).insert(
      heads,
      rows.flatMap(({ lines }) => lines),
    );
    await fillReasons(heads, data.reasons ?? {}, ctx);
  }
}

/** What still waits for the pharmacist is of today or yesterday: where a check asks for a reason, the doctor has given one when confirming. */
async function fillReasons(heads: readonly PrescriptionStored[], reasons: NonNullable<PrescriptionDemo['reasons']>, ctx: Ctx): Promise<void> {
  const yesterday = momentOf(ctx, -1, '00:00');
  const repo = new ChecksRepo(ctx.db);
  for (const head of heads) {
    if (head.rxStatus !== RxStatus.Confirmed || head.dpDate < yesterday) continue;
    const findings = await findingsOf(ctx, head, { withStock: false });
    await repo.addOverrides(
      findings.flatMap((finding) => {
        const reason = finding.level === 'reason' ? reasons[finding.code] : undefined;
        if (reason === undefined) return [];
        return [
          overrideRow(ctx, head, finding, { reason, at: head.dpDate, by: { stage: 'confirm' as const, userId: head.workerId, userName: head.workerName } }),
        ];
      }),
    );
  }
}
