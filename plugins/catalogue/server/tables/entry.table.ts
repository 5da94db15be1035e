import { column, defineTable, type StoredOf, wireForm } from '@nephra/plugin-sdk/server';
import { CONTROL_CLASSES, DRUG_TYPES, ENTRY_LENGTHS, KINDS, MAX_AGE, MAX_INGREDIENT, ROUNDING_MODES, WARNING_LEVELS } from '../../contract/catalogue.schema.ts';
import { MAX_DAYS } from '../../contract/lines/line-limits.ts';

const text = (name: keyof typeof ENTRY_LENGTHS) => column.text(ENTRY_LENGTHS[name]);

/** Columns that stand on the wire of an entry under their own names. */
const entryColumns = {
  kind: column.choice(...KINDS),
  drugId: column.id(),
  drugName: text('drugName'),
  drugSpec: text('drugSpec'),
  drugForm: text('drugForm'),
  drugType: column.choice(...DRUG_TYPES),
  drugCategory: text('drugCategory'),
  medicalInsCode: text('medicalInsCode'),
  drugDirectoryType: text('drugDirectoryType').named('directory_type'),
  limitUseSign: column.int(0, 1),
  limitUseScope: text('limitUseScope'),
  controlClass: column.choice(...CONTROL_CLASSES),
  preparaUnit: text('preparaUnit'),
  stockUnit: text('stockUnit'),
  /** Preparation units in one stock unit. */
  stockDmin: column.quantity(),
  stockKept: column.flag(),
  /** Dose in one preparation unit; 0 = no dose is counted. */
  dMin: column.decimal(14, 6),
  dMinUnit: text('dMinUnit'),
  rounding: column.choice(...ROUNDING_MODES),
  splitAllowed: column.flag(),
  drugNumber: text('drugNumber'),
  approvalNumber: text('approvalNumber'),
  drugChangjia: text('drugChangjia').named('manufacturer'),
  pharmacy: text('pharmacy'),
  coldChain: column.flag(),
  usualDose: column.decimal(14, 6),
  usualUsage: text('usualUsage'),
  usualInterval: text('usualInterval'),
  usualDays: column.int(0, MAX_DAYS),
  specimen: text('specimen'),
  ingredients: column.texts(MAX_INGREDIENT),
  allergyClasses: column.texts(MAX_INGREDIENT),
  dailyDoseMin: column.decimal(14, 6),
  dailyDoseMax: column.decimal(14, 6),
  renalLevel: column.choice(...WARNING_LEVELS),
  renalAdvice: text('renalAdvice'),
  pregnancyLevel: column.choice(...WARNING_LEVELS),
  lactationLevel: column.choice(...WARNING_LEVELS),
  pregnancyAdvice: text('pregnancyAdvice'),
  supplyDays: column.int(0, MAX_DAYS),
  ageMin: column.int(0, MAX_AGE),
  ageMax: column.int(0, MAX_AGE),
  antibiotic: column.flag(),
  skinTest: column.flag(),
};

/** Drugs, materials, treatments and laboratory items of a facility. */
export const entryTable = defineTable(
  'catalogue.entry',
  {
    orgId: column.org(),
    ...entryColumns,
    enabled: column.flag(),
    /** Initials of the name, for the order of lists. */
    pinyin: column.initials('drugName'),
    version: column.int(1, 2_000_000_000),
    searchGrams: column.grams('drugName', 'drugSpec', 'drugNumber', 'medicalInsCode', 'drugChangjia'),
  },
  { rowsStay: true, key: ['orgId', 'drugId'], others: ['created_at', 'updated_at'] },
);
export interface EntryStored extends StoredOf<typeof entryTable> {}

export const entryForm = wireForm(entryColumns);
/** Numbers that are kept with so many decimals. */
export const ENTRY_DECIMALS = { dMin: 6, stockDmin: 4, usualDose: 6, dailyDoseMin: 6, dailyDoseMax: 6 } as const;
