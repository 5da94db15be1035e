import { IconPlus, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DateText, DescriptionList, EditDialog, ListPage } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ReceiptInfo, ReceiptRow } from '../../contract/index.ts';
import { money, type Text } from '../vocabulary.ts';
import type { ReceiptsStore } from './receipts.store.ts';

const columnsOf = (t: Text): Column<ReceiptRow>[] => [
  { prop: 'receiptNo', label: t('receipt.no'), width: 172, always: true },
  { prop: 'receiveTime', label: t('ledger.time'), width: 146, render: (row) => <DateText value={row.receiveTime} /> },
  { prop: 'supplier', label: t('receipt.supplier'), minWidth: 180 },
  { prop: 'invoiceNo', label: t('receipt.invoiceNo'), width: 140 },
  { prop: 'lineCount', label: t('receipt.lineCount'), width: 80, align: 'right' },
  { prop: 'totalPrice', label: t('receipt.total'), width: 132, align: 'right', permission: 'cost', render: (row) => <Amount value={row.totalPrice} /> },
  { prop: 'operatorName', label: t('ledger.operator'), width: 110 },
  { prop: 'note', label: t('receive.note'), minWidth: 120 },
];

/** Yuan, or nothing for those who may not see what goods cost. */
const Amount = ({ value }: { readonly value: number | undefined }) => (value === undefined ? null : <AmountText amount={money(value)} />);

/** Goods-received notes, newest first. */
export const ReceiptsTab = observer(function ReceiptsTab({ store, onReceived }: { readonly store: ReceiptsStore; readonly onReceived: () => void }) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <>
      <ListPage
        label={t('tabs.receipts')}
        settingsKey="receipts"
        store={store.list}
        index
        columns={columns}
        search={[
          { kind: 'text', name: 'keyword', label: t('stock.keyword'), placeholder: t('receipt.keywordHelp') },
          { kind: 'dateRange', name: 'day', label: t('ledger.day'), max: 'today' },
        ]}
        toolbar={[{ key: 'receive', text: t('receive.act'), button: 'btn_receive', primary: true, icon: <IconPlus />, onClick: () => store.start() }]}
        rowActions={[{ key: 'show', text: t('receipt.show'), onClick: (row) => store.show(row) }]}
        onOpen={(row) => void store.show(row)}
      />
      <EditDialog
        form={store.typing?.form ?? null}
        title={t('receive.title')}
        width={1180}
        columns={3}
        saveText={t('receive.act')}
        onClose={() => store.end()}
        onSave={store.save}
        onSaved={async () => {
          onReceived();
          await store.list.reload();
        }}
      />
      <SideSheet
        visible={store.shown !== null}
        title={store.shown ? t('receipt.title', { no: store.shown.receiptNo }) : ''}
        width="min(860px, 100vw)"
        onCancel={() => store.close()}
      >
        {store.shown && <ReceiptSheet receipt={store.shown} />}
      </SideSheet>
    </>
  );
});

function ReceiptSheet({ receipt }: { readonly receipt: ReceiptInfo }) {
  const { t } = usePlugin();
  const priced = receipt.totalPrice !== undefined;
  return (
    <div className="ph-history">
      <DescriptionList
        columns={2}
        items={[
          { label: t('receipt.supplier'), value: receipt.supplier },
          { label: t('receipt.invoiceNo'), value: receipt.invoiceNo || '–' },
          { label: t('ledger.time'), value: <DateText value={receipt.receiveTime} /> },
          { label: t('ledger.operator'), value: receipt.operatorName || '–' },
          { label: t('receive.note'), value: receipt.note || '–' },
          ...(receipt.totalPrice === undefined ? [] : [{ label: t('receipt.total'), value: <AmountText amount={money(receipt.totalPrice)} strong /> }]),
        ]}
      />
      <div className="ph-scroll">
        <table className="ph-table">
          <thead>
            <tr>
              <th>{t('stock.drugName')}</th>
              <th>{t('stock.lotNo')}</th>
              <th>{t('stock.expiresOn')}</th>
              <th>{t('stock.location')}</th>
              <th className="ph-right">{t('receive.quantity')}</th>
              {priced && <th className="ph-right">{t('stock.cost')}</th>}
              {priced && <th className="ph-right">{t('receipt.amount')}</th>}
            </tr>
          </thead>
          <tbody>
            {receipt.lines.map((line) => (
              <tr key={line.lineNo}>
                <td>
                  {line.drugName} <span className="ph-soft">{line.drugSpec}</span>
                </td>
                <td>{line.lotNo}</td>
                <td>{line.expiresOn}</td>
                <td>{line.location}</td>
                <td className="ph-right">
                  {`${line.quantity} ${line.stockUnit}`}
                  {line.pieces !== line.quantity && <div className="ph-soft ph-small">{`${line.pieces} ${line.unit}`}</div>}
                </td>
                {priced && <td className="ph-right">{line.cost?.toFixed(4)}</td>}
                {priced && (
                  <td className="ph-right">
                    <Amount value={line.amount} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
