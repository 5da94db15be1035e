import type { OrgId } from '@nephra/plugin-sdk/contract';
import { nextNumber, type NumberUse, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';

/** How a prescription number is built: CF, day, counter of the facility. */
export const NUMBER_FORMAT = { prefix: 'CF', date: 'yyyyMMdd', digits: 4 } as const;

/** A site may number prescriptions by a rule of its own. */
export const PRESCRIPTION_NUMBER: NumberUse = {
  code: 'prescription.number',
  title: { zh: '处方号', zhtw: '處方號', en: 'Prescription number' },
  maxLength: 64,
  format: NUMBER_FORMAT,
};

/** The next prescription number of a facility; numbers may have gaps but never come twice. */
export const nextPrescriptionNumber = (ctx: Pick<ServerContext<never>, 'numbers' | 'optionalService'>, orgId: OrgId): Promise<string> =>
  nextNumber(ctx, PRESCRIPTION_NUMBER, `prescription.${orgId}`);

/** Where those who take a number wait for each other: it is held until the commit, and all of a facility want the next one. */
export const numberQueue = ({ user }: Pick<RequestContext<never>, 'user'>): string[] => [`numbers ${user.orgId}`];
