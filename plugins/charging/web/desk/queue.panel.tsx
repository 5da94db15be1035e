import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, DateText, QueueLine, QueuePanel } from '@nephra/plugin-sdk/widgets';
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
      emptyText={t('desk.nobody')}
      more={<p className="ch-queue-count">{t('desk.more', { n: queue.total - queue.rows.length })}</p>}
      openKey={store.openId}
      onOpen={(row) => void store.open(row.dpId)}
      renderRow={(row) => (
        <>
          <QueueLine>
            <strong>{row.patientName}</strong>
            <span className="ch-soft">{personText(t, row)}</span>
            <AmountText amount={money(row.totalPrice)} strong />
          </QueueLine>
          <QueueLine soft>
            <span>{row.outpatientCode}</span>
            <span className="ch-queue-payer" data-insured={isInsured(row.reimWay) || undefined}>
              {payerText(t, row.reimWay)}
            </span>
            <DateText value={row.dpDate} />
          </QueueLine>
          {row.chargedBefore && (
            <QueueLine soft>
              <span className="ch-again">{t('desk.again')}</span>
            </QueueLine>
          )}
        </>
      )}
    >
      <p className="ch-queue-count" role="status">
        {t('desk.waiting', { n: queue.total })}
      </p>
    </QueuePanel>
  );
});
