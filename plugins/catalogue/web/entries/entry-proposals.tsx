import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DataTable, DateText, StatusTag } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import type { PriceProposal } from '../../contract/catalogue-proposal.schema.ts';
import { priceText, proposalStates, type Text } from '../catalogue-words.ts';

interface EntryProposalsProps {
  /** Each with the line of one entry. */
  readonly proposals: readonly PriceProposal[];
  readonly unit: string;
}

const stepOf = ({ lines: [line] }: PriceProposal): string => (line ? `${priceText(line.before)} → ${priceText(line.after)}` : '');

const columnsOf = (t: Text, unit: string): Column<PriceProposal>[] => [
  { prop: 'validFrom', label: t('catalogue.validFrom'), width: 112 },
  { prop: 'step', label: t('catalogue.proposal.step'), width: 168, render: (row) => `${stepOf(row)}/${unit}` },
  { prop: 'state', label: t('catalogue.state'), width: 96, render: (row) => <StatusTag value={row.state} table={proposalStates(t)} /> },
  { prop: 'reason', label: t('catalogue.reason'), minWidth: 140 },
  { prop: 'creatorName', label: t('catalogue.who'), width: 92 },
  {
    prop: 'decision',
    label: t('catalogue.proposal.decision'),
    minWidth: 150,
    render: (row) => (row.decidedAt === null ? '–' : t('catalogue.proposal.decidedBy', { name: row.deciderName, reason: row.decisionReason })),
  },
  { prop: 'createdAt', label: t('catalogue.when'), width: 150, render: (row) => <DateText value={row.createdAt} /> },
];

/** Changes of one entry's price that wait for a second person, or came to nothing. */
export function EntryProposals({ proposals, unit }: EntryProposalsProps) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t, unit), [t, unit]);
  if (proposals.length === 0) return null;
  const waits = proposals.find((one) => one.state === 'waiting');
  return (
    <>
      {waits && <Alert kind="warning" text={t('catalogue.proposal.waitsHere', { step: stepOf(waits), day: waits.countsFrom, name: waits.creatorName })} />}
      <DataTable label={t('catalogue.proposal.ofEntry')} rows={proposals} columns={columns} rowKey={(row) => row.proposalId} />
    </>
  );
}
