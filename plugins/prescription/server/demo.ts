import { pinyinInitials, type ServerContext, searchGrams } from '@nephra/plugin-sdk/server';
import { type PatientRow, patientDirectory } from '../../patient/contract/index.ts';
import { type CatalogueEntry, PayStatus, type PrescriptionDemo, RxStatus } from '../contract/index.ts';
import { shanghaiWeekday } from '../domain/line.ts';
import { type CatalogueRecord, CatalogueRepo } from './catalogue.repo.ts';
import { compileLines, totalColumns } from './compile-lines.ts';
import { dayRange } from './day-range.ts';
import { nextNumber } from './prescription-number.ts';
import { PrescriptionRepo } from './prescription.repo.ts';
import { fillPrices } from './catalogue/demo-prices.ts';
import type { CatalogueTable, PrescriptionDb } from './tables.ts';

type Ctx = ServerContext<PrescriptionDb>;
type DemoPrescription = PrescriptionDemo['prescriptions'][number];

const CHUNK = 100;
const DAY_MS = 86_400_000;

async function inChunks<Row>(rows: readonly Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) await insert(rows.slice(start, start + CHUNK));
}

const catalogueRow = (entry: CatalogueEntry, orgId: string): CatalogueTable => ({
  org_id: orgId,
  drug_id: entry.drugId,
  kind: entry.kind,
  drug_name: entry.drugName,
  drug_spec: entry.drugSpec,
  drug_form: entry.drugForm,
  drug_type: entry.drugType,
  drug_category: entry.drugCategory,
  medical_ins_code: entry.medicalInsCode,
  d_min: entry.dMin.toFixed(6),
  d_min_unit: entry.dMinUnit,
  prepara_unit: entry.preparaUnit,
  stock_unit: entry.stockUnit,
  stock_dmin: entry.stockDmin.toFixed(4),
  rounding: entry.rounding,
  split_allowed: entry.splitAllowed,
  stock_kept: entry.stockKept,
  directory_type: entry.drugDirectoryType,
  drug_number: entry.drugNumber,
  approval_number: entry.approvalNumber,
  manufacturer: entry.drugChangjia,
  limit_use_sign: entry.limitUseSign,
  limit_use_scope: entry.limitUseScope,
  control_class: entry.controlClass,
  cold_chain: entry.coldChain,
  usual_dose: entry.usualDose.toFixed(6),
  usual_usage: entry.usualUsage,
  usual_interval: entry.usualInterval,
  usual_days: entry.usualDays,
  specimen: entry.specimen,
  enabled: entry.enableMark === 1,
  ingredients: entry.ingredients,
  allergy_classes: entry.allergyClasses,
  daily_dose_min: entry.dailyDoseMin.toFixed(6),
  daily_dose_max: entry.dailyDoseMax.toFixed(6),
  renal_level: entry.renalLevel,
  renal_advice: entry.renalAdvice,
  age_min: entry.ageMin,
  age_max: entry.ageMax,
  antibiotic: entry.antibiotic,
  skin_test: entry.skinTest,
  pharmacy: entry.pharmacy,
  pinyin: pinyinInitials(entry.drugName),
  search_grams: searchGrams(entry.drugName, entry.drugSpec, entry.drugNumber, entry.medicalInsCode),
  version: 1,
});

async function fillCatalogues(data: PrescriptionDemo, ctx: Ctx): Promise<void> {
  const entries = [...data.drugs, ...data.materials, ...data.items, ...data.labs];
  for (const orgId of data.catalogueOrgIds) {
    await inChunks(entries, (chunk) =>
      ctx.db
        .insertInto('prescription.catalogue')
        .values(chunk.map((entry) => catalogueRow(entry, orgId)))
        .execute(),
    );
    await fillPrices(entries, orgId, ctx);
    await inChunks(data.packages, (chunk) =>
      ctx.db
        .insertInto('prescription.package')
        .values(
          chunk.map(({ packageId, packageName, note, sortCode }) => ({
            org_id: orgId,
            package_id: packageId,
            package_name: packageName,
            note,
            sort_code: sortCode,
            enabled: true,
            search_grams: searchGrams(packageName),
            version: 1,
          })),
        )
        .execute(),
    );
    const lines = data.packages.flatMap((pack) =>
      pack.lines.map((line, index) => ({
        org_id: orgId,
        package_id: pack.packageId,
        line_no: index + 1,
        drug_id: line.drugId,
        once_using: line.onceUsing.toFixed(6),
        once_using_unit: line.onceUsingUnit,
        drug_usage: line.drugUsage,
        drug_interval: line.drugInterval,
        drug_days: line.drugDays,
        drug_num: line.drugNum.toFixed(4),
        drug_num_unit: line.drugNumUnit,
        manual_num: line.manualNum,
        group_no: line.isGroup,
      })),
    );
    await inChunks(lines, (chunk) => ctx.db.insertInto('prescription.package_line').values(chunk).execute());
  }
  await inChunks(data.interactions, (chunk) =>
    ctx.db
      .insertInto('prescription.interaction')
      .values(
        chunk.map(({ id, ingredientA, ingredientB, level, note }) => ({
          id,
          ingredient_a: ingredientA,
          ingredient_b: ingredientB,
          level,
          note,
          enabled: true,
          version: 1,
        })),
      )
      .execute(),
  );
  await inChunks(data.diagnoses, (chunk) =>
    ctx.db
      .insertInto('prescription.diagnosis')
      .values(chunk.map(({ code, name }) => ({ code, name, pinyin: pinyinInitials(name), search_grams: searchGrams(name, code) })))
      .execute(),
  );
}

/** Writes one prescription by the same rules as a doctor's. */
async function fillPrescription(given: DemoPrescription, patient: PatientRow, entries: ReadonlyMap<string, CatalogueRecord>, ctx: Ctx): Promise<void> {
  const [hour = 8, minute = 0] = given.time.split(':').map(Number);
  const dpDate = new Date(dayRange(ctx.clock.today()).from.getTime() + given.dayOffset * DAY_MS + hour * 3_600_000 + minute * 60_000);
  const plan = { startWeekday: shanghaiWeekday(dpDate.getTime()), weekdays: patient.dialysis?.weekdays ?? [] };
  const { lines, totals } = compileLines(given.lines, entries, { reimWay: patient.reimWay, plan });
  const id = ctx.newId();
  const dpNumber = await nextNumber(ctx, patient.orgId);
  const isConfirmed = given.state === 'confirmed';
  await new PrescriptionRepo(ctx.db).insert(
    {
      id,
      org_id: patient.orgId,
      dp_number: dpNumber,
      dp_type: given.dpType,
      dp_date: dpDate,
      patient_id: patient.patientId,
      patient_name: patient.patientName,
      patient_sex: patient.patientSex,
      patient_age: patient.patientAge,
      patient_type: patient.patientType,
      outpatient_code: patient.outpatientCode,
      reim_way: patient.reimWay,
      visit: patient.visit,
      diagnosis: patient.diagnosis,
      infected: patient.infectedHistory,
      pay_status: isConfirmed ? PayStatus.ToCharge : PayStatus.New,
      rx_status: isConfirmed ? RxStatus.Confirmed : RxStatus.New,
      refuse_reason: '',
      ...totalColumns(totals),
      price_type: '',
      sort_code: 0,
      worker_id: given.workerId,
      worker_name: given.workerName,
      worker_no: given.workerNo,
      creator_id: given.workerId,
      creator_name: given.workerName,
      check_name: '',
      send_name: '',
      note: '',
      bill_id: '',
      line_count: lines.length,
      has_stock_lines: lines.some((line) => line.stock_kept),
      split_from: '',
      version: 1,
      search_grams: searchGrams(patient.patientName, patient.outpatientCode, dpNumber),
      created_at: dpDate,
      updated_at: dpDate,
      confirmed_at: isConfirmed ? dpDate : null,
    },
    lines.map((line, index) => ({ ...line, id: ctx.newId(), org_id: patient.orgId, dp_id: id, sort_code: index + 1 })),
  );
}

/** Fills the demo system; patients must be there already. */
export async function fillDemo(data: PrescriptionDemo, ctx: Ctx): Promise<void> {
  await fillCatalogues(data, ctx);
  const directory = ctx.service(patientDirectory);
  const catalogue = new CatalogueRepo(ctx);
  for (const orgId of new Set(data.prescriptions.map((given) => given.orgId))) {
    const ofOrg = data.prescriptions.filter((given) => given.orgId === orgId);
    const patients = new Map(
      (await directory.list([...new Set(ofOrg.map((given) => given.patientId))], [orgId])).map((patient) => [patient.patientId, patient]),
    );
    const entries = await catalogue.entries(
      orgId,
      ofOrg.flatMap((given) => given.lines.map((line) => line.drugId)),
    );
    for (const given of ofOrg) {
      const patient = patients.get(given.patientId);
      if (!patient) throw new Error(`demo data: no patient ${given.patientId} in ${orgId}`);
      await fillPrescription(given, patient, entries, ctx);
    }
  }
}
