import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DateText, ListPage, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { MovementRow } from '../../contract/index.ts';
import { movementKinds, signed, type Text } from '../vocabulary.ts';
import type { StockStore } from './stock.store.ts';

const columnsOf = (t: Text): Column<MovementRow>[] => [
  { prop: 'moveTime', label: t('ledger.time'), width: 146, render: (row) => <DateText value={row.moveTime} /> },
  { prop: 'kind', label: t('ledger.kind'), width: 112, render: (row) => <StatusTag value={row.kind} table={movementKinds(t)} /> },
  { prop: 'drugName', label: t('stock.drugName'), minWidth: 150, always: true },
  { prop: 'drugSpec', label: t('stock.drugSpec'), minWidth: 100 },
  { prop: 'lotNo', label: t('stock.lotNo'), width: 112 },
  {
    prop: 'quantity',
    label: t('ledger.quantity'),
    width: 96,
    align: 'right',
    text: (row) => `${signed(row.quantity)} ${row.unit}`,
    render: (row) => <span className={row.quantity < 0 ? 'ph-minus' : 'ph-plus'}>{`${signed(row.quantity)} ${row.unit}`}</span>,
  },
  { prop: 'balance', label: t('ledger.balance'), width: 96, align: 'right', render: (row) => `${row.balance} ${row.unit}` },
  { prop: 'dpNumber', label: t('ledger.prescription'), width: 148 },
  { prop: 'patientName', label: t('ledger.patient'), width: 88 },
  { prop: 'operatorName', label: t('ledger.operator'), width: 100 },
  { prop: 'note', label: t('receive.note'), minWidth: 120, hiddenAtFirst: true },
];

/** Every step of stock, newest first; received - dispensed + returned is what is on hand. */
export const LedgerTab = observer(function LedgerTab({ store }: { readonly store: StockStore }) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { ledgerOf, moved } = store;
  return (
    <ListPage
      label={t('tabs.ledger')}
      settingsKey="ledger"
      store={store.movements}
      index
      columns={columns}
      search={[
        { kind: 'text', name: 'keyword', label: t('stock.keyword'), placeholder: t('stock.keywordHelp') },
        { kind: 'dateRange', name: 'day', label: t('ledger.day') },
        { kind: 'select', name: 'kind', label: t('ledger.kind'), options: movementKinds(t) },
      ]}
    >
      {ledgerOf && (
        <div className="ph-strip" role="status">
          <span>{t('ledger.ofLot', { name: ledgerOf.drugName, lot: ledgerOf.lotNo })}</span>
          {moved && (
            <strong>
              {t('ledger.sum', { received: moved.received, dispensed: moved.dispensed, returned: moved.returned, net: moved.net, unit: ledgerOf.unit })}
            </strong>
          )}
          <Button theme="borderless" type="primary" onClick={() => store.showLedger(null)}>
            {t('ledger.all')}
          </Button>
        </div>
      )}
    </ListPage>
  );
});
