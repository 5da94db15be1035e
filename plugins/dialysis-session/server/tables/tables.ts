import { growing, type ReadContext, type RequestContext, type ServerContext, small, type TableSizes } from '@nephra/plugin-sdk/server';
import type { EntrySqlRow } from './entry.table.ts';
import type { FindingRunRow } from './finding-run.table.ts';
import type { OrderSetRow } from './order-set.table.ts';
import type { OrderTables } from './order.table.ts';
import type { PriceRuleRow } from './price-rule.table.ts';
import type { SessionSqlRow } from './session.table.ts';

export interface SessionDb extends OrderTables {
  'dialysis_session.session': SessionSqlRow;
  'dialysis_session.entry': EntrySqlRow;
  'dialysis_session.order_set': OrderSetRow;
  'dialysis_session.price_rule': PriceRuleRow;
  'dialysis_session.finding_run': FindingRunRow;
}
export type Ctx = RequestContext<SessionDb>;
/** Outside of calls. */
export type WorkCtx = ServerContext<SessionDb>;

/** For what a treatment uses and is charged with: whoever closes it, in a call or in the demo. */
export type ClosingCtx = WorkCtx & ReadContext & { readonly user: Pick<Ctx['user'], 'userName'> };

/** Ten years of a facility with 80 patients, twenty facilities. */
export const tableSizes: TableSizes = {
  session: growing(2_500_000),
  entry: growing(40_000_000),
  standing_order: growing(100_000),
  given: growing(5_000_000),
  kit_line: small(2_000),
  order_set: small(2_000),
  price_rule: small(2_000),
  finding_run: small(2_000),
};
