import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, DateText, QueueEntry, QueuePanel } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { isInsured } from '../../domain/settlement-title.ts';
import { money, payerText, personText } from '../vocabulary.ts';
import type { DeskStore } from './desk.store.ts';

/** Prescriptions at the desk, oldest first. */
export const DeskQueue = observer(function DeskQueue({ store }: { readonly store: DeskStore }) {
  const { t } = usePlugin();
  const { queue } = store;
  useEffect(() => void queue.start(), [queue]);
  return (
    <QueuePanel
      store={queue}
      label={t('desk.queue')}
      searchLabel={t('desk.keyword')}
      refreshLabel={t('desk.refresh')}
      onRefresh={() => void store.reload()}
      waiting={t('desk.waiting', { n: queue.total })}
      emptyText={t('desk.nobody')}
      showMore={(n) => t('desk.showMore', { n })}
      rest={(n) => t('desk.more', { n })}
      openKey={store.openId}
      onOpen={(row) => void store.open(row.dpId)}
      renderRow={(row) => (
        <QueueEntry
          name={row.patientName}
          about={personText(t, row)}
          end={<AmountText amount={money(row.totalPrice)} strong />}
          mark={row.chargeBar === '' ? row.chargedBefore && t('desk.again') : t('desk.notReviewed')}
        >
          <span>{row.outpatientCode}</span>
          <span className="ch-queue-payer" data-insured={isInsured(row.reimWay) || undefined}>
            {payerText(t, row.reimWay)}
          </span>
          <DateText value={row.dpDate} />
        </QueueEntry>
      )}
    />
  );
});
