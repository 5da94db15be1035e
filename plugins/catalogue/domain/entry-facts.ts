import type { CatalogueEntry, CatalogueKind, DrugType } from '../contract/catalogue.schema.ts';
import { MAX_DOSE } from '../contract/lines/line-limits.ts';

/** What a person writes into a catalogue entry; its id, state and prices have acts of their own. */
export type EntryFacts = Omit<CatalogueEntry, 'drugId' | 'price' | 'enableMark'>;

export const TYPES_OF_KIND: Readonly<Record<CatalogueKind, readonly DrugType[]>> = {
  drug: ['西药', '中成药'],
  material: ['耗材', '材料'],
  item: ['治疗', '检查', '护理', '挂号', '化验', '其他'],
};

/** Keys of `errors.catalogue`. */
export type EntryFaultKey =
  | 'type-of-kind'
  | 'dose-unit'
  | 'pack-size'
  | 'pack-one'
  | 'split-one'
  | 'stock-of-item'
  | 'limit-text'
  | 'control-of-drug'
  | 'usual-dose'
  | 'limits-dose'
  | 'limits-order'
  | 'ages-order'
  | 'renal-text'
  | 'pregnancy-text';

export interface EntryFault {
  readonly field: keyof EntryFacts;
  readonly key: EntryFaultKey;
}

/** More units than any pack holds. */
const MAX_IN_PACK = 1_000_000;

/** What does not fit together in an entry, in the order of the form. Empty = it may be stored. */
export function entryFaults(entry: EntryFacts): EntryFault[] {
  const faults: EntryFault[] = [];
  const check = (wrong: boolean, field: keyof EntryFacts, key: EntryFaultKey): void => {
    if (wrong) faults.push({ field, key });
  };
  const countsDose = entry.dMin > 0;
  const sameUnit = entry.preparaUnit.trim() === entry.stockUnit.trim();
  check(!TYPES_OF_KIND[entry.kind].includes(entry.drugType), 'drugType', 'type-of-kind');
  check(countsDose !== (entry.dMinUnit.trim() !== '') || entry.dMin > MAX_DOSE, countsDose ? 'dMinUnit' : 'dMin', 'dose-unit');
  check(!(entry.stockDmin > 0) || entry.stockDmin > MAX_IN_PACK, 'stockDmin', 'pack-size');
  check(sameUnit && entry.stockDmin !== 1, 'stockDmin', 'pack-one');
  check(entry.splitAllowed && (sameUnit || entry.stockDmin === 1), 'splitAllowed', 'split-one');
  check(entry.kind === 'item' && entry.stockKept, 'stockKept', 'stock-of-item');
  check(entry.limitUseSign === 1 && entry.limitUseScope.trim() === '', 'limitUseScope', 'limit-text');
  check(entry.kind !== 'drug' && entry.controlClass !== '', 'controlClass', 'control-of-drug');
  check(entry.usualDose > MAX_DOSE, 'usualDose', 'usual-dose');
  check(entry.dailyDoseMin > MAX_DOSE || entry.dailyDoseMax > MAX_DOSE, 'dailyDoseMax', 'usual-dose');
  check(!countsDose && (entry.dailyDoseMin > 0 || entry.dailyDoseMax > 0), 'dailyDoseMax', 'limits-dose');
  check(entry.dailyDoseMax > 0 && entry.dailyDoseMin > entry.dailyDoseMax, 'dailyDoseMax', 'limits-order');
  check(entry.ageMax > 0 && entry.ageMin > entry.ageMax, 'ageMax', 'ages-order');
  check((entry.pregnancyLevel !== '' || entry.lactationLevel !== '') && entry.pregnancyAdvice.trim() === '', 'pregnancyAdvice', 'pregnancy-text');
  check(entry.renalLevel !== '' && entry.renalAdvice.trim() === '', 'renalAdvice', 'renal-text');
  return faults;
}

/** Facts by which stored quantities are read: with stock or open prescriptions around they must not change their meaning. */
const UNIT_FACTS = ['dMin', 'dMinUnit', 'preparaUnit', 'stockUnit', 'stockDmin'] as const satisfies readonly (keyof EntryFacts)[];

/** True when the change would give stored quantities another meaning, or take the entry out of the store that holds it. */
export const changesUnits = (before: EntryFacts, after: EntryFacts): boolean =>
  UNIT_FACTS.some((name) => before[name] !== after[name]) || (before.stockKept && !after.stockKept);
