import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Checkbox, Input, InputNumber, Select } from '@nephra/plugin-sdk/ui';
import { type ApiError, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import { ActGroup } from '@nephra/plugin-sdk/web';
import { MAX_DOSE, MAX_EVERY_DAYS, MAX_KIT_QUANTITY, MAX_ORDER_TITLE } from '../../../contract/limits.ts';
import type { OrderRow } from '../../../contract/order.contract.ts';
import { EntryPicker, type PickedEntry } from '../../findings/entry-picker.tsx';
import type { BedsideStore } from '../bedside.store.ts';

interface OrderListProps {
  readonly store: BedsideStore;
  readonly patientId: string;
  readonly date: string;
}
const TIMINGS = ['before', 'during', 'after', 'any'] as const;

/** Standing orders of the patient, and a new one by a doctor. */
export const OrderList = observer(function OrderList({ store, patientId, date }: OrderListProps) {
  const { t, confirm, toast } = usePlugin();
  const [rows, setRows] = useState<readonly OrderRow[]>([]);
  const [adding, setAdding] = useState(false);
  const [acts] = useState(() => new ActGroup({}, 'dialysis-session.orders'));
  const load = (): void =>
    void store.orders.list({ query: { patientId } }, { quiet: true }).then(
      ({ data }) => setRows(data.list),
      () => undefined,
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: read for each patient
  useEffect(load, [patientId]);
  const stop = async (row: OrderRow): Promise<void> => {
    if (!(await confirm({ content: t('order.stopAsk', { title: row.title }), danger: true }))) return;
    try {
      toast.success((await store.orders.stop({ params: { id: row.id }, body: { version: row.version } })).msg);
    } finally {
      load();
    }
  };
  return (
    <section aria-label={t('order.title')}>
      <h3>{t('order.title')}</h3>
      <ul className="ds-orders">
        {rows.map((row) => (
          <li key={row.id} className={row.stoppedAt === null ? undefined : 'ds-off'}>
            <div className="ds-order-words">
              <b>{row.title}</b> <span>{row.dose}</span>{' '}
              <small>{row.once ? t('order.once') : row.everyDays === 0 ? t('order.each') : t('order.every', { n: row.everyDays })}</small>
              <p className="ds-hint">
                {row.doctorName} · {row.validFrom}
                {row.validTo === null ? '' : ` – ${row.validTo}`} {row.lastGivenOn !== null && t('order.last', { day: row.lastGivenOn })}{' '}
                {row.stoppedAt !== null && t('order.stopped', { name: row.stoppedBy, time: formatInstant(row.stoppedAt) })}
              </p>
            </div>
            {row.stoppedAt === null && store.may('btn_order') && (
              <Button size="large" type="danger" onClick={() => void stop(row)}>
                {t('order.stop')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {store.may('btn_order') && !adding && (
        <Button size="large" onClick={() => setAdding(true)}>
          {t('order.add')}
        </Button>
      )}
      {adding && (
        <NewOrder
          date={date}
          onBack={() => setAdding(false)}
          onAdd={async (body) => {
            const end = await acts.run('add', body, (options) => store.orders.add({ body: { ...body, patientId } }, { ...options, quiet: true }));
            if (end.kind !== 'done') return 'error' in end ? (end.error as ApiError).message : '';
            setAdding(false);
            load();
            void store.reload();
            return '';
          }}
        />
      )}
    </section>
  );
});

type NewOrderBody = Omit<Parameters<BedsideStore['orders']['add']>[0]['body'], 'patientId'>;

function NewOrder({ date, onAdd, onBack }: { readonly date: string; readonly onAdd: (body: NewOrderBody) => Promise<string>; readonly onBack: () => void }) {
  const { t } = usePlugin();
  const id = useId();
  const [body, setBody] = useState<NewOrderBody>({
    ...{
      once: false,
      everyDays: 0,
      timing: 'after',
      title: '',
      dose: '',
      drugId: '',
      drugKind: '',
      quantity: 1,
      highRisk: false,
      validFrom: date,
      validTo: null,
    },
  });
  const [problem, setProblem] = useState('');
  const set = (over: Partial<NewOrderBody>): void => setBody((before) => ({ ...before, ...over }));
  const pick = (entry: PickedEntry | null): void =>
    set(
      entry
        ? { drugId: entry.drugId, drugKind: entry.kind, title: body.title === '' ? entry.drugName.slice(0, MAX_ORDER_TITLE) : body.title }
        : { drugId: '', drugKind: '' },
    );
  return (
    <div className="ds-new-order">
      <EntryPicker kinds={['drug', 'material', 'item']} onPick={pick} />
      <label htmlFor={`${id}t`}>{t('order.name')}</label>
      <Input id={`${id}t`} size="large" value={body.title} maxLength={MAX_ORDER_TITLE} onChange={(title) => set({ title })} />
      <label htmlFor={`${id}d`}>{t('order.dose')}</label>
      <Input id={`${id}d`} size="large" value={body.dose} maxLength={MAX_DOSE} onChange={(dose) => set({ dose })} />
      <label htmlFor={`${id}q`}>{t('order.quantity')}</label>
      <InputNumber
        id={`${id}q`}
        size="large"
        value={body.quantity}
        min={0}
        max={MAX_KIT_QUANTITY}
        precision={0}
        onChange={(value) => set({ quantity: Number(value) || 0 })}
      />
      <label htmlFor={`${id}e`}>{t('order.everyDays')}</label>
      <InputNumber
        id={`${id}e`}
        size="large"
        value={body.everyDays}
        min={0}
        max={MAX_EVERY_DAYS}
        precision={0}
        onChange={(value) => set({ everyDays: Number(value) || 0 })}
      />
      <Select
        size="large"
        aria-label={t('paper.timing')}
        value={body.timing}
        onChange={(timing) => set({ timing: timing as NewOrderBody['timing'] })}
        optionList={TIMINGS.map((value) => ({ value, label: t(`timing.${value}`) }))}
      />
      <Checkbox checked={body.once} onChange={({ target }) => set({ once: target.checked === true })}>
        {t('order.once')}
      </Checkbox>
      <Checkbox checked={body.highRisk} onChange={({ target }) => set({ highRisk: target.checked === true })}>
        {t('order.highRisk')}
      </Checkbox>
      {problem !== '' && (
        <p className="ds-flaw" role="alert">
          {problem}
        </p>
      )}
      <div className="ds-acts">
        <Button
          size="large"
          theme="solid"
          type="primary"
          disabled={body.title.trim() === '' || body.dose.trim() === ''}
          onClick={() => void onAdd(body).then(setProblem)}
        >
          {t('order.add')}
        </Button>
        <Button size="large" onClick={onBack}>
          {t('bed.back')}
        </Button>
      </div>
    </div>
  );
}
