import type { OrgId } from '@nephra/plugin-sdk/contract';
import { roundFrames } from '../../contract/round.frames.ts';
import type { Ctx } from '../tables/tables.ts';

/** Whoever looks at the worklist reads it again. */
export const tellRound = (ctx: Ctx, orgId: string, patientId: string): Promise<void> =>
  ctx.socket.push({ organisation: orgId as OrgId }, roundFrames, 'dialysisRoundChanged', { patientId });
