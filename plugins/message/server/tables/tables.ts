import { growing, type IdentityTables, type RequestContext, type ServerContext, type SqlRow, type TableSizes } from '@nephra/plugin-sdk/server';
import type { feedbackTable } from './feedback.table.ts';
import type { itemTable } from './item.table.ts';
import type { choiceTable, laneTable, outboxTable, quietTable } from './outbox.table.ts';
import type { markTable, targetTable } from './reader.table.ts';

/** Of the shell: who is meant by organisations, departments, roles and groups. */
type StaffTables = Pick<
  IdentityTables,
  | 'core.org'
  | 'core.department'
  | 'core.role'
  | 'core.role_org'
  | 'core.user_group'
  | 'core.user_group_member'
  | 'core.user_account'
  | 'core.user_org'
  | 'core.user_role'
>;

export interface MessageDb extends StaffTables {
  'message.item': SqlRow<typeof itemTable>;
  'message.feedback': SqlRow<typeof feedbackTable>;
  'message.target': SqlRow<typeof targetTable>;
  'message.mark': SqlRow<typeof markTable>;
  'message.outbox': SqlRow<typeof outboxTable>;
  'message.lane': SqlRow<typeof laneTable>;
  'message.choice': SqlRow<typeof choiceTable>;
  'message.quiet': SqlRow<typeof quietTable>;
}
export type Ctx = RequestContext<MessageDb>;
/** What reading needs, in calls and outside of them. */
export type ReadCtx = ServerContext<MessageDb>;

/** Two years of them are kept unless a site says otherwise: 10,000 people, some dozen messages each a month. */
export const tableSizes: TableSizes = { item: growing(1_000_000), target: growing(3_000_000), mark: growing(10_000_000) };
