import { formatInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  AmountText,
  type Column,
  DateText,
  ExportButton,
  type SearchField,
  ListPage,
  rangeSearch,
  StatusTag,
  SumStrip,
  PatientLink,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { BillLineRow, BillRow } from '../../contract/index.ts';
import { DRUG_TYPES } from '../../../catalogue/contract/index.ts';
import { LimitNote } from '../limit-note.tsx';
import { usePrintSheet } from '../print/use-print-sheet.ts';
import { billStates, money, payerText, type Text, typeText } from '../vocabulary.ts';
import { BillTotalsStrip } from './bill-totals.strip.tsx';
import { InsurerMark } from './insurer-mark.tsx';
import type { BillSearch, BillsStore } from './bills.store.ts';

const searchFields = (t: Text, store: BillsStore): SearchField<Partial<BillSearch>>[] => [
  { kind: 'text', name: 'keyword', label: t('bills.keyword'), placeholder: t('bills.keywordHelp') },
  { kind: 'dateRange', name: 'day', label: t('bills.day'), max: 'today' },
  { kind: 'select', name: 'state', label: t('bills.state'), options: billStates(t) },
  { kind: 'select', name: 'payWay', label: t('bills.payWay'), options: store.ways.map((way) => ({ value: way.payWay, text: way.payWayName })) },
  rangeSearch('amount', t('bills.amount')),
];

const lineFields = (t: Text): SearchField<Partial<BillSearch>>[] => [
  { kind: 'select', name: 'drugType', label: t('line.drugType'), options: DRUG_TYPES.map((type) => ({ value: type, text: typeText(t, type) })) },
  { kind: 'text', name: 'drugName', label: t('line.drugName') },
];

const stateColumn = (t: Text): Column<BillRow | BillLineRow> => ({
  prop: 'state',
  label: t('bills.state'),
  width: 112,
  render: (row) => <StatusTag value={row.state} table={billStates(t)} />,
});

const billColumns = (t: Text): Column<BillRow>[] => [
  { prop: 'billNo', label: t('bills.billNo'), width: 168, fixed: 'left', always: true },
  stateColumn(t),
  {
    prop: 'patientName',
    label: t('bills.patient'),
    width: 104,
    text: (row) => row.patientName,
    render: (row) => <PatientLink patientId={row.patientId} name={row.patientName} />,
  },
  { prop: 'outpatientCode', label: t('bills.outpatientCode'), width: 132 },
  {
    prop: 'reimWay',
    label: t('bills.payer'),
    width: 184,
    render: (row) => (
      <span className="ch-bill-payer">
        {payerText(t, row.reimWay)} <InsurerMark bill={row} />
      </span>
    ),
  },
  {
    prop: 'totalPrice',
    label: t('totals.totalPrice'),
    width: 120,
    align: 'right',
    render: (row) => <AmountText amount={money(row.totalPrice)} strong />,
    summary: (rows) => <AmountText amount={money(rows.reduce((sum, row) => sum + Math.round(row.totalPrice * 100), 0) / 100)} strong />,
  },
  { prop: 'payments', label: t('bills.payWay'), minWidth: 140, render: (row) => row.payments.map((payment) => payment.payWayName).join(t('listMark')) },
  { prop: 'dpNumbers', label: t('bills.prescriptions'), minWidth: 160, render: (row) => row.dpNumbers.join(t('listMark')) },
  { prop: 'chargeTime', label: t('bills.chargeTime'), width: 152, render: (row) => <DateText value={row.chargeTime} /> },
  { prop: 'cashierName', label: t('bills.cashier'), width: 100 },
  { prop: 'counterBillNo', label: t('bills.counterBillNo'), width: 168, hiddenAtFirst: true },
  { prop: 'reason', label: t('cancel.reason'), minWidth: 140, hiddenAtFirst: true },
];

const detailColumns = (t: Text): Column<BillLineRow>[] => [
  { prop: 'billNo', label: t('bills.billNo'), width: 168, fixed: 'left', always: true },
  stateColumn(t),
  { prop: 'patientName', label: t('bills.patient'), width: 104 },
  { prop: 'dpNumber', label: t('bills.prescriptions'), width: 160 },
  { prop: 'drugType', label: t('line.drugType'), width: 112, render: (row) => typeText(t, row.drugType) },
  { prop: 'drugName', label: t('line.drugName'), minWidth: 180 },
  { prop: 'drugSpec', label: t('line.drugSpec'), minWidth: 120 },
  { prop: 'drugNum', label: t('line.drugNum'), width: 96, align: 'right', render: (row) => `${row.drugNum} ${row.drugNumUnit}` },
  { prop: 'price', label: t('line.price'), width: 100, align: 'right', render: (row) => row.price.toFixed(4).replace(/0{1,2}$/, '') },
  {
    prop: 'subTotal',
    label: t('line.subTotal'),
    width: 112,
    align: 'right',
    render: (row) => <AmountText amount={money(row.subTotal)} />,
    summary: (rows) => <AmountText amount={money(rows.reduce((sum, row) => sum + Math.round(row.subTotal * 100), 0) / 100)} strong />,
  },
  { prop: 'chargeTime', label: t('bills.chargeTime'), width: 152, render: (row) => <DateText value={row.chargeTime} /> },
];

/** Bills and refunds with their sums. */
export const BillsTab = observer(function BillsTab({ store }: { readonly store: BillsStore }) {
  const { t } = usePlugin();
  const print = usePrintSheet();
  const columns = useMemo(() => billColumns(t), [t]);
  useEffect(() => void store.loadWays(), [store]);
  return (
    <ListPage
      label={t('tabs.bills')}
      settingsKey="bills"
      store={store.bills}
      index
      columns={columns}
      search={searchFields(t, store)}
      rowActions={[
        { key: 'open', text: t('bills.open'), onClick: (row) => store.open(row.chargeId) },
        {
          key: 'print',
          text: t('print.short'),
          button: 'btn_print',
          // A region's own form is printed from the drawer, where that plugin draws its button.
          onClick: (row) => (row.ownForm ? store.open(row.chargeId) : print(row.chargeId, 'sheet')),
        },
        {
          key: 'cancel',
          text: t('cancel.act'),
          button: 'btn_cancel',
          danger: true,
          visible: (row) => row.state === 'charged' || row.state === 'partly',
          onClick: (row) => store.askRefund(row),
        },
      ]}
      inlineActions={3}
      onOpen={(row) => void store.open(row.chargeId)}
      toolbarExtra={
        <>
          <ExportButton button="btn_export" theme="light" type="tertiary" call={store.exportBills}>
            {t('export.bills')}
          </ExportButton>
          <ExportButton button="btn_export" theme="light" type="tertiary" call={store.exportInvoices}>
            {t('export.invoices')}
          </ExportButton>
        </>
      }
      rowClass={(row) => (row.state === 'cancelled' ? 'ch-cancelled' : undefined)}
    >
      <BillTotalsStrip total={store.total} />
      {store.tooMany && <LimitNote text={t('bills.tooMany')} />}
      {store.billsBackTo !== null && <LimitNote text={t('bills.searchedBackTo', { at: formatInstant(store.billsBackTo) })} />}
    </ListPage>
  );
});

/** Every line of every bill. */
export const BillLinesTab = observer(function BillLinesTab({ store }: { readonly store: BillsStore }) {
  const { t } = usePlugin();
  const columns = useMemo(() => detailColumns(t), [t]);
  useEffect(() => void store.loadWays(), [store]);
  return (
    <ListPage
      label={t('tabs.lines')}
      settingsKey="lines"
      store={store.lines}
      index
      columns={columns}
      search={[...searchFields(t, store), ...lineFields(t)]}
      toolbarExtra={
        <ExportButton button="btn_export" theme="light" type="tertiary" call={store.exportLines}>
          {t('export.lines')}
        </ExportButton>
      }
      onOpen={(row) => void store.open(row.chargeId)}
    >
      <SumStrip
        items={[
          {
            label: t('bills.linesTotal', { n: store.lines.total }),
            value: (
              <AmountText
                amount={typeof store.linesPrice === 'number' ? money(store.linesPrice) : null}
                strong
                explain={() => <p className="ch-rule">{t('bills.linesRule')}</p>}
              />
            ),
          },
        ]}
      />
      {store.linesPrice === null && <LimitNote text={t('bills.linesTooMany')} />}
      {store.linesBackTo !== null && <LimitNote text={t('bills.searchedBackTo', { at: formatInstant(store.linesBackTo) })} />}
    </ListPage>
  );
});
