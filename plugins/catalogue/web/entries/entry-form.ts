import { type Quantity, quantityFromWire, quantityToWire, type UnitPrice, unitPriceFromWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { CheckLevel, DrugType } from '../../contract/catalogue.schema.ts';
import type { CreateEntryBody, EntryGroup, EntryRow } from '../../contract/catalogue-entry.schema.ts';
import type { EntryFacts } from '../../domain/entry-facts.ts';
import { kindOf, plainNumber, typesOf } from '../catalogue-words.ts';

/** An entry as it is typed. Numbers may be empty while typing, doses are texts; the selects know no empty text, so `none` stands for it. */
export interface EntryForm {
  drugName: string;
  drugSpec: string;
  drugForm: string;
  drugType: DrugType;
  drugCategory: string;
  drugChangjia: string;
  drugNumber: string;
  medicalInsCode: string;
  approvalNumber: string;
  drugDirectoryType: string;
  dMin: string;
  dMinUnit: string;
  preparaUnit: string;
  stockUnit: string;
  stockDmin: Quantity | null;
  rounding: 'dose' | 'total';
  splitAllowed: boolean;
  stockKept: boolean;
  price: UnitPrice | null;
  limitUse: boolean;
  limitUseScope: string;
  controlClass: EntryFacts['controlClass'] | 'none';
  coldChain: boolean;
  antibiotic: boolean;
  skinTest: boolean;
  usualDose: string;
  usualUsage: string | null;
  usualInterval: string | null;
  usualDays: number | null;
  specimen: string;
  ingredients: readonly string[];
  allergyClasses: readonly string[];
  dailyDoseMin: string;
  dailyDoseMax: string;
  pregnancyLevel: CheckLevel | 'none';
  lactationLevel: CheckLevel | 'none';
  pregnancyAdvice: string;
  supplyDays: number | null;
  renalLevel: CheckLevel | 'none';
  renalAdvice: string;
  ageMin: number | null;
  ageMax: number | null;
  pharmacy: string;
  /** Shows what the units mean; holds nothing. */
  sentence?: undefined;
}

const ONE = quantityFromWire(1);

export function emptyEntry(group: EntryGroup): EntryForm {
  const isDrug = group === 'drug';
  return {
    drugName: '',
    drugSpec: '',
    drugForm: '',
    drugType: typesOf(group)[0] ?? '其他',
    drugCategory: '',
    drugChangjia: '',
    drugNumber: '',
    medicalInsCode: '',
    approvalNumber: '',
    drugDirectoryType: 'none',
    dMin: '',
    dMinUnit: '',
    preparaUnit: isDrug || group === 'material' ? '' : '次',
    stockUnit: isDrug || group === 'material' ? '' : '次',
    stockDmin: isDrug ? null : ONE,
    rounding: 'total',
    splitAllowed: false,
    stockKept: isDrug || group === 'material',
    price: null,
    limitUse: false,
    limitUseScope: '',
    controlClass: 'none',
    coldChain: false,
    antibiotic: false,
    skinTest: false,
    usualDose: '',
    usualUsage: null,
    usualInterval: null,
    usualDays: null,
    specimen: '',
    ingredients: [],
    allergyClasses: [],
    dailyDoseMin: '',
    dailyDoseMax: '',
    pregnancyLevel: 'none',
    lactationLevel: 'none',
    pregnancyAdvice: '',
    supplyDays: null,
    renalLevel: 'none',
    renalAdvice: '',
    ageMin: null,
    ageMax: null,
    pharmacy: '',
  };
}

/** Doses are typed as text with up to 6 decimals; nothing typed is 0. */
const amountOf = (text: string): number => (text.trim() === '' ? 0 : Number(text));
const typed = (value: number): string => (value === 0 ? '' : plainNumber(value));
const some = (value: number): number | null => (value === 0 ? null : value);

/** A stored entry as the form shows it. */
export const formOf = (row: EntryRow): EntryForm => ({
  drugName: row.drugName,
  drugSpec: row.drugSpec,
  drugForm: row.drugForm,
  drugType: row.drugType,
  drugCategory: row.drugCategory,
  drugChangjia: row.drugChangjia,
  drugNumber: row.drugNumber,
  medicalInsCode: row.medicalInsCode,
  approvalNumber: row.approvalNumber,
  drugDirectoryType: row.drugDirectoryType || 'none',
  dMin: typed(row.dMin),
  dMinUnit: row.dMinUnit,
  preparaUnit: row.preparaUnit,
  stockUnit: row.stockUnit,
  stockDmin: quantityFromWire(row.stockDmin),
  rounding: row.rounding,
  splitAllowed: row.splitAllowed,
  stockKept: row.stockKept,
  price: unitPriceFromWire(row.price),
  limitUse: row.limitUseSign === 1,
  limitUseScope: row.limitUseScope,
  controlClass: row.controlClass || 'none',
  coldChain: row.coldChain,
  antibiotic: row.antibiotic,
  skinTest: row.skinTest,
  usualDose: typed(row.usualDose),
  usualUsage: row.usualUsage || null,
  usualInterval: row.usualInterval || null,
  usualDays: some(row.usualDays),
  specimen: row.specimen,
  ingredients: row.ingredients,
  allergyClasses: row.allergyClasses,
  dailyDoseMin: typed(row.dailyDoseMin),
  dailyDoseMax: typed(row.dailyDoseMax),
  pregnancyLevel: row.pregnancyLevel || 'none',
  lactationLevel: row.lactationLevel || 'none',
  pregnancyAdvice: row.pregnancyAdvice,
  supplyDays: some(row.supplyDays),
  renalLevel: row.renalLevel || 'none',
  renalAdvice: row.renalAdvice,
  ageMin: some(row.ageMin),
  ageMax: some(row.ageMax),
  pharmacy: row.pharmacy,
});

/** A new entry like another: same facts, its own number. */
export const copyOf = (row: EntryRow): EntryForm => ({ ...formOf(row), drugNumber: '' });

/** The drug has something to say to women who are pregnant or nursing. */
export const warnsWomen = ({ pregnancyLevel, lactationLevel }: Partial<EntryForm>): boolean => pregnancyLevel !== 'none' || lactationLevel !== 'none';

/** What is typed as the facts that the rules look at. Treatments are counted by one unit only. */
export function factsOf(form: EntryForm, group: EntryGroup): EntryFacts {
  const counted = group === 'item' || group === 'lab';
  return {
    kind: kindOf(group),
    drugName: form.drugName,
    drugSpec: form.drugSpec,
    drugForm: form.drugForm,
    drugType: form.drugType,
    drugCategory: form.drugCategory,
    medicalInsCode: form.medicalInsCode,
    dMin: amountOf(form.dMin),
    dMinUnit: form.dMinUnit,
    preparaUnit: counted ? form.stockUnit : form.preparaUnit,
    stockUnit: form.stockUnit,
    stockDmin: counted ? 1 : quantityToWire(form.stockDmin ?? ONE),
    rounding: form.rounding,
    splitAllowed: form.splitAllowed,
    stockKept: form.stockKept,
    drugDirectoryType: form.drugDirectoryType === 'none' ? '' : form.drugDirectoryType,
    drugNumber: form.drugNumber,
    approvalNumber: form.approvalNumber,
    drugChangjia: form.drugChangjia,
    limitUseSign: form.limitUse ? 1 : 0,
    limitUseScope: form.limitUse ? form.limitUseScope : '',
    controlClass: form.controlClass === 'none' ? '' : form.controlClass,
    coldChain: form.coldChain,
    usualDose: amountOf(form.usualDose),
    usualUsage: form.usualUsage ?? '',
    usualInterval: form.usualInterval ?? '',
    usualDays: form.usualDays ?? 0,
    specimen: form.specimen,
    ingredients: [...form.ingredients],
    allergyClasses: [...form.allergyClasses],
    dailyDoseMin: amountOf(form.dailyDoseMin),
    dailyDoseMax: amountOf(form.dailyDoseMax),
    pregnancyLevel: form.pregnancyLevel === 'none' ? '' : form.pregnancyLevel,
    lactationLevel: form.lactationLevel === 'none' ? '' : form.lactationLevel,
    pregnancyAdvice: warnsWomen(form) ? form.pregnancyAdvice : '',
    supplyDays: form.supplyDays ?? 0,
    renalLevel: form.renalLevel === 'none' ? '' : form.renalLevel,
    renalAdvice: form.renalLevel === 'none' ? '' : form.renalAdvice,
    ageMin: form.ageMin ?? 0,
    ageMax: form.ageMax ?? 0,
    antibiotic: form.antibiotic,
    skinTest: form.skinTest,
    pharmacy: form.pharmacy,
  };
}

export const createBodyOf = (form: EntryForm, group: EntryGroup): CreateEntryBody => ({
  ...factsOf(form, group),
  price: unitPriceToWire(form.price ?? (0 as UnitPrice)),
});
