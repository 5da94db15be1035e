import { type Given, type Kysely, type Prepared, prepared } from '@nephra/plugin-sdk/server';
import type { PrescriptionDb, PrescriptionTable } from './tables.ts';

type Change = Partial<PrescriptionTable> & { readonly id: string; readonly updated_at: Date };
/** One statement for each set of columns that is changed together; the acts of this plugin have some ten. */
const changes = new Map<string, Prepared<PrescriptionDb, Change, never>>();

/** Sets these columns of a prescription and raises its version. JSON columns come as text. */
export function changeOf(columns: Partial<PrescriptionTable>): Prepared<PrescriptionDb, Change, never> {
  const names = (Object.keys(columns) as (keyof PrescriptionTable)[]).filter((name) => columns[name] !== undefined);
  const key = names.join();
  const known = changes.get(key);
  if (known) return known;
  const made = prepared((db: Kysely<PrescriptionDb>, given: Given<Change>) =>
    db
      .updateTable('prescription.prescription')
      .set((eb) => ({ ...Object.fromEntries(names.map((name) => [name, given(name)])), updated_at: given('updated_at'), version: eb('version', '+', 1) }))
      .where('id', '=', given('id')),
  ) as Prepared<PrescriptionDb, Change, never>;
  changes.set(key, made);
  return made;
}
