import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_AGE, MAX_INGREDIENT, WARNING_LEVELS } from '../../contract/catalogue/catalogue.schema.ts';
import { MAX_DAYS } from '../../contract/line-limits.ts';
import { entryText, factColumns } from './fact.columns.ts';
import { wireForm } from './wire-form.ts';

/** Columns that stand on the wire of an entry under their own names. */
const entryColumns = {
  ...factColumns,
  coldChain: column.flag(),
  usualDose: column.decimal(14, 6),
  usualUsage: entryText('usualUsage'),
  usualInterval: entryText('usualInterval'),
  usualDays: column.int(0, MAX_DAYS),
  specimen: entryText('specimen'),
  ingredients: column.texts(MAX_INGREDIENT),
  allergyClasses: column.texts(MAX_INGREDIENT),
  dailyDoseMin: column.decimal(14, 6),
  dailyDoseMax: column.decimal(14, 6),
  renalLevel: column.choice(...WARNING_LEVELS),
  renalAdvice: entryText('renalAdvice'),
  pregnancyLevel: column.choice(...WARNING_LEVELS),
  lactationLevel: column.choice(...WARNING_LEVELS),
  pregnancyAdvice: entryText('pregnancyAdvice'),
  supplyDays: column.int(0, MAX_DAYS),
  ageMin: column.int(0, MAX_AGE),
  ageMax: column.int(0, MAX_AGE),
  antibiotic: column.flag(),
  skinTest: column.flag(),
};

/** Drugs, materials, treatments and laboratory items of a facility. */
export const catalogueTable = defineTable(
  'prescription.catalogue',
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
export interface EntryStored extends StoredOf<typeof catalogueTable> {}

export const entryForm = wireForm(entryColumns);
/** Numbers that are kept with so many decimals. */
export const ENTRY_DECIMALS = { dMin: 6, stockDmin: 4, usualDose: 6, dailyDoseMin: 6, dailyDoseMax: 6 } as const;
