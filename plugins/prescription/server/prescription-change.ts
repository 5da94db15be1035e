import { type Given, type Kysely, type Prepared, prepared } from '@nephra/plugin-sdk/server';
import { type NewPrescription, prescriptionTable } from './tables/prescription.table.ts';
import type { PrescriptionDb } from './tables.ts';

type Change = Readonly<Record<string, unknown>>;
/** One statement for each set of columns that is changed together; the acts of this plugin have some ten. */
const changes = new Map<string, Prepared<PrescriptionDb, Change, never>>();

function changeOf(columns: readonly string[]): Prepared<PrescriptionDb, Change, never> {
  const key = columns.join();
  const known = changes.get(key);
  if (known) return known;
  // rows: compiled once; each charge asks. A prescription that was locked through its door (`lock`, `lockMany`)
  const made = prepared((db: Kysely<PrescriptionDb>, given: Given<Change>) =>
    db
      .updateTable('prescription.prescription')
      .set((eb) => ({ ...Object.fromEntries(columns.map((name) => [name, given(name)])), version: eb('version', '+', 1) }))
      .where('id', '=', given('~id') as string),
  ) as Prepared<PrescriptionDb, Change, never>;
  changes.set(key, made);
  return made;
}

/** Sets these columns of a prescription and raises its version. */
export async function changePrescription(db: Kysely<PrescriptionDb>, id: string, patch: Partial<NewPrescription>): Promise<void> {
  const stored = prescriptionTable.toSql(patch);
  await changeOf(Object.keys(stored))(db, { ...stored, '~id': id });
}
