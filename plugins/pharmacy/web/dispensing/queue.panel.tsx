import { Checkbox } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, FilterChips, QueueEntry, QueuePanel, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Stage } from '../../contract/index.ts';
import { isPaid } from '../../domain/dispensing/dispensing-state.ts';
import { payStates, personText, rxStates } from '../vocabulary.ts';
import type { DispensingStore } from './dispensing.store.ts';

const STAGES: readonly Stage[] = ['open', 'review', 'pick', 'dispense', 'rest', 'done', 'returned', 'refused'];

/** The pharmacy's queue: work ahead oldest first, what is done newest first. */
export const CounterQueue = observer(function CounterQueue({ store }: { readonly store: DispensingStore }) {
  const { t } = usePlugin();
  const { queue, counts } = store;
  useEffect(() => void queue.start(), [queue]);
  const countOf: Partial<Record<Stage, number>> = { ...counts, open: counts.review + counts.pick + counts.dispense };
  return (
    <QueuePanel
      store={queue}
      label={t('counter.queue')}
      searchLabel={t('counter.keyword')}
      refreshLabel={t('counter.refresh')}
      onRefresh={() => void store.reload()}
      emptyText={t('counter.nobody')}
      showMore={(n) => t('counter.showMore', { n })}
      rest={(n) => t('counter.more', { n })}
      openKey={store.openId}
      onOpen={(row) => void store.open(row.dpId)}
      renderRow={(row) => (
        <QueueEntry name={row.patientName} about={personText(t, row)} end={<StatusTag value={row.rxStatus} table={rxStates(t)} />}>
          <span>{row.dpNumber}</span>
          {!isPaid(row.payStatus) && <StatusTag value={row.payStatus} table={payStates(t)} />}
          <DateText value={row.dpDate} />
        </QueueEntry>
      )}
    >
      <FilterChips
        label={t('counter.stages')}
        chips={STAGES.map((stage) => ({ value: stage, label: t(`stage.${stage}`), count: countOf[stage] }))}
        chosen={queue.filter.stage}
        onChoose={(stage) => void queue.search({ stage })}
      />
      <Checkbox checked={queue.filter.unpaid === true} onChange={(event) => void queue.search({ unpaid: event.target.checked === true })}>
        {t('counter.unpaid')}
      </Checkbox>
    </QueuePanel>
  );
});
