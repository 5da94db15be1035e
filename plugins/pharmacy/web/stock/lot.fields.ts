import type { FormItem } from '@nephra/plugin-sdk/widgets';
import type { LotRow } from '../../contract/index.ts';
import { ADJUST_REASONS, type AdjustReason, EXPIRED_REASONS } from '../../domain/stock/stock-lot.ts';
import type { Text } from '../vocabulary.ts';
import type { AdjustForm, FreezeForm } from './stock.store.ts';
import { MAX_NOTE, MAX_REASON } from '../../contract/limits.ts';

export const freezeFields = (t: Text): FormItem<FreezeForm>[] => [
  { kind: 'textarea', name: 'reason', label: t('freeze.reason'), required: true, maxLength: MAX_REASON, placeholder: t('freeze.reasonHelp') },
];

const reasonsFor = (lot: LotRow): readonly AdjustReason[] => (lot.level === 'expired' ? EXPIRED_REASONS : (Object.keys(ADJUST_REASONS) as AdjustReason[]));

export const adjustFields = (t: Text, lot: LotRow): FormItem<AdjustForm>[] => [
  {
    kind: 'radio',
    name: 'reason',
    label: t('adjust.reason'),
    required: true,
    span: 2,
    options: reasonsFor(lot).map((reason) => ({ value: reason, text: t(`adjust.${reason}`) })),
  },
  {
    kind: 'quantity',
    name: 'quantity',
    label: t('adjust.quantity'),
    required: true,
    unit: lot.unit,
    decimals: 0,
    help: t('adjust.quantityHelp', { n: lot.unreserved, unit: lot.unit }),
  },
  { kind: 'text', name: 'note', label: t('adjust.note'), required: true, maxLength: MAX_NOTE, placeholder: t('adjust.noteHelp') },
];
