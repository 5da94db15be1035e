import { column } from '@nephra/plugin-sdk/server';
import { CONTROL_CLASSES, DRUG_TYPES, entryFacts, KINDS, ROUNDING_MODES } from '../../contract/catalogue/catalogue.schema.ts';
import { wireForm } from './wire-form.ts';

/** As long as the catalogue's own wire lets it be. */
const text = (name: keyof typeof entryFacts) => column.text((entryFacts[name] as { readonly maxLength?: number }).maxLength ?? 0);

/** What other plugins are told of an entry with each line. */
const toldColumns = {
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
};

/** What a line takes over from its entry of the catalogue, under the same names in both tables. */
export const factColumns = {
  ...toldColumns,
  /** Dose in one preparation unit; 0 = no dose is counted. */
  dMin: column.decimal(14, 6),
  dMinUnit: text('dMinUnit'),
  rounding: column.choice(...ROUNDING_MODES),
  splitAllowed: column.flag(),
  drugNumber: text('drugNumber'),
  approvalNumber: text('approvalNumber'),
  drugChangjia: text('drugChangjia').named('manufacturer'),
  pharmacy: text('pharmacy'),
};

export const toldForm = wireForm(toldColumns);
export const factForm = wireForm(factColumns);
