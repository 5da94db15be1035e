import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DataTable, DateText, EditDialog, ListPage, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { PriceProposal, ProposalLine } from '../../contract/catalogue-proposal.schema.ts';
import { changeShare, fullName, priceText, proposalStates, type Text } from '../catalogue-words.ts';
import type { Deciding, ProposalSearch, ProposalStore } from './proposal.store.ts';

const stepText = (line: ProposalLine): string => `${priceText(line.before)} → ${priceText(line.after)}`;

/** What a proposal does, in one line: the first entries by name, and how many more. */
const summary = (t: Text, { lines, lineCount }: PriceProposal): string => {
  const [first] = lines;
  if (!first) return '';
  const text = `${fullName(first)} ${stepText(first)} (${changeShare(first)})`;
  return lineCount > 1 ? t('catalogue.proposal.andMore', { text, n: lineCount }) : text;
};

const columnsOf = (t: Text): Column<PriceProposal>[] => [
  { prop: 'lines', label: t('catalogue.proposal.change'), minWidth: 260, always: true, render: (row) => summary(t, row) },
  { prop: 'state', label: t('catalogue.state'), width: 96, render: (row) => <StatusTag value={row.state} table={proposalStates(t)} /> },
  { prop: 'countsFrom', label: t('catalogue.validFrom'), width: 112, render: (row) => (row.state === 'waiting' ? row.countsFrom : row.validFrom) },
  { prop: 'reason', label: t('catalogue.reason'), minWidth: 150 },
  { prop: 'creatorName', label: t('catalogue.proposal.askedBy'), width: 96 },
  { prop: 'createdAt', label: t('catalogue.when'), width: 150, render: (row) => <DateText value={row.createdAt} /> },
  {
    prop: 'decision',
    label: t('catalogue.proposal.decision'),
    minWidth: 150,
    render: (row) => (row.decidedAt === null ? '–' : t('catalogue.proposal.decidedBy', { name: row.deciderName, reason: row.decisionReason })),
  },
];

const lineColumns = (t: Text): Column<ProposalLine>[] => [
  { prop: 'drugName', label: t('catalogue.field.drugName'), minWidth: 180, render: fullName },
  { prop: 'before', label: t('catalogue.adjust.before'), width: 110, align: 'right', render: (row) => priceText(row.before) },
  { prop: 'after', label: t('catalogue.adjust.after'), width: 110, align: 'right', render: (row) => <strong>{priceText(row.after)}</strong> },
  { prop: 'share', label: t('catalogue.adjust.change'), width: 104, align: 'right', render: changeShare },
];

/** Large changes of prices, which a second person confirms or refuses. */
export const ProposalTab = observer(function ProposalTab({ store }: { readonly store: ProposalStore }) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { deciding } = store;
  return (
    <>
      <ListPage<PriceProposal, ProposalSearch>
        label={t('catalogue.proposal.tab')}
        settingsKey="proposals"
        store={store.list}
        columns={columns}
        search={[{ kind: 'select', name: 'state', label: t('catalogue.state'), options: proposalStates(t) }]}
        emptyText={t('catalogue.proposal.none')}
        inlineActions={3}
        rowActions={[
          {
            key: 'confirm',
            text: t('catalogue.proposal.confirm'),
            button: 'btn_price_confirm',
            visible: (row) => row.state === 'waiting' && !row.mine,
            onClick: (row) => store.begin(row, 'confirm'),
          },
          {
            key: 'refuse',
            text: t('catalogue.proposal.refuse'),
            button: 'btn_price_confirm',
            danger: true,
            visible: (row) => row.state === 'waiting' && !row.mine,
            onClick: (row) => store.begin(row, 'refuse'),
          },
          {
            key: 'retract',
            text: t('catalogue.withdraw'),
            danger: true,
            visible: (row) => row.state === 'waiting' && row.mine,
            onClick: (row) => store.begin(row, 'retract'),
          },
        ]}
      />
      <EditDialog
        form={deciding?.form ?? null}
        title={deciding ? t(`catalogue.proposal.heading.${deciding.act}`) : ''}
        width={680}
        columns={1}
        saveText={deciding ? t(`catalogue.proposal.act.${deciding.act}`) : ''}
        onClose={() => store.end()}
        onSave={store.save}
        onSaved={() => store.reload()}
      >
        {deciding && <WhatIsDecided deciding={deciding} />}
      </EditDialog>
    </>
  );
});

function WhatIsDecided({ deciding: { act, proposal } }: { readonly deciding: Deciding }) {
  const { t } = usePlugin();
  const columns = useMemo(() => lineColumns(t), [t]);
  const who = { name: proposal.creatorName, reason: proposal.reason, day: proposal.countsFrom };
  return (
    <>
      <Alert kind={act === 'confirm' ? 'warning' : 'info'} text={t(`catalogue.proposal.ask.${act}`, who)} />
      <div className="catalogue-decided">
        <DataTable label={t('catalogue.proposal.change')} rows={proposal.lines} columns={columns} rowKey={(row) => row.drugId} />
      </div>
    </>
  );
}
