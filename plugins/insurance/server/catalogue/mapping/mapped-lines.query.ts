import { formatInstant, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { LedgerPrescription } from '../../../../prescription/contract/index.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { mappedCodes } from '../list-facts.query.ts';

type Ctx = Pick<ServerContext<InsuranceTables>, 'db' | 'clock'>;

/**
 * Prescriptions with the codes that go to the insurer: what the facility mapped for the day of the prescription, else the code that the
 * prescription was written with. A line that has neither takes what is mapped today, so that mapping an entry frees what waits for it.
 */
export async function withMappedCodes(ctx: Ctx, orgId: OrgId, prescriptions: readonly LedgerPrescription[]): Promise<LedgerPrescription[]> {
  const drugIds = prescriptions.flatMap((one) => one.lines.map((line) => line.drugId));
  const dayOf = (one: LedgerPrescription): string => formatInstant(one.dpDate, 'yyyy-MM-dd');
  const today = ctx.clock.today();
  const days = [...new Set([today, ...prescriptions.map(dayOf)])];
  const codes = new Map<string, Map<string, string>>();
  for (const day of days) codes.set(day, await mappedCodes(ctx.db, orgId, drugIds, day));
  return prescriptions.map((one) => ({
    ...one,
    lines: one.lines.map((line) => {
      const medicalInsCode = codes.get(dayOf(one))?.get(line.drugId) || line.medicalInsCode || codes.get(today)?.get(line.drugId) || '';
      return { ...line, medicalInsCode };
    }),
  }));
}
