import { type DataRights, dayOf, type OrgId, type Quantity, weekdayAt } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { asksPregnancy, patientDirectory, type PatientFile } from '../../../patient/contract/index.ts';
import type { CheckFinding, CheckOverride, DetailInput } from '../../contract/index.ts';
import {
  type CatalogueFacts,
  catalogueEntries,
  catalogueStock,
  type CheckLevel,
  inputFault,
  isGroupLeader,
  lineAmounts,
  type SessionPlan,
  soldPrepUnits,
} from '../../../catalogue/contract/index.ts';
import type { CheckedCase, CheckedLine, Finding } from '../../domain/checks/checked-line.ts';
import { hasTreatmentPart } from '../../domain/checks/dialysis-session.ts';
import { INFECTION_RULES, type InfectionRules } from '../../domain/checks/infection.ts';
import { runChecks } from '../../domain/checks/run-checks.ts';
import { entriesBy } from '../lines/entries.ts';
import type { OverrideStored } from '../tables/override.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { ChecksRepo } from './checks.repo.ts';
import { visibleNumbers } from './visible-numbers.ts';

type Ctx = ServerContext<PrescriptionDb>;

/** What is checked: the lines of a draft or of a stored prescription, for this patient. */
export interface CheckedPrescription {
  readonly orgId: OrgId;
  readonly patient: PatientFile;
  /** Empty for a draft that nobody has saved. */
  readonly dpId: string;
  readonly dpType: number;
  /** Milliseconds. */
  readonly dpDate: number;
  readonly reimWay: string;
  readonly lines: readonly DetailInput[];
  /** Whoever hands out looks after stock himself. */
  readonly withStock: boolean;
  /** Of whoever reads what is found; left out where nobody does. */
  readonly rights?: DataRights;
}

const NOTHING = 0 as Quantity;

const UNKNOWN = {
  drugName: '',
  drugForm: '',
  sale: 'unknown',
  ingredients: [],
  allergyClasses: [],
  dMin: 0,
  dMinUnit: '',
  preparaUnit: '',
  dailyDoseMin: 0,
  dailyDoseMax: 0,
  pregnancyLevel: '',
  lactationLevel: '',
  pregnancyAdvice: '',
  supplyDays: 0,
  renalLevel: '',
  renalAdvice: '',
  ageMin: 0,
  ageMax: 0,
  antibiotic: false,
  skinTest: false,
  controlClass: '',
  limitUseSign: 0,
  limitUseScope: '',
  stockKept: false,
  drugNum: NOTHING,
  soldPrepUnits: NOTHING,
} as const satisfies Partial<CheckedLine>;

function checkedLine(input: DetailInput, entry: CatalogueFacts | undefined, around: { reimWay: string; groupLeader: boolean; plan: SessionPlan }): CheckedLine {
  if (!entry || entry.kind !== input.kind) return { ...input, ...UNKNOWN };
  const amounts = lineAmounts(entry, input, around);
  return {
    ...input,
    ...entry,
    sale: entry.enableMark === 1 ? 'sold' : 'disabled',
    inputFault: inputFault(input),
    fault: amounts.fault,
    drugNum: amounts.drugNum,
    soldPrepUnits: soldPrepUnits(entry, input.drugNumUnit, amounts.drugNum),
  };
}

/** What is known, or should be known, of pregnancy. */
const pregnancyOf = ({ patientSex, birthday, patientAge, pregnancyState, pregnancyOn }: PatientFile) => ({
  pregnancy: pregnancyState === '' && asksPregnancy(patientSex, birthday === null ? null : patientAge) ? ('unasked' as const) : pregnancyState,
  pregnancyOn: pregnancyOn ?? '',
});

/** How a shortage counts here: a hint unless the facility's settings say otherwise. */
const stockLevelOf = (ctx: Ctx): CheckLevel => {
  const { stockCheck } = ctx.settings;
  return stockCheck === 'block' || stockCheck === 'reason' ? stockCheck : 'info';
};

/** The site's own intervals and levels, where its settings say another than the rule. */
function infectionRulesOf({ settings }: Ctx): InfectionRules {
  const { infectionDays, infectionFirstDays, infectionMissing, infectionOverdue } = settings;
  const level = (told: unknown, usual: CheckLevel): CheckLevel => (told === 'info' || told === 'reason' || told === 'block' ? told : usual);
  return {
    intervalDays: typeof infectionDays === 'number' ? infectionDays : INFECTION_RULES.intervalDays,
    firstIntervalDays: typeof infectionFirstDays === 'number' ? infectionFirstDays : INFECTION_RULES.firstIntervalDays,
    missing: level(infectionMissing, INFECTION_RULES.missing),
    overdue: level(infectionOverdue, INFECTION_RULES.overdue),
  };
}

/** What a dialysis asks of the patient's file. */
function dialysisOf(ctx: Ctx, { patient, orgId, dpDate }: CheckedPrescription): NonNullable<CheckedCase['dialysis']> {
  const { infectedHistory: marks, infectionCheckedOn: checkedOn, dialysis } = patient;
  const bed = dialysis?.bed ?? '';
  return {
    serology: { marks, checkedOn, firstDate: dialysis?.firstDate ?? null },
    rules: infectionRulesOf(ctx),
    bed,
    isBed: bed === '' || (ctx.service(patientDirectory).beds(orgId)?.includes(bed) ?? true),
    day: dayOf(dpDate),
  };
}

async function stockBy(ctx: Ctx, orgId: OrgId, lines: readonly CheckedLine[]): Promise<Map<string, Quantity> | undefined> {
  const stock = ctx.optionalService(catalogueStock);
  const kept = [...new Set(lines.filter((line) => line.stockKept).map((line) => line.drugId))];
  if (!stock || kept.length === 0) return undefined;
  return new Map((await stock.stockOf(orgId, kept)).map((entry) => [entry.drugId, entry.available]));
}

/** Runs every check as of now: today's catalogue, the patient's file, his other prescriptions, the shelves. */
export async function evaluate(ctx: Ctx, given: CheckedPrescription): Promise<Finding[]> {
  const repo = new ChecksRepo(ctx.db);
  const ids = await ctx.service(patientDirectory).idsOfPerson(given.patient.patientId, [given.orgId]);
  const patientIds = ids.length > 0 ? ids : [given.patient.patientId];
  const others = { orgIds: [given.orgId], patientIds, exceptDpId: given.dpId, day: dayOf(given.dpDate) };
  const running = given.lines.some(({ kind }) => kind === 'drug') ? await repo.activeDrugs(others) : [];
  const entries = await entriesBy(
    ctx,
    given.orgId,
    [...given.lines, ...running].map(({ drugId }) => drugId),
  );
  const plan = { startWeekday: weekdayAt(given.dpDate), weekdays: given.patient.dialysis?.weekdays ?? [] };
  const lines = given.lines.map((input, index) =>
    checkedLine(input, entries.get(input.drugId), { reimWay: given.reimWay, groupLeader: isGroupLeader(given.lines, index), plan }),
  );
  const ingredients = [...new Set(lines.flatMap((line) => line.ingredients))];
  const sameDay = hasTreatmentPart(lines) ? await repo.sameDayLines(others) : [];
  const told = await visibleNumbers(
    ctx,
    [...running, ...sameDay].map(({ dpId }) => dpId),
    given.rights,
  );
  return runChecks({
    lines,
    patient: {
      allergies: given.patient.allergies,
      age: given.patient.birthday === null ? null : given.patient.patientAge,
      isDialysis: given.patient.patientType === 'dialysis',
      ...pregnancyOf(given.patient),
    },
    dialysis: dialysisOf(ctx, given),
    reimWay: given.reimWay,
    dpType: given.dpType,
    active: running.map(({ drugId, ...drug }) => ({ ...drug, dpNumber: told(drug.dpId, drug.dpNumber), ingredients: entries.get(drugId)?.ingredients ?? [] })),
    sameDay: sameDay.map((line) => ({ ...line, dpNumber: told(line.dpId, line.dpNumber) })),
    interactions: await ctx.service(catalogueEntries).interactions(ingredients),
    stock: given.withStock ? await stockBy(ctx, given.orgId, lines) : undefined,
    stockLevel: stockLevelOf(ctx),
  });
}

const presentOverride = (row: OverrideStored): CheckOverride => ({
  id: row.id,
  key: row.findingKey,
  code: row.code as CheckOverride['code'],
  params: row.params,
  reason: row.reason,
  stage: row.stage,
  userName: row.userName,
  creatorTime: row.createdAt.getTime(),
});

/** A case about another prescription ends with that one's id; see `domain/checks`. */
const otherPrescription = ({ findingKey: key, code }: OverrideStored): string | undefined => (code.endsWith('-other') ? key.split(':').at(-1) : undefined);

/** Reasons as whoever holds `rights` may read them: they were written by somebody who may see more. */
export async function presentOverrides(ctx: Ctx, rows: readonly OverrideStored[], rights: DataRights): Promise<CheckOverride[]> {
  const told = await visibleNumbers(
    ctx,
    rows.flatMap((row) => otherPrescription(row) ?? []),
    rights,
  );
  return rows.map((row) => {
    const [shown, other] = [presentOverride(row), otherPrescription(row)];
    return other === undefined ? shown : { ...shown, params: { ...shown.params, dpNumber: told(other, String(shown.params.dpNumber ?? '')) } };
  });
}

/** Findings with the newest reason that stands for each; what the case is about is said as the finding says it. */
export function withOverrides(findings: readonly Finding[], given: readonly OverrideStored[]): CheckFinding[] {
  const newest = new Map(given.map((row) => [row.findingKey, row]));
  return findings.map((finding) => {
    const row = newest.get(finding.key);
    return {
      ...finding,
      lines: [...finding.lines],
      params: { ...finding.params },
      override: row ? { ...presentOverride(row), params: { ...finding.params } } : null,
    };
  });
}
