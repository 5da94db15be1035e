import { column, defineTable } from '@nephra/plugin-sdk/server';
import type { ProposedLine } from '../../contract/ledger/proposals.service.ts';

/** What was proposed under which name, and the prescription that it became. */
export const proposalTable = defineTable(
  'prescription.proposal',
  {
    key: column.text(100),
    orgId: column.org(),
    dpId: column.ref('prescription.prescription'),
    lines: column.json<readonly ProposedLine[]>(),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, key: ['key'], unique: { proposal_prescription_idx: ['dpId'] }, errorPrefix: 'proposal' },
);
