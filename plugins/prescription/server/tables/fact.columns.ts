import { column, wireForm } from '@nephra/plugin-sdk/server';
import {
  CONTROL_CLASSES,
  DOSE_DECIMALS,
  DOSE_DIGITS,
  DRUG_TYPES,
  ENTRY_FIELDS,
  type EntryTextName,
  KINDS,
  ROUNDING_MODES,
} from '../../../catalogue/contract/index.ts';

export const entryText = (name: EntryTextName) => column.text(ENTRY_FIELDS[name].max);

/** What other plugins are told of an entry with each line. */
const ledgerColumns = {
  kind: column.choice(...KINDS),
  drugId: column.id(),
  drugName: entryText('drugName'),
  drugSpec: entryText('drugSpec'),
  drugForm: entryText('drugForm'),
  drugType: column.choice(...DRUG_TYPES),
  drugCategory: entryText('drugCategory'),
  medicalInsCode: entryText('medicalInsCode'),
  drugDirectoryType: entryText('drugDirectoryType').named('directory_type'),
  limitUseSign: column.int(0, 1),
  limitUseScope: entryText('limitUseScope'),
  controlClass: column.choice(...CONTROL_CLASSES),
  preparaUnit: entryText('preparaUnit'),
  stockUnit: entryText('stockUnit'),
  /** Preparation units in one stock unit. */
  stockDmin: column.quantity(),
  stockKept: column.flag(),
};

/** What a line takes over from its entry of the catalogue, under the same names in both tables. */
export const factColumns = {
  ...ledgerColumns,
  /** Dose in one preparation unit; 0 = no dose is counted. */
  dMin: column.decimal(DOSE_DIGITS, DOSE_DECIMALS),
  dMinUnit: entryText('dMinUnit'),
  rounding: column.choice(...ROUNDING_MODES),
  splitAllowed: column.flag(),
  drugNumber: entryText('drugNumber'),
  approvalNumber: entryText('approvalNumber'),
  drugChangjia: entryText('drugChangjia').named('manufacturer'),
  pharmacy: entryText('pharmacy'),
};

export const ledgerFacts = wireForm(ledgerColumns);
export const factForm = wireForm(factColumns);
