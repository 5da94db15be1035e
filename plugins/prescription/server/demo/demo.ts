import { pinyinInitials, type ServerContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { CatalogueEntry, PrescriptionDemo } from '../../contract/index.ts';
import { fillPrices } from '../catalogue/prices/demo-prices.ts';
import { fillPrescriptions } from './demo-prescriptions.ts';
import { orderForm } from '../tables/line.columns.ts';
import { packageLineTable } from '../tables/package-line.table.ts';
import { insertRows } from '../tables/stored-rows.ts';
import type { CatalogueTable, PrescriptionDb } from '../tables.ts';

type Ctx = ServerContext<PrescriptionDb>;

const CHUNK = 100;

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
  pregnancy_level: entry.pregnancyLevel,
  lactation_level: entry.lactationLevel,
  pregnancy_advice: entry.pregnancyAdvice,
  supply_days: entry.supplyDays,
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
    await fillPrices(entries, data.prices ?? [], orgId, ctx);
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
      pack.lines.map((line, index) => ({ orgId, packageId: pack.packageId, lineNo: index + 1, drugId: line.drugId, ...orderForm.fromWire(line) })),
    );
    await insertRows(ctx.db, packageLineTable, lines);
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
      .values(chunk.map(({ code, name }) => ({ code, name, pinyin: pinyinInitials(name), search_grams: searchGrams(name, code), enabled: true, version: 1 })))
      .execute(),
  );
}

/** Fills the demo system; patients must be there already. */
export async function fillDemo(data: PrescriptionDemo, ctx: Ctx): Promise<void> {
  await fillCatalogues(data, ctx);
  await fillPrescriptions(data, ctx);
}
