import { Checkbox, Input, InputNumber } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useId } from 'react';
import { MAX_DOSE, MAX_KIT_QUANTITY, MAX_ORDER_TITLE } from '../../contract/limits.ts';
import type { OrderedDrug } from '../../contract/orders/order.contract.ts';
import { EntryPicker, type PickedEntry } from '../findings/entry-picker.tsx';

export const NO_DRUG: OrderedDrug = { title: '', dose: '', drugId: '', drugKind: '', quantity: 1, highRisk: false };
export const isSaid = ({ title, dose }: OrderedDrug): boolean => title.trim() !== '' && dose.trim() !== '';

interface DrugFieldsProps {
  readonly drug: OrderedDrug;
  readonly onChange: (drug: OrderedDrug) => void;
}

/** One thing that is ordered: what, how much, what is charged for it. */
export function DrugFields({ drug, onChange }: DrugFieldsProps) {
  const { t } = usePlugin();
  const id = useId();
  const set = (over: Partial<OrderedDrug>): void => onChange({ ...drug, ...over });
  const pick = (entry: PickedEntry | null): void =>
    entry
      ? set({ drugId: entry.drugId, drugKind: entry.kind, title: drug.title === '' ? entry.drugName.slice(0, MAX_ORDER_TITLE) : drug.title })
      : set({ drugId: '', drugKind: '' });
  return (
    <>
      <EntryPicker kinds={['drug', 'material', 'item']} onPick={pick} />
      <label htmlFor={`${id}t`}>{t('order.name')}</label>
      <Input id={`${id}t`} size="large" value={drug.title} maxLength={MAX_ORDER_TITLE} onChange={(title) => set({ title })} />
      <label htmlFor={`${id}d`}>{t('order.dose')}</label>
      <Input id={`${id}d`} size="large" value={drug.dose} maxLength={MAX_DOSE} onChange={(dose) => set({ dose })} />
      <label htmlFor={`${id}q`}>{t('order.quantity')}</label>
      <InputNumber
        id={`${id}q`}
        size="large"
        value={drug.quantity}
        min={0}
        max={MAX_KIT_QUANTITY}
        precision={0}
        onChange={(value) => set({ quantity: Number(value) || 0 })}
      />
      <Checkbox checked={drug.highRisk} onChange={({ target }) => set({ highRisk: target.checked === true })}>
        {t('order.highRisk')}
      </Checkbox>
    </>
  );
}
