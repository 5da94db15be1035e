import type { DataRights } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { readerFor } from '../prescription-call.ts';
import { prescriptionTable } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';

/** Stands for the number of a prescription that the reader may not see. */
const HIDDEN_NUMBER = '＊＊';

/**
 * Checks look at every prescription of the patient, for harm does not depend on who looks; but which prescription it was is told to those
 * alone who see it. The finding itself, with the drug, stays.
 * @param rights of whoever reads; left out where nobody does
 * @returns the number as it may be told
 */
export async function visibleNumbers(
  ctx: Pick<ServerContext<PrescriptionDb>, 'db' | 'log' | 'pluginId'>,
  dpIds: readonly string[],
  rights: DataRights | undefined,
): Promise<(dpId: string, dpNumber: string) => string> {
  if (!rights || dpIds.length === 0) return (_dpId, dpNumber) => dpNumber;
  const rows = await prescriptionTable
    .select(readerFor(ctx, rights), 'rx')
    .clearSelect()
    .select(['rx.id', 'rx.dpNumber'])
    .where('rx.id', 'in', [...new Set(dpIds)])
    .execute();
  const numbers = new Map(rows.map((row) => [row.id, row.dpNumber]));
  return (dpId) => numbers.get(dpId) ?? HIDDEN_NUMBER;
}
