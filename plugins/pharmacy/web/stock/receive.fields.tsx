import { type FormItem, PickerPopover } from '@nephra/plugin-sdk/widgets';
import type { StockItem } from '../../contract/index.ts';
import { itemKinds, type Text } from '../vocabulary.ts';
import type { ReceiveForm } from './stock.store.ts';

/** Fields of the "goods arrive" dialog. */
export const receiveFields = (t: Text, find: (keyword: string, signal: AbortSignal) => Promise<StockItem[]>): FormItem<ReceiveForm>[] => [
  {
    kind: 'custom',
    name: 'item',
    label: t('receive.item'),
    required: true,
    span: 2,
    render: ({ id, values, invalid, setValues }) => (
      <PickerPopover<StockItem>
        id={id}
        label={t('receive.item')}
        invalid={invalid}
        stay={false}
        rowKey="drugId"
        load={find}
        value={values.item ? `${values.item.drugName} ${values.item.drugSpec}` : ''}
        placeholder={t('receive.itemHelp')}
        columns={[
          { prop: 'drugName', label: t('stock.drugName'), minWidth: 180 },
          { prop: 'drugSpec', label: t('stock.drugSpec'), minWidth: 140 },
          { prop: 'kind', label: t('stock.kind'), width: 80, render: (row) => itemKinds(t).find((kind) => kind.value === row.kind)?.text },
          { prop: 'stockUnit', label: t('receive.pack'), width: 110, render: (row) => `${row.stockDmin} ${row.preparaUnit}/${row.stockUnit}` },
        ]}
        onPick={(item) => setValues({ item })}
      />
    ),
  },
  { kind: 'text', name: 'lotNo', label: t('stock.lotNo'), required: true, maxLength: 60 },
  { kind: 'date', name: 'expiresOn', label: t('stock.expiresOn'), required: true },
  { kind: 'quantity', name: 'quantity', label: t('receive.quantity'), required: true, help: t('receive.quantityHelp') },
  { kind: 'unitPrice', name: 'cost', label: t('stock.cost'), required: true },
  { kind: 'text', name: 'location', label: t('stock.location'), maxLength: 40 },
  { kind: 'text', name: 'note', label: t('receive.note'), maxLength: 200 },
];
