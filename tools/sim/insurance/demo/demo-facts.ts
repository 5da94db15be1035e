import { buildDataSet } from '../../../seed/data-set.mjs';
import type { CatalogueEntry, Person } from '../model.ts';
import { type DemoEntry, demoCatalogue } from './demo-catalogue.ts';
import { type DemoPatient, demoPersons } from './demo-persons.ts';

/** A mapping that a facility of the demo system reported (3301). */
export interface DemoMapping {
  readonly facility: string;
  readonly listType: string;
  readonly code: string;
  readonly drugId: string;
  readonly drugName: string;
}

export interface DemoFacts {
  readonly mappings: readonly DemoMapping[];
  readonly persons: readonly Person[];
  readonly catalogue: readonly CatalogueEntry[];
  readonly diagnoses: readonly { readonly code: string; readonly name: string }[];
}

/** What of the data set is used here; the generator is plain JavaScript and tells nothing of its shapes. */
interface DataSet {
  readonly insurance: {
    readonly connections: readonly { readonly fixmedinsCode: string }[];
    readonly mapping: readonly { readonly drugId: string; readonly code: string; readonly reported: boolean }[];
  };
  readonly patient: { readonly patients: readonly DemoPatient[] };
  readonly catalogue: {
    readonly drugs: readonly DemoEntry[];
    readonly materials: readonly DemoEntry[];
    readonly items: readonly DemoEntry[];
    readonly labs: readonly DemoEntry[];
    readonly diagnoses: readonly { readonly code: string; readonly name: string }[];
  };
}

/** What the demo facilities count as reported, the platform knows. */
function demoMappings({ connections, mapping }: DataSet['insurance'], entries: readonly DemoEntry[], catalogue: readonly CatalogueEntry[]): DemoMapping[] {
  const listed = new Map(catalogue.map((entry) => [entry.code, entry]));
  const names = new Map(entries.map((entry) => [entry.drugId, entry.drugName]));
  return connections.flatMap(({ fixmedinsCode: facility }) =>
    mapping.flatMap(({ drugId, code, reported }) => {
      const entry = listed.get(code);
      return reported && entry ? [{ facility, listType: entry.listType, code, drugId, drugName: names.get(drugId) ?? '' }] : [];
    }),
  );
}

/** Persons, catalogue and mappings of the demo system. `now` decides which month a filing that runs out ends in. */
export function demoFacts(now: Date): DemoFacts {
  const { insurance, patient, catalogue: house } = buildDataSet() as unknown as DataSet; // plain JavaScript, see above
  const entries = [...house.drugs, ...house.materials, ...house.items, ...house.labs];
  const catalogue = demoCatalogue(entries);
  return {
    persons: demoPersons(patient.patients, now),
    catalogue,
    mappings: demoMappings(insurance, entries, catalogue),
    diagnoses: house.diagnoses,
  };
}
