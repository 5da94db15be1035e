import { Button, Input } from '@nephra/plugin-sdk/ui';
import { ActGroup, type ApiError, useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { MAX_SET_NAME, MAX_SET_ORDERS } from '../../contract/limits.ts';
import { orderSetContract, type OrderSetRow, type SetOrder } from '../../contract/orders/order-set.contract.ts';

interface OrderSetsProps {
  readonly patientId: string;
  readonly date: string;
  /** Orders in force, as a new set would keep them. */
  readonly standing: readonly SetOrder[];
  readonly onOrdered: () => void;
  readonly onBack: () => void;
}

/** Sets of orders: add all of one at once, or keep what this patient has as a set. */
export function OrderSets({ patientId, date, standing, onOrdered, onBack }: OrderSetsProps) {
  const ctx = usePlugin();
  const { t, confirm } = ctx;
  const client = useClient(orderSetContract);
  const [sets, setSets] = useState<readonly OrderSetRow[] | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [acts] = useState(() => new ActGroup(ctx, 'dialysis-session.order-sets', { toasts: true }));
  const load = (): void =>
    void client.list({}, { quiet: true }).then(
      ({ data }) => setSets(data.list),
      (error: ApiError) => setProblem(error.message),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(load, []);
  const done = async (key: string, what: unknown, call: Parameters<typeof acts.run>[2]): Promise<boolean> => {
    const end = await acts.run(key, what, call);
    setProblem(end.kind !== 'done' && 'error' in end ? (end.error as ApiError).message : '');
    return end.kind === 'done';
  };
  const apply = async (set: OrderSetRow): Promise<void> => {
    const body = { patientId, validFrom: date, validTo: null };
    if (await done(set.id, [set.id, body], (options) => client.apply({ params: { id: set.id }, body }, options))) onOrdered();
  };
  const keep = async (): Promise<void> => {
    const body = { name, orders: standing.slice(0, MAX_SET_ORDERS) };
    if (!(await done('keep', body, (options) => client.add({ body }, options)))) return;
    setName('');
    load();
  };
  const remove = async (set: OrderSetRow): Promise<void> => {
    if (!(await confirm({ content: t('order.setRemoveAsk', { name: set.name }), danger: true }))) return;
    const body = { version: set.version };
    await done(`remove ${set.id}`, body, (options) => client.remove({ params: { id: set.id }, body }, options));
    load();
  };
  const textOf = ({ drugs, method }: SetOrder): string => [drugs.map(({ title, dose }) => `${title} ${dose}`).join(' + '), method].filter(Boolean).join('，');
  return (
    <div className="ds-new-order">
      {sets?.length === 0 && <EmptyState text={t('order.noSets')} />}
      <ul className="ds-orders">
        {(sets ?? []).map((set) => (
          <li key={set.id}>
            <div className="ds-order-words">
              <b>{set.name}</b>
              {set.orders.map((order) => (
                <p key={textOf(order)} className="ds-hint">
                  {textOf(order)}
                </p>
              ))}
            </div>
            <div className="ds-acts">
              <Button size="large" theme="solid" type="primary" onClick={() => void apply(set)}>
                {t('order.setApply')}
              </Button>
              <Button size="large" type="danger" onClick={() => void remove(set)}>
                {t('order.setRemove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {standing.length > 0 && (
        <div className="ds-acts">
          <Input aria-label={t('order.setName')} placeholder={t('order.setName')} size="large" value={name} maxLength={MAX_SET_NAME} onChange={setName} />
          <Button size="large" disabled={name.trim() === ''} onClick={() => void keep()}>
            {t('order.setKeep', { n: standing.length })}
          </Button>
        </div>
      )}
      {problem !== '' && (
        <p className="ds-flaw" role="alert">
          {problem}
        </p>
      )}
      <div className="ds-acts">
        <Button size="large" onClick={onBack}>
          {t('bed.back')}
        </Button>
      </div>
    </div>
  );
}
