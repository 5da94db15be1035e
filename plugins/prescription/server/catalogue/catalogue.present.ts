import { type OrgId, type Quantity, quantityFromText, unitPriceFromText, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type CatalogueFacts, type CatalogueRow, prescriptionStock, type StockOfDrug } from '../../contract/index.ts';
import type { CatalogueRecord } from './catalogue.repo.ts';
import type { PrescriptionDb } from '../tables.ts';

/** Stock by drug, empty while nobody keeps stock. */
export async function stockOf(ctx: ServerContext<PrescriptionDb>, orgId: OrgId, drugIds: readonly string[]): Promise<Map<string, StockOfDrug>> {
  const stock = ctx.optionalService(prescriptionStock);
  if (!stock || drugIds.length === 0) return new Map();
  const found = await stock.stockOf(orgId, [...new Set(drugIds)]);
  return new Map(found.map((entry) => [entry.drugId, entry]));
}

/** Whole stock units that the available preparation units make up, with four decimals for opened packs. */
export function stockNumber(stock: StockOfDrug | undefined, stockDmin: Quantity): number | null {
  if (!stock) return null;
  return Math.floor((stock.available * 10_000) / stockDmin) / 10_000;
}

const facts = (row: CatalogueRecord) => ({
  drugId: row.drug_id,
  drugName: row.drug_name,
  drugSpec: row.drug_spec,
  drugForm: row.drug_form,
  drugType: row.drug_type,
  drugCategory: row.drug_category,
  medicalInsCode: row.medical_ins_code,
  dMin: Number(row.d_min),
  dMinUnit: row.d_min_unit,
  preparaUnit: row.prepara_unit,
  stockUnit: row.stock_unit,
  rounding: row.rounding,
  splitAllowed: row.split_allowed,
  stockKept: row.stock_kept,
  drugDirectoryType: row.directory_type,
  drugNumber: row.drug_number,
  approvalNumber: row.approval_number,
  drugChangjia: row.manufacturer,
  limitUseSign: row.limit_use_sign,
  limitUseScope: row.limit_use_scope,
  controlClass: row.control_class,
  coldChain: row.cold_chain,
  usualDose: Number(row.usual_dose),
  usualUsage: row.usual_usage,
  usualInterval: row.usual_interval,
  usualDays: row.usual_days,
  specimen: row.specimen,
  enableMark: row.enabled ? 1 : 0,
  ingredients: row.ingredients,
  allergyClasses: row.allergy_classes,
  dailyDoseMin: Number(row.daily_dose_min),
  dailyDoseMax: Number(row.daily_dose_max),
  pregnancyLevel: row.pregnancy_level,
  lactationLevel: row.lactation_level,
  pregnancyAdvice: row.pregnancy_advice,
  supplyDays: row.supply_days,
  renalLevel: row.renal_level,
  renalAdvice: row.renal_advice,
  ageMin: row.age_min,
  ageMax: row.age_max,
  antibiotic: row.antibiotic,
  skinTest: row.skin_test,
  pharmacy: row.pharmacy,
  kind: row.kind,
});

/** One entry as the pickers show it. */
export const presentEntry = (row: CatalogueRecord, stock: StockOfDrug | undefined): CatalogueRow => ({
  ...facts(row),
  stockDmin: Number(row.stock_dmin),
  price: unitPriceToWire(unitPriceFromText(row.price)),
  stockNumber: stockNumber(stock, quantityFromText(row.stock_dmin)),
  nearestExpiry: stock?.nearestExpiry ?? null,
});

/** The same with exact numbers, for other plugins. */
export const catalogueFacts = (row: CatalogueRecord): CatalogueFacts => ({
  ...facts(row),
  orgId: row.org_id,
  stockDmin: quantityFromText(row.stock_dmin),
  price: unitPriceFromText(row.price),
});
