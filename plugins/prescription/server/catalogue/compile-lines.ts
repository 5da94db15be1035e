import {
  AppError,
  EnvelopeCode,
  type Money,
  moneyFromText,
  moneyToText,
  quantityFromText,
  quantityToText,
  unitPriceFromText,
  unitPriceToText,
} from '@nephra/plugin-sdk/contract';
import type { DetailInput } from '../../contract/index.ts';
import type { SessionPlan } from '../../domain/lines/frequency.ts';
import { isGroupLeader, mayGroup, normaliseGroups } from '../../domain/lines/groups.ts';
import { type LineFacts, lineAmounts } from '../../domain/lines/line.ts';
import { inputFault } from '../../domain/lines/line-input.ts';
import type { QuantityFault } from '../../domain/lines/quantity.ts';
import { type AmountLine, type Totals, totalsOf } from '../../domain/lines/totals.ts';
import type { CatalogueRecord } from './catalogue.repo.ts';
import type { DetailTable, PrescriptionTable } from '../tables.ts';

/** A line ready to be stored; its place and ids come later. */
export type CompiledLine = Omit<DetailTable, 'id' | 'org_id' | 'dp_id' | 'sort_code'>;

export interface CompiledLines {
  readonly lines: readonly CompiledLine[];
  readonly faults: readonly { index: number; drugName: string; fault: QuantityFault }[];
  readonly totals: Totals;
}

export const lineFacts = (entry: CatalogueRecord): LineFacts => ({
  dMin: Number(entry.d_min),
  dMinUnit: entry.d_min_unit,
  preparaUnit: entry.prepara_unit,
  stockUnit: entry.stock_unit,
  stockDmin: quantityFromText(entry.stock_dmin),
  price: unitPriceFromText(entry.price),
  rounding: entry.rounding,
  splitAllowed: entry.split_allowed,
  drugDirectoryType: entry.directory_type,
  limitUseSign: entry.limit_use_sign,
});

/** The amounts of a stored line as exact numbers. */
export const amountsOf = (line: Pick<DetailTable, 'drug_type' | 'sub_total' | 'preselfpay' | 'fulamt_ownpay' | 'overlmt'>): AmountLine => ({
  drugType: line.drug_type,
  subTotal: moneyFromText(line.sub_total),
  preselfpay: moneyFromText(line.preselfpay),
  fulamtOwnpay: moneyFromText(line.fulamt_ownpay),
  overlmt: moneyFromText(line.overlmt),
});

/** Dose with at most six decimals, as numeric text. */
const dose = (value: number): string => value.toFixed(6);

function assertGroups(inputs: readonly DetailInput[]): void {
  const wrong = inputs.findIndex((line) => line.isGroup > 0 && !mayGroup(line));
  if (wrong >= 0) {
    throw new AppError('prescription.group-route', { fields: [{ path: `prescriptionDetailList.${wrong}.isGroup`, msg: '' }], params: { line: wrong + 1 } });
  }
}

/** Numbers that nobody can mean are refused at once, with a sentence that names the line. */
function assertNumbers(inputs: readonly DetailInput[], entries: ReadonlyMap<string, CatalogueRecord>): void {
  inputs.forEach((input, index) => {
    const fault = inputFault(input);
    if (!fault) return;
    throw new AppError(`prescription.${fault}`, {
      code: EnvelopeCode.Invalid,
      params: { line: index + 1, name: entries.get(input.drugId)?.drug_name ?? input.drugId },
      fields: [{ path: `prescriptionDetailList.${index}`, msg: '' }],
    });
  });
}

/**
 * Turns what a person chose into lines with the catalogue's facts and the server's amounts; nothing of names, prices or amounts
 * is taken from the caller. A quantity that cannot be computed becomes 0 and is reported (spec 8).
 * @throws AppError `prescription.item-unknown` when the facility has no such item, `prescription.quantity-…` for numbers that nobody can mean.
 */
export function compileLines(
  inputs: readonly DetailInput[],
  entries: ReadonlyMap<string, CatalogueRecord>,
  around: { reimWay: string; plan?: SessionPlan },
): CompiledLines {
  const ordered = normaliseGroups(inputs);
  assertNumbers(ordered, entries);
  assertGroups(ordered);
  const faults: { index: number; drugName: string; fault: QuantityFault }[] = [];
  const lines = ordered.map((input, index): CompiledLine => {
    const entry = entries.get(input.drugId);
    if (!entry || entry.kind !== input.kind) {
      throw new AppError('prescription.item-unknown', {
        code: EnvelopeCode.NotFound,
        params: { line: index + 1 },
        fields: [{ path: `prescriptionDetailList.${index}.drugId`, msg: '' }],
      });
    }
    const amounts = lineAmounts(lineFacts(entry), input, { reimWay: around.reimWay, plan: around.plan, groupLeader: isGroupLeader(ordered, index) });
    if (amounts.fault) faults.push({ index, drugName: entry.drug_name, fault: amounts.fault });
    const money = (value: Money): string => moneyToText(value);
    return {
      kind: entry.kind,
      drug_id: entry.drug_id,
      drug_name: entry.drug_name,
      drug_spec: entry.drug_spec,
      drug_form: entry.drug_form,
      drug_type: entry.drug_type,
      drug_category: entry.drug_category,
      medical_ins_code: entry.medical_ins_code,
      directory_type: entry.directory_type,
      drug_number: entry.drug_number,
      approval_number: entry.approval_number,
      manufacturer: entry.manufacturer,
      limit_use_sign: entry.limit_use_sign,
      limit_use_scope: entry.limit_use_scope,
      approval_mark: input.approvalMark,
      control_class: entry.control_class,
      once_using: dose(input.onceUsing),
      once_using_unit: input.onceUsingUnit,
      drug_usage: input.drugUsage,
      drug_interval: input.drugInterval,
      drug_days: amounts.drugDays,
      d_min: entry.d_min,
      d_min_unit: entry.d_min_unit,
      prepara_unit: entry.prepara_unit,
      stock_unit: entry.stock_unit,
      stock_dmin: entry.stock_dmin,
      rounding: entry.rounding,
      split_allowed: entry.split_allowed,
      stock_kept: entry.stock_kept,
      pack_price: entry.price,
      drug_num: quantityToText(amounts.drugNum),
      drug_num_unit: input.drugNumUnit,
      prep_num: quantityToText(amounts.prepNum),
      manual_num: input.manualNum,
      price: unitPriceToText(amounts.price),
      sub_total: money(amounts.subTotal),
      preselfpay: money(amounts.preselfpay),
      fulamt_ownpay: money(amounts.fulamtOwnpay),
      overlmt: money(amounts.overlmt),
      group_no: input.isGroup,
      package_id: input.packageId ?? '',
      remark: input.remark ?? '',
      dise_code: input.diseCodg ?? '',
      med_type: input.medType ?? 0,
      pharmacy: entry.pharmacy,
    };
  });
  return { lines, faults, totals: totalsOf(lines.map(amountsOf)) };
}

/** Sums as columns of the prescription. */
export const totalColumns = (totals: Totals) => ({
  total_price: moneyToText(totals.total),
  west_price: moneyToText(totals.west),
  diag_treat_price: moneyToText(totals.diagTreat),
  assay_price: moneyToText(totals.assay),
  other_price: moneyToText(totals.other),
  consumables_price: moneyToText(totals.consumables),
  preselfpay_total: moneyToText(totals.preselfpay),
  fulamt_ownpay_total: moneyToText(totals.fulamtOwnpay),
  overlmt_total: moneyToText(totals.overlmt),
});
export type TotalColumns = Pick<PrescriptionTable, keyof ReturnType<typeof totalColumns>>;

/** A stored line as the choice that made it, to compute it again. */
export const choiceOf = (line: DetailTable): DetailInput => ({
  detailId: line.id,
  kind: line.kind,
  drugId: line.drug_id,
  onceUsing: Number(line.once_using),
  onceUsingUnit: line.once_using_unit,
  drugUsage: line.drug_usage,
  drugInterval: line.drug_interval,
  drugDays: line.drug_days,
  drugNum: Number(line.drug_num),
  drugNumUnit: line.drug_num_unit,
  manualNum: line.manual_num,
  isGroup: line.group_no,
  approvalMark: line.approval_mark,
  packageId: line.package_id,
  remark: line.remark,
  diseCodg: line.dise_code,
  medType: line.med_type,
});
