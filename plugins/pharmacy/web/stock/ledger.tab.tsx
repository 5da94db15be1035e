import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DateText, ListPage, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { MovementRow } from '../../contract/index.ts';
import { adjustReasons, movementKinds, signed, type Text } from '../vocabulary.ts';
import type { StockStore } from './stock.store.ts';

const columnsOf = (t: Text): Column<MovementRow>[] => [
  { prop: 'moveTime', label: t('ledger.time'), width: 146, render: (row) => <DateText value={row.moveTime} /> },
  {
    prop: 'kind',
    label: t('ledger.kind'),
    width: 132,
    render: (row) => <StatusTag value={row.reason || row.kind} table={[...movementKinds(t), ...adjustReasons(t)]} />,
  },
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
  { prop: 'dpNumber', label: t('ledger.paper'), width: 158, render: (row) => row.dpNumber || row.documentNo },
  { prop: 'patientName', label: t('ledger.patient'), width: 88 },
  { prop: 'operatorName', label: t('ledger.operator'), width: 100 },
  { prop: 'note', label: t('receive.note'), minWidth: 120, hiddenAtFirst: true },
];

/** What the ledger of one lot adds up to, and whether the whole ledger does. */
const LedgerStrip = observer(function LedgerStrip({ store }: { readonly store: StockStore }) {
  const { t } = usePlugin();
  const { ledgerOf, moved, check } = store;
  return (
    <div className="ph-ledger-sums" role="status">
      {ledgerOf && (
        <>
          <span>{t('ledger.ofLot', { name: ledgerOf.drugName, lot: ledgerOf.lotNo })}</span>
          {moved && <strong>{t('ledger.sum', { ...moved, unit: ledgerOf.unit })}</strong>}
          <Button theme="borderless" type="primary" onClick={() => store.showLedger(null)}>
            {t('ledger.all')}
          </Button>
        </>
      )}
      <span className="ph-end">
        {check?.faultList.length === 0 && <b className="ph-plus">{t('ledger.addsUp', { lots: check.lots, n: check.movements })}</b>}
        <Button theme="borderless" type="primary" loading={store.proving} onClick={() => void store.prove()}>
          {t('ledger.prove')}
        </Button>
      </span>
      {check?.faultList.map((fault) => (
        <p key={fault.lotId} className="ph-problem">
          {t('ledger.fault', { ...fault, name: fault.drugName, lot: fault.lotNo })}
        </p>
      ))}
    </div>
  );
});

/** Every step of stock, newest first; received - dispensed + returned is what is on hand. */
export const LedgerTab = observer(function LedgerTab({ store }: { readonly store: StockStore }) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListPage
      label={t('tabs.ledger')}
      settingsKey="ledger"
      store={store.movements}
      index
      columns={columns}
      search={[
        { kind: 'text', name: 'keyword', label: t('stock.keyword'), placeholder: t('stock.keywordHelp') },
        { kind: 'dateRange', name: 'day', label: t('ledger.day'), max: 'today' },
        { kind: 'select', name: 'kind', label: t('ledger.kind'), options: movementKinds(t) },
      ]}
    >
      <LedgerStrip store={store} />
    </ListPage>
  );
});
