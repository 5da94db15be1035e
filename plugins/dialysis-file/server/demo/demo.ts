import { DAY_MS, mondayOf, type OrgId } from '@nephra/plugin-sdk/contract';
import { demoWeekdays } from '../../../patient/contract/index.ts';
import type { DialysisFileDemo } from '../../contract/demo.schema.ts';
import type { DialysisMode } from '../../contract/modes.ts';
import type { PatternBody } from '../../contract/parts.schema.ts';
import { addDays } from '../../contract/rules/calendar.ts';
import { isCatheter } from '../../domain/access-life.ts';
import { consentFormTable } from '../tables/consent-form.table.ts';
import { fileTable } from '../tables/file.table.ts';
import {
  accessEventTable,
  accessTable,
  changeTable,
  consentTable,
  dryWeightTable,
  patternTable,
  prescriptionTable,
  resultTable,
} from '../tables/part.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { type DemoPatient, demoMarkers, demoPrescription, readAccess } from './demo-clinical.ts';

/** Since when the patterns of today run: the demo's treatments go back as far. */
const WEEKS = 26;
const CAUSES = ['glomerulonephritis', 'diabetic', 'hypertensive', 'polycystic', 'interstitial'] as const;
const GROUPS = ['A', 'B', 'O', 'AB'] as const;

interface Around {
  readonly at: number;
  /** Which of the facility's catheters it is; -1: another access. */
  readonly catheter: number;
  readonly today: string;
  readonly now: Date;
  readonly staff: DialysisFileDemo['staff'][number];
}

const ago = ({ now }: Around, days: number): Date => new Date(now.getTime() - days * DAY_MS);
const rowId = ({ patientId }: DemoPatient, part: string): string => `SIM-df-${patientId.slice(8)}-${part}`;
const written = (patient: DemoPatient, around: Around, part: string, days: number, by: 'doctor' | 'nurse' = 'doctor') => ({
  id: rowId(patient, part),
  orgId: patient.orgId as OrgId,
  patientId: patient.patientId,
  byId: by === 'doctor' ? around.staff.doctorId : around.staff.nurseId,
  byName: by === 'doctor' ? around.staff.doctorName : around.staff.nurseName,
  writtenAt: ago(around, days),
});

function fileRow({ patientId, orgId, patientSex, firstDate, mode }: DemoPatient, { at, staff }: Around) {
  return {
    id: patientId,
    orgId: orgId as OrgId,
    ...{
      firstDialysisOn: firstDate,
      firstHereOn: firstDate,
      cause: CAUSES[at % CAUSES.length] ?? ('' as const),
      causeNote: '',
      residualUrine: at % 3 === 0 ? 100 + (at % 9) * 60 : 0,
    },
    comorbidities: [...(at % 5 === 1 ? (['diabetes'] as const) : []), ...(at % 7 === 2 ? (['heart-failure'] as const) : [])],
    ...{
      bloodGroup: GROUPS[at % GROUPS.length] ?? ('' as const),
      heightCm: (patientSex === 1 ? 164 : 154) + (at % 14),
      nurseId: staff.nurseId,
      doctorId: staff.doctorId,
    },
    ...{ transient: at % 37 === 36, dialyserAllergies: at % 29 === 11 ? ['聚砜膜'] : [], note: mode === 'HDF' && at % 3 === 0 ? '高通量滤过，注意血压' : '' },
    ...{ zoneOverride: null, zoneReason: '', zoneByName: '', zoneAt: null, outcome: null, outcomeOn: null, changes: 0 },
  } as const;
}

/** Every kind of pattern; weekdays and shift of the patient's file stay true wherever the kind allows it. */
function patternOf({ weekdays: written, classId, orgId }: DemoPatient, { at, today }: Around): PatternBody {
  const monday = mondayOf(today);
  const weekdays = demoWeekdays(written, today);
  const from = addDays(monday, -7 * WEEKS);
  const slot = (week: number, weekday: number, shiftId = classId) => ({ week, weekday, shiftId, stationId: null, mode: null });
  const base = { from, cycleWeeks: 1, anchorMonday: from, everyDays: null, remark: '' };
  const [first = 1, , last = 5] = weekdays;
  if (orgId === 'org-nn' && at === 9) return { ...base, slots: [], remark: '外院住院期间来院时间电话约定' };
  if (at % 20 === 8) return { ...base, from: addDays(from, first - 1), everyDays: 2, slots: [slot(0, first)] };
  // Five in two weeks: on other days in each of them, and half of these patients are a week behind the others.
  if (at % 20 === 16) {
    const [one, other] = [demoWeekdays([1, 4, 6], today).map((day) => slot(0, day)), demoWeekdays([2, 5], today).map((day) => slot(1, day))];
    return { ...base, cycleWeeks: 2, anchorMonday: addDays(from, at % 40 === 16 ? -7 : 0), slots: [...one, ...other] };
  }
  if (at % 10 === 6) return { ...base, cycleWeeks: 2, slots: [...weekdays.map((day) => slot(0, day)), slot(1, first), slot(1, last)] };
  if (at % 10 === 7 && !classId.endsWith('evening')) {
    const other = classId.endsWith('morning') ? classId.replace('morning', 'afternoon') : classId.replace('afternoon', 'morning');
    return { ...base, slots: weekdays.map((day) => slot(0, day, day === last ? other : classId)) };
  }
  // One high-efficiency treatment a week beside ordinary ones.
  if (at % 10 === 3) return { ...base, slots: weekdays.map((day) => ({ ...slot(0, day), mode: day === last ? ('HDF' as const) : null })) };
  return { ...base, slots: weekdays.map((day) => slot(0, day)) };
}

function patternRows(patient: DemoPatient, around: Around) {
  const { at } = around;
  const { from, ...pattern } = patternOf(patient, around);
  const row = { ...written(patient, around, 'p2', 7 * WEEKS + 3, 'nurse'), ...pattern, fromDay: from, toDay: null, reason: '', cancelled: false };
  if (at % 8 !== 3) return [row];
  const slots = pattern.slots.slice(0, 2).map((one) => ({ ...one, week: 0, mode: null }));
  const old = { fromDay: addDays(from, -364), toDay: addDays(from, -1), cycleWeeks: 1, everyDays: null, anchorMonday: addDays(mondayOf(from), -364) };
  return [
    { ...row, reason: '由每周两次改为目前规律' },
    { ...row, ...written(patient, around, 'p1', 7 * WEEKS + 370, 'nurse'), ...old, slots },
  ];
}

function prescriptionRows(patient: DemoPatient, around: Around) {
  const { at, staff } = around;
  // Somebody without one, for the filter of the list.
  if (patient.orgId === 'org-gz' && at === 53) return [];
  const signedBy = { signedById: staff.doctorId, signedByName: staff.doctorName };
  const unsigned = { signedById: '', signedByName: '', signedAt: null, replacedAt: null };
  const again = at % 5 === 0;
  const rows = [];
  const first = {
    ...written(patient, around, 'rx1', 210),
    versionNo: 1,
    content: demoPrescription(patient, at, again ? 1 : 2),
    ...signedBy,
    signedAt: ago(around, 210),
  };
  rows.push({ ...first, state: again ? ('replaced' as const) : ('signed' as const), replacedAt: again ? ago(around, 60) : null });
  if (again) {
    rows.push({
      ...written(patient, around, 'rx2', 61, 'nurse'),
      versionNo: 2,
      state: 'signed' as const,
      content: demoPrescription(patient, at, 2),
      ...signedBy,
      signedAt: ago(around, 60),
      replacedAt: null,
    });
  }
  if (at % 16 === 4) {
    const content = { ...demoPrescription(patient, at, 2), bloodFlow: 260, remark: '上次 Kt/V 偏低，建议提高血流量' };
    rows.push({ ...written(patient, around, 'rx3', 1, 'nurse'), versionNo: again ? 3 : 2, state: 'draft' as const, content, ...unsigned });
  }
  return rows;
}

function weightRows(patient: DemoPatient, around: Around) {
  const { at, today } = around;
  // Every ninth was forgotten.
  const last = at % 9 === 2 ? 47 : at % 26;
  return [5, 4, 3, 2, 1, 0].map((back) => {
    const fromDay = addDays(today, -last - back * 30);
    const kg = patient.dryWeight + (back === 0 ? 0 : (((at + back * 3) % 5) - 2) * 0.2);
    const method = back === 3 ? ('bioimpedance' as const) : ('clinical' as const);
    return {
      ...written(patient, around, `w${6 - back}`, last + back * 30),
      kg: kg.toFixed(1),
      fromDay,
      reviewOn: addDays(fromDay, 30),
      method,
      reason: back === 0 ? '评估：无水肿，血压平稳' : '定期评估',
    };
  });
}

function accessRows(patient: DemoPatient, around: Around) {
  const { at, today } = around;
  const { kind, side, site } = readAccess(patient.access);
  const catheter = isCatheter(kind);
  const usedOn = addDays(today, -(catheter ? 120 : 500) - at * 3);
  const common = { endOn: null, endReason: '', hospital: '康源医院(演示)', surgeon: '', note: '' };
  const lock = { lockArterial: catheter ? '1.5' : null, lockVenous: catheter ? '1.6' : null };
  const needle = { needleGauge: catheter ? null : 16, punctureMethod: catheter ? null : at % 6 === 5 ? ('buttonhole' as const) : ('rope-ladder' as const) };
  const main = {
    ...{ ...written(patient, around, 'a2', 120 + at * 3), ...common, kind, side, site, state: 'in-use' as const, ...lock, ...needle },
    ...{ madeOn: addDays(usedOn, catheter ? 0 : -60), firstUsedOn: usedOn },
  };
  if (at % 6 !== 1 || catheter) return [main];
  const bridge = {
    ...{
      ...written(patient, around, 'a1', 640 + at * 3),
      ...common,
      kind: 'NCC' as const,
      side: 'right' as const,
      site: '颈内静脉',
      state: 'removed' as const,
    },
    ...{ madeOn: addDays(usedOn, -90), firstUsedOn: addDays(usedOn, -90), endOn: addDays(usedOn, 7), endReason: '内瘘成熟，拔管' },
    ...{ lockArterial: '1.3', lockVenous: '1.4', needleGauge: null, punctureMethod: null },
  };
  return [bridge, main];
}

/** Days since the infections that were confirmed, of the first catheters of a large centre. */
const INFECTED_DAYS = [40, 83, 131];

function eventRows(patient: DemoPatient, around: Around) {
  const { at, catheter, today } = around;
  const infected = patient.orgId === 'org-gz' ? INFECTED_DAYS[catheter] : undefined;
  const event = (kind: 'crbsi-suspected' | 'crbsi-confirmed' | 'stenosis' | 'pta', part: string, days: number, note: string) => ({
    ...written(patient, around, part, days, 'nurse'),
    ...{ accessId: rowId(patient, 'a2'), kind, onDay: addDays(today, -days), note },
  });
  if (infected !== undefined) {
    return [event('crbsi-suspected', 'e1', infected, '透析中发热寒战，已抽血培养'), event('crbsi-confirmed', 'e2', infected - 3, '双份血培养阳性，抗生素封管')];
  }
  if (at % 13 !== 5) return [];
  if (catheter >= 0) return [event('crbsi-suspected', 'e1', 40, '已处理，继续观察')];
  return [event('stenosis', 'e1', 40, '静脉压升高，超声示狭窄'), event('pta', 'e2', 33, '球囊扩张，血流恢复')];
}

function consentRows(patient: DemoPatient, around: Around) {
  const { at, today } = around;
  const open = {
    ...{ signer: patient.patientName, withdrawnOn: null, withdrawnReason: '', decision: 'signed' as const, refusedReason: '' },
    ...{ formVersion: 'SIM-2025-1', validTo: null, files: [] },
  };
  const signedOn = addDays(today, -300 - (at % 50));
  const modes = [...new Set(['HD', 'HDF', patient.mode])] as DialysisMode[];
  const dialysis = { ...written(patient, around, 'c1', 300, 'nurse'), ...open, kind: 'dialysis' as const, modes, signedOn };
  const rows =
    patient.orgId === 'org-gz' && at === 39 ? [{ ...dialysis, withdrawnOn: addDays(today, -3), withdrawnReason: '本人要求，待再次沟通' }] : [dialysis];
  if (!isCatheter(readAccess(patient.access).kind)) return rows;
  return [
    ...rows,
    {
      ...written(patient, around, 'c2', 130, 'nurse'),
      ...open,
      kind: 'catheter' as const,
      modes: [],
      signedOn: addDays(today, -130),
      formVersion: 'SIM-2026-1',
    },
  ];
}

/** Texts of consents: one that was replaced in spring, and the one that is given now. */
function formRows(orgId: DemoPatient['orgId'], today: string, now: Date) {
  const common = { orgId, description: '', createdAt: now, updatedAt: now, version: 1 };
  const changed = addDays(today, -200);
  return (['dialysis', 'catheter'] as const).flatMap((kind) => [
    { ...common, id: `SIM-form-${orgId}-${kind}-1`, kind, versionNo: 'SIM-2025-1', fromDay: addDays(today, -700), toDay: addDays(changed, -1) },
    { ...common, id: `SIM-form-${orgId}-${kind}-2`, kind, versionNo: 'SIM-2026-1', fromDay: changed, toDay: null },
  ]);
}

/** Dialysis files of the demo, from the plans that its patients have: the same for the same day. */
export async function fillDemo(data: DialysisFileDemo, ctx: WorkCtx): Promise<void> {
  const [now, today] = [ctx.clock.now(), ctx.clock.today()];
  const [places, catheters] = [new Map<string, number>(), new Map<string, number>()];
  const observed = data.patients.find(({ infected }) => infected.includes('HCV'))?.patientId;
  const all = data.patients.flatMap((patient) => {
    const at = places.get(patient.orgId) ?? 0;
    places.set(patient.orgId, at + 1);
    const hasCatheter = isCatheter(readAccess(patient.access).kind);
    const before = catheters.get(patient.orgId) ?? 0;
    if (hasCatheter) catheters.set(patient.orgId, before + 1);
    const staff = data.staff.find(({ orgId }) => orgId === patient.orgId);
    return staff ? [{ patient, around: { at, catheter: hasCatheter ? before : -1, today, now, staff } }] : [];
  });
  await fileTable.insertAll(
    ctx,
    all.map(({ patient, around }) => fileRow(patient, around)),
  );
  const rows = <T>(make: (patient: DemoPatient, around: Around) => readonly T[]): T[] => all.flatMap(({ patient, around }) => [...make(patient, around)]);
  await patternTable.insertAll(ctx, rows(patternRows));
  await prescriptionTable.insertAll(ctx, rows(prescriptionRows));
  await dryWeightTable.insertAll(ctx, rows(weightRows));
  await accessTable.insertAll(ctx, rows(accessRows));
  await accessEventTable.insertAll(ctx, rows(eventRows));
  await consentTable.insertAll(ctx, rows(consentRows));
  await consentFormTable.insertAll(
    ctx,
    data.staff.flatMap(({ orgId }) => formRows(orgId, today, now)),
  );
  await resultTable.insertAll(
    ctx,
    rows((patient, around) =>
      demoMarkers(patient, patient.patientId === observed).map(([marker, result, daysAgo, titre], at) => ({
        ...written(patient, around, `m${at + 1}`, daysAgo, 'nurse'),
        ...{ marker, result, onDay: addDays(today, -daysAgo), titre: titre ?? null, note: '', droppedReason: '' },
      })),
    ),
  );
  await changeTable.insertAll(
    ctx,
    rows((patient, around) => [{ ...written(patient, around, 'h1', 210), act: 'opened', params: {}, reason: '' }]),
  );
}
