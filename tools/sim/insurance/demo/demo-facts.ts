import { buildDataSet } from '../../../seed/data-set.mjs';
import type { CatalogueEntry, Person } from '../model.ts';
import { type DemoEntry, demoCatalogue } from './demo-catalogue.ts';
import { type DemoPatient, demoPersons } from './demo-persons.ts';

export interface DemoFacts {
  readonly persons: readonly Person[];
  readonly catalogue: readonly CatalogueEntry[];
  readonly diagnoses: readonly { readonly code: string; readonly name: string }[];
}

/** What of the data set is used here; the generator is plain JavaScript and tells nothing of its shapes. */
interface DataSet {
  readonly patient: { readonly patients: readonly DemoPatient[] };
  readonly prescription: {
    readonly drugs: readonly DemoEntry[];
    readonly materials: readonly DemoEntry[];
    readonly items: readonly DemoEntry[];
    readonly labs: readonly DemoEntry[];
    readonly diagnoses: readonly { readonly code: string; readonly name: string }[];
  };
}

/** Persons and catalogue of the demo system. `now` decides which month a filing that runs out ends in. */
export function demoFacts(now: Date): DemoFacts {
  const { patient, prescription } = buildDataSet() as unknown as DataSet;
  return {
    persons: demoPersons(patient.patients, now),
    catalogue: demoCatalogue([...prescription.drugs, ...prescription.materials, ...prescription.items, ...prescription.labs]),
    diagnoses: prescription.diagnoses,
  };
}
