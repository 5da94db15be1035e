import { Button, Checkbox, Input, InputNumber, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useId, useState } from 'react';
import { MAX_EVERY_DAYS, MAX_GROUP, MAX_METHOD } from '../../contract/limits.ts';
import type { OrderBody, OrderedDrug } from '../../contract/orders/order.contract.ts';
import { DrugFields, isSaid, NO_DRUG } from './drug-fields.tsx';

const TIMINGS = ['before', 'during', 'after', 'any'] as const;
export type NewOrderBody = Omit<OrderBody, 'patientId'>;

interface NewOrderProps {
  readonly date: string;
  /** @returns the sentence of a refusal; empty: done */
  readonly onAdd: (body: NewOrderBody) => Promise<string>;
  readonly onBack: () => void;
}

/** A new order by a doctor: one thing, or several that are given together by one method. */
export function NewOrder({ date, onAdd, onBack }: NewOrderProps) {
  const { t } = usePlugin();
  const id = useId();
  const [drugs, setDrugs] = useState<readonly (OrderedDrug & { readonly key: number })[]>([{ ...NO_DRUG, key: 0 }]);
  const [plan, setPlan] = useState({ once: false, everyDays: 0, timing: 'after' as NewOrderBody['timing'], method: '' });
  const [problem, setProblem] = useState('');
  const set = (over: Partial<typeof plan>): void => setPlan((before) => ({ ...before, ...over }));
  const change = (key: number, drug: OrderedDrug): void => setDrugs((before) => before.map((one) => (one.key === key ? { ...drug, key } : one)));
  const plain = ({ key: _key, ...drug }: (typeof drugs)[number]): OrderedDrug => drug;
  const add = (): void => {
    const [first, ...others] = drugs.map(plain);
    if (!first) return;
    const together = others.length === 0 ? {} : { withThem: others };
    void onAdd({ ...plan, ...first, ...together, validFrom: date, validTo: null }).then(setProblem);
  };
  return (
    <div className="ds-new-order">
      {drugs.map((drug, at) => (
        <fieldset key={drug.key} className="ds-drug">
          {drugs.length > 1 && <legend>{t('order.together', { n: at + 1 })}</legend>}
          <DrugFields drug={plain(drug)} onChange={(next) => change(drug.key, next)} />
          {drugs.length > 1 && (
            <Button size="large" onClick={() => setDrugs(drugs.filter((one) => one.key !== drug.key))}>
              {t('order.leaveOut')}
            </Button>
          )}
        </fieldset>
      ))}
      {drugs.length < MAX_GROUP && (
        <Button size="large" onClick={() => setDrugs([...drugs, { ...NO_DRUG, key: Math.max(...drugs.map(({ key }) => key)) + 1 }])}>
          {t('order.addTogether')}
        </Button>
      )}
      <label htmlFor={`${id}m`}>{t('order.method')}</label>
      <Input id={`${id}m`} size="large" value={plan.method} maxLength={MAX_METHOD} placeholder={t('order.methodHint')} onChange={(method) => set({ method })} />
      <label htmlFor={`${id}e`}>{t('order.everyDays')}</label>
      <InputNumber
        id={`${id}e`}
        size="large"
        value={plan.everyDays}
        min={0}
        max={MAX_EVERY_DAYS}
        precision={0}
        onChange={(value) => set({ everyDays: Number(value) || 0 })}
      />
      <Select
        size="large"
        aria-label={t('paper.timing')}
        value={plan.timing}
        onChange={(timing) => set({ timing: timing as NewOrderBody['timing'] })}
        optionList={TIMINGS.map((value) => ({ value, label: t(`timing.${value}`) }))}
      />
      <Checkbox checked={plan.once} onChange={({ target }) => set({ once: target.checked === true })}>
        {t('order.once')}
      </Checkbox>
      {problem !== '' && (
        <p className="ds-flaw" role="alert">
          {problem}
        </p>
      )}
      <div className="ds-acts">
        <Button size="large" theme="solid" type="primary" disabled={!drugs.every(isSaid)} onClick={add}>
          {t('order.add')}
        </Button>
        <Button size="large" onClick={onBack}>
          {t('bed.back')}
        </Button>
      </div>
    </div>
  );
}
