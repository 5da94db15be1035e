import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { type ApiError, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { ActGroup } from '@nephra/plugin-sdk/web';
import type { OrderRow } from '../../../contract/orders/order.contract.ts';
import { NewOrder } from '../../orders/new-order.tsx';
import { groupsOf } from '../../../contract/orders/order-groups.ts';
import { asSet } from '../../orders/order-sets-of.ts';
import { OrderSets } from '../../orders/order-sets.tsx';
import type { BedsideStore } from '../bedside.store.ts';

interface OrderListProps {
  readonly store: BedsideStore;
  readonly patientId: string;
  readonly date: string;
}

/** All that is stopped with a row. */
const titleOf = (rows: readonly OrderRow[], row: OrderRow): string =>
  groupsOf(rows)
    .find((group) => group.some(({ id }) => id === row.id))
    ?.map(({ title }) => title)
    .join(' + ') ?? row.title;

/** Standing orders of the patient, and a new one by a doctor. */
export const OrderList = observer(function OrderList({ store, patientId, date }: OrderListProps) {
  const { t, confirm, toast } = usePlugin();
  const [rows, setRows] = useState<readonly OrderRow[]>([]);
  const [read, setRead] = useState(false);
  const [open, setOpen] = useState<'new' | 'sets' | null>(null);
  const [acts] = useState(() => new ActGroup({}, 'dialysis-session.orders'));
  const load = (): void =>
    void store.orders.list({ query: { patientId } }, { quiet: true }).then(
      ({ data }) => {
        setRows(data.list);
        setRead(true);
      },
      () => undefined,
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: read for each patient
  useEffect(load, [patientId]);
  const ordered = (): void => {
    setOpen(null);
    load();
    void store.reload();
  };
  const stop = async (row: OrderRow): Promise<void> => {
    if (!(await confirm({ content: t('order.stopAsk', { title: titleOf(rows, row) }), danger: true }))) return;
    try {
      toast.success((await store.orders.stop({ params: { id: row.id }, body: { version: row.version } })).msg);
    } finally {
      load();
    }
  };
  return (
    <section aria-label={t('order.title')}>
      <h3>{t('order.title')}</h3>
      {read && rows.length === 0 && <p className="ds-hint">{t('order.none')}</p>}
      <ul className="ds-orders">
        {groupsOf(rows).map((group) => (
          <OrderGroup key={group[0]?.id} group={group} mayStop={store.may('btn_order')} onStop={(row) => void stop(row)} />
        ))}
      </ul>
      {store.may('btn_order') && open === null && (
        <div className="ds-acts">
          <Button size="large" onClick={() => setOpen('new')}>
            {t('order.add')}
          </Button>
          <Button size="large" onClick={() => setOpen('sets')}>
            {t('order.sets')}
          </Button>
        </div>
      )}
      {open === 'sets' && <OrderSets patientId={patientId} date={date} standing={asSet(rows)} onOrdered={ordered} onBack={() => setOpen(null)} />}
      {open === 'new' && (
        <NewOrder
          date={date}
          onBack={() => setOpen(null)}
          onAdd={async (body) => {
            const end = await acts.run('add', body, (options) => store.orders.add({ body: { ...body, patientId } }, { ...options, quiet: true }));
            if (end.kind !== 'done') return 'error' in end ? (end.error as ApiError).message : '';
            ordered();
            return '';
          }}
        />
      )}
    </section>
  );
});

interface OrderGroupProps {
  readonly group: readonly OrderRow[];
  readonly mayStop: boolean;
  readonly onStop: (row: OrderRow) => void;
}

/** An order: one thing, or several that are given together. */
function OrderGroup({ group, mayStop, onStop }: OrderGroupProps) {
  const { t } = usePlugin();
  const [row] = group;
  if (!row) return null;
  return (
    <li className={row.stoppedAt === null ? undefined : 'ds-off'}>
      <div className={group.length > 1 ? 'ds-order-words ds-group' : 'ds-order-words'}>
        {group.map(({ id, title, dose }) => (
          <p key={id} className="ds-part">
            <b>{title}</b> <span>{dose}</span>
          </p>
        ))}
        <small>{row.once ? t('order.once') : row.everyDays === 0 ? t('order.each') : t('order.every', { n: row.everyDays })}</small> <small>{row.method}</small>
        <p className="ds-hint">
          {row.doctorName} · {row.validFrom}
          {row.validTo === null ? '' : ` – ${row.validTo}`} {row.lastGivenOn !== null && t('order.last', { day: row.lastGivenOn })}{' '}
          {row.stoppedAt !== null && t('order.stopped', { name: row.stoppedBy, time: formatInstant(row.stoppedAt) })}
        </p>
      </div>
      {row.stoppedAt === null && mayStop && (
        <Button size="large" type="danger" onClick={() => onStop(row)}>
          {t('order.stop')}
        </Button>
      )}
    </li>
  );
}
