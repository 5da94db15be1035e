import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { RequestContext, ServerContext } from '@nephra/plugin-sdk/server';

/** How a prescription number is built: CF, day, counter of the facility. */
export const NUMBER_FORMAT = { prefix: 'CF', date: 'yyyyMMdd', digits: 4 } as const;

/** The next prescription number of a facility; numbers may have gaps but never come twice. */
export const nextNumber = (ctx: Pick<ServerContext<never>, 'numbers'>, orgId: OrgId): Promise<string> =>
  ctx.numbers.next(`prescription.${orgId}`, NUMBER_FORMAT);

/** Where those who take a number wait for each other: it is held until the commit, and all of a facility want the next one. */
export const numberQueue = ({ user }: Pick<RequestContext<never>, 'user'>): string[] => [`numbers ${user.orgId}`];
