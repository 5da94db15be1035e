import { lineTotal, type Money, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import { AmountText, type EditableColumn, EditableTable, type FormItem, PickerPopover, type SubTableStore } from '@nephra/plugin-sdk/widgets';
import type { StockItem } from '../../contract/index.ts';
import { itemKinds, type Text } from '../vocabulary.ts';
import type { ReceiptForm, ReceiptLine } from './receipts.store.ts';
import { MAX_INVOICE_NO, MAX_LOCATION, MAX_LOT_NO, MAX_NOTE, MAX_SUPPLIER } from '../../contract/limits.ts';

type Find = (keyword: string, signal: AbortSignal) => Promise<StockItem[]>;

const amountOf = (line: ReceiptLine): Money | null =>
  line.quantity === null || line.cost === null ? null : lineTotal(line.cost as UnitPrice, line.quantity as Quantity);

/** Columns of the lines of a delivery. */
export const receiptColumns = (t: Text, find: Find): EditableColumn<ReceiptLine>[] => [
  {
    kind: 'custom',
    name: 'item',
    wireName: 'drugId',
    label: t('receive.item'),
    required: true,
    minWidth: 220,
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
  { kind: 'text', name: 'lotNo', label: t('stock.lotNo'), required: true, maxLength: MAX_LOT_NO, width: 130 },
  { kind: 'date', name: 'expiresOn', label: t('stock.expiresOn'), required: true, min: 'today', width: 150 },
  { kind: 'quantity', name: 'quantity', label: t('receive.quantity'), required: true, width: 100, decimals: 0 },
  { kind: 'show', name: 'unit', label: t('receive.unit'), width: 56, render: (line) => line.item?.stockUnit ?? '' },
  { kind: 'unitPrice', name: 'cost', label: t('stock.cost'), required: true, width: 130 },
  { kind: 'text', name: 'location', label: t('stock.location'), maxLength: MAX_LOCATION, width: 100 },
  {
    kind: 'show',
    name: 'amount',
    label: t('receipt.amount'),
    width: 110,
    align: 'right',
    render: (line) => <AmountText amount={amountOf(line)} />,
    summary: (lines) => <AmountText amount={lines.reduce((sum, line) => sum + (amountOf(line) ?? 0), 0) as Money} strong />,
  },
];

/** Fields of a goods-received note; its lines are one of them, so that leaving with typed lines asks. */
export const receiptFields = (t: Text, lines: SubTableStore<ReceiptLine>): FormItem<ReceiptForm>[] => [
  { kind: 'text', name: 'supplier', label: t('receipt.supplier'), required: true, maxLength: MAX_SUPPLIER },
  { kind: 'text', name: 'invoiceNo', label: t('receipt.invoiceNo'), maxLength: MAX_INVOICE_NO },
  { kind: 'text', name: 'note', label: t('receive.note'), maxLength: MAX_NOTE },
  {
    kind: 'custom',
    name: 'lines',
    label: t('receipt.lines'),
    required: true,
    span: 3,
    check: () => (lines.validate() ? undefined : t('receipt.linesWrong')),
    complain: (at, text) => (lines.complain(at, text) ? t('receipt.linesWrong') : undefined),
    render: () => <EditableTable label={t('receipt.lines')} store={lines} addText={t('receipt.addLine')} />,
  },
];
