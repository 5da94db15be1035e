import { priceDay } from '../../domain/price-day.ts';
import { goneByLine, netQuantities } from '../../domain/lines/net-line.ts';
import type { BriefFilter, BriefLine, BriefPrescription } from '../../contract/index.ts';
import { dayRange } from '../day-range.ts';
import type { PrescriptionRepo } from '../prescription.repo.ts';

/** Prescriptions whose lines one statement reads: found by an index however many there are, where more would be read as a part of the whole table. */
const AT_ONCE = 500;

/** @see PrescriptionLedger.brief */
export async function briefOf(repo: PrescriptionRepo, filter: BriefFilter, most: number): Promise<BriefPrescription[]> {
  const { orgIds, patientIds, startDate, endDate, testsAlone = false } = filter;
  const days = { from: dayRange(startDate).from, before: dayRange(endDate).before };
  const heads = await repo.briefHeads({ orgIds, ...days, ...(patientIds ? { patientIds } : {}), withTests: testsAlone }, most);
  const linesOf = new Map<string, BriefLine[]>(heads.map(({ id }) => [id, []]));
  for (let at = 0; at < heads.length; at += AT_ONCE) {
    const ids = heads.slice(at, at + AT_ONCE).map(({ id }) => id);
    for (const { dpId, ...line } of await repo.briefLines(ids, testsAlone)) linesOf.get(dpId)?.push(line);
  }
  const gone = goneByLine(await repo.withdrawals(heads.filter(({ rounds }) => rounds > 0).map(({ id }) => id)));
  return heads.map(({ id, dpNumber, patientId, dpDate, payStatus }) => ({
    ...{ dpId: id, dpNumber, patientId, priceDay: priceDay(dpDate.getTime()), payStatus },
    lines: netQuantities(linesOf.get(id) ?? [], gone),
  }));
}
