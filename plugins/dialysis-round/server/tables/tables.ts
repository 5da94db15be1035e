import { growing, type RequestContext, type ServerContext, type TableSizes } from '@nephra/plugin-sdk/server';
import type { LabSqlRow } from './lab.table.ts';
import type { NoteSqlRow } from './note.table.ts';
import type { ProposalSqlRow } from './proposal.table.ts';

export interface RoundDb {
  'dialysis_round.note': NoteSqlRow;
  'dialysis_round.proposal': ProposalSqlRow;
  'dialysis_round.lab': LabSqlRow;
}
export type Ctx = RequestContext<RoundDb>;
/** Outside of calls. */
export type WorkCtx = ServerContext<RoundDb>;

/** Ten years of twenty facilities with 80 patients. */
export const tableSizes: TableSizes = {
  note: growing(1_000_000),
  proposal: growing(200_000),
  lab: growing(1_500_000),
};
