import { column, defineTable, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_REASON } from '../../contract/limits.ts';
import type { DryWeightProposal, OrderProposal } from '../../contract/round.schema.ts';

const id = () => column.text(64);
const name = () => column.text(100);

/** What waits for a doctor, and how it was settled. */
export const proposalTable = defineTable(
  'dialysis_round.proposal',
  {
    id: column.id(),
    orgId: column.org(),
    patientId: id(),
    kind: column.choice('dry-weight', 'order'),
    content: column.json<{ readonly dryWeight: DryWeightProposal | null; readonly order: OrderProposal | null }>(),
    byId: id(),
    byName: name(),
    proposedAt: column.instant(),
    state: column.choice('waiting', 'signed', 'declined'),
    settledById: id(),
    settledByName: name(),
    settledAt: column.instant().nullable(),
    reason: column.text(MAX_REASON),
    resultId: id(),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, errorPrefix: 'proposal' },
);
export interface ProposalStored extends StoredOf<typeof proposalTable> {}
export type ProposalSqlRow = SqlRow<typeof proposalTable>;
