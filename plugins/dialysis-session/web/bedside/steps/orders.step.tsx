import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import { MAX_DOSE } from '../../../contract/limits.ts';
import type { OrderDue } from '../../../contract/session.schema.ts';
import { SecondPersonDialog } from '../../second/second-person.dialog.tsx';
import type { BedsideStore } from '../bedside.store.ts';
import { OrderParts } from '../../orders/order-parts.tsx';
import { type PackCode, PackCodes } from '../../orders/pack-codes.tsx';
import { OrderList } from './order-list.tsx';
import { ReasonField } from '../reason-field.tsx';
import { useFocusBack } from '../use-focus-back.ts';

/** 医嘱: what is due in this treatment, given or skipped, and the standing orders of the patient. */
export const OrdersStep = observer(function OrdersStep({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const { whole } = store;
  if (!whole) return null;
  return (
    <section className="ds-step">
      {whole.orders.length === 0 && <EmptyState text={t('bed.noOrders')} />}
      <ul className="ds-orders">
        {whole.orders.map((order) => (
          <OrderRow
            key={order.orderId}
            store={store}
            order={order}
            sessionId={whole.id}
            writable={[2, 3, 4].includes(whole.state) && store.may('btn_record')}
          />
        ))}
      </ul>
      <OrderList store={store} patientId={whole.patient.patientId} date={whole.date} />
    </section>
  );
});

interface OrderRowProps {
  readonly store: BedsideStore;
  readonly order: OrderDue;
  readonly sessionId: string;
  readonly writable: boolean;
}

const OrderRow = observer(function OrderRow({ store, order, sessionId, writable }: OrderRowProps) {
  const { t } = usePlugin();
  const id = useId();
  const [mode, setMode] = useState<'changed' | 'skipped' | null>(null);
  const [dose, setDose] = useState(order.dose);
  const [signing, setSigning] = useState<{ readonly outcome: 'given' | 'changed'; readonly reason: string } | null>(null);
  const [codes, setCodes] = useState<readonly PackCode[]>([]);
  const { given } = order;
  const waits = store.outbox.entries.some(({ kept }) => kept.act === 'give' && kept.params.orderId === order.orderId && kept.params.id === sessionId);
  const send = (outcome: 'given' | 'changed' | 'skipped', reason: string, signature?: string): void => {
    const scanned = outcome === 'skipped' ? [] : codes;
    const body = {
      outcome,
      dose: outcome === 'changed' ? dose : '',
      reason,
      ...(scanned.length > 0 && { codes: scanned }),
      ...(signature !== undefined && { signature }),
    };
    setMode(null);
    setSigning(null);
    // A second person proves himself now, so that such an order does not wait on the device.
    if (signature !== undefined) void store.now('give', { id: sessionId, orderId: order.orderId }, body);
    else void store.keep('give', { id: sessionId, orderId: order.orderId }, body, order.title);
  };
  const place = useRef<HTMLLIElement>(null);
  // Given: on to the next one that is due. Left: back to where it began.
  useFocusBack(`${mode} ${given !== null} ${waits}`, place, (row) =>
    given || waits
      ? (row.nextElementSibling?.querySelector<HTMLElement>('button:not(:disabled)') ?? row)
      : row.querySelector<HTMLElement>('button:not(:disabled)'),
  );
  const give = (outcome: 'given' | 'changed', reason: string): void => (order.highRisk ? setSigning({ outcome, reason }) : send(outcome, reason));
  return (
    <li ref={place} tabIndex={-1}>
      <div className="ds-order-words">
        <OrderParts order={order} />
        {given && (
          <p className="ds-hint">
            {t(`given.${given.outcome as 'given'}`)} {given.dose} {given.reason} · {given.byName} {given.checkerName} · {formatInstant(given.at, 'HH:mm')}
          </p>
        )}
        {waits && <p className="ds-hint">{t('outbox.states.waiting')}</p>}
      </div>
      {!given && !waits && writable && <PackCodes parts={order.parts} codes={codes} onChange={setCodes} />}
      {!given && !waits && writable && mode === null && (
        <div className="ds-acts">
          <Button size="large" theme="solid" type="primary" onClick={() => give('given', '')}>
            {t('bed.give')}
          </Button>
          <Button size="large" onClick={() => setMode('changed')}>
            {t('bed.change')}
          </Button>
          <Button size="large" onClick={() => setMode('skipped')}>
            {t('bed.skip')}
          </Button>
        </div>
      )}
      {mode === 'changed' && (
        <div className="ds-text">
          <label htmlFor={id}>{t('bed.giveDose')}</label>
          <Input id={id} size="large" value={dose} maxLength={MAX_DOSE} onChange={setDose} />
        </div>
      )}
      {mode !== null && (
        <ReasonField
          label={t('bed.ask')}
          okText={t(mode === 'changed' ? 'bed.change' : 'bed.skip')}
          onBack={() => setMode(null)}
          onOk={(reason) => (mode === 'changed' ? give('changed', reason) : send('skipped', reason))}
        />
      )}
      {signing && (
        <SecondPersonDialog sessionId={sessionId} onClose={() => setSigning(null)} onSigned={(signature) => send(signing.outcome, signing.reason, signature)} />
      )}
    </li>
  );
});
