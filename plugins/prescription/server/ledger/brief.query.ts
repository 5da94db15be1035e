import { priceDay } from '../../domain/price-day.ts';
import { goneByLine, netQuantities } from '../../domain/lines/net-line.ts';
import type { BriefFilter, BriefPrescription } from '../../contract/index.ts';
import { dayRange } from '../day-range.ts';
import type { PrescriptionRepo } from '../prescription.repo.ts';
import { readBriefLine } from '../tables/brief-line.ts';

/** @see PrescriptionLedger.brief */
export async function briefOf(repo: PrescriptionRepo, filter: BriefFilter, most: number): Promise<BriefPrescription[]> {
  const { orgIds, patientIds, startDate, endDate, testsAlone = false } = filter;
  const days = { from: dayRange(startDate).from, before: dayRange(endDate).before };
  const found = await repo.brief({ orgIds, ...days, ...(patientIds ? { patientIds } : {}), withTests: testsAlone }, most, testsAlone);
  const chargedAnew = found.filter(({ rounds }) => rounds > 0).map(({ id }) => id);
  const gone = goneByLine(await repo.withdrawals(chargedAnew));
  return found.map(({ id, dpNumber, patientId, dpDate, payStatus, rounds, lines }) => {
    const sold = lines.map(readBriefLine);
    return { dpId: id, dpNumber, patientId, priceDay: priceDay(dpDate.getTime()), payStatus, lines: rounds > 0 ? netQuantities(sold, gone) : sold };
  });
}
