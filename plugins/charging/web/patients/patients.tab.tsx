import { formatInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DateText, ExportButton, ListPage } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ChargePatientRow } from '../../contract/index.ts';
import { LimitNote } from '../limit-note.tsx';
import { money, payerText, personText, type Text, yuan } from '../vocabulary.ts';
import { AccountDrawer } from './account.drawer.tsx';
import type { PatientsStore } from './patients.store.ts';

const patientColumns = (t: Text): Column<ChargePatientRow>[] => [
  { prop: 'patientName', label: t('bills.patient'), width: 112, fixed: 'left', always: true },
  { prop: 'patientSex', label: t('patients.person'), width: 112, render: (row) => personText(t, row) },
  { prop: 'outpatientCode', label: t('bills.outpatientCode'), width: 140 },
  { prop: 'reimWay', label: t('bills.payer'), width: 120, render: (row) => payerText(t, row.reimWay) },
  { prop: 'billCount', label: t('patients.bills'), width: 96, align: 'right' },
  { prop: 'chargedPrice', label: t('shift.charged'), width: 128, align: 'right', render: (row) => <AmountText amount={money(row.chargedPrice)} /> },
  { prop: 'refundPrice', label: t('shift.refunded'), width: 120, align: 'right', render: (row) => <AmountText amount={money(row.refundPrice)} /> },
  {
    prop: 'totalPrice',
    label: t('shift.net'),
    width: 128,
    align: 'right',
    render: (row) => (
      <AmountText
        amount={money(row.totalPrice)}
        strong
        explain={() => (
          <p className="ch-rule">{t('shift.netRule', { charged: yuan(row.chargedPrice), refunded: yuan(row.refundPrice), net: yuan(row.totalPrice) })}</p>
        )}
      />
    ),
    summary: (rows) => <AmountText amount={money(rows.reduce((sum, row) => sum + Math.round(row.totalPrice * 100), 0) / 100)} strong />,
  },
  { prop: 'latestDate', label: t('patients.latest'), width: 152, render: (row) => <DateText value={row.latestDate} /> },
];

/** Patients with bills, and what each paid. */
export const PatientsTab = observer(function PatientsTab({ store, onBill }: { readonly store: PatientsStore; readonly onBill: (chargeId: string) => void }) {
  const { t } = usePlugin();
  const columns = useMemo(() => patientColumns(t), [t]);
  return (
    <>
      <ListPage
        label={t('tabs.patients')}
        settingsKey="patients"
        store={store.patients}
        index
        columns={columns}
        search={[
          { kind: 'text', name: 'keyword', label: t('bills.keyword'), placeholder: t('patients.keywordHelp') },
          { kind: 'dateRange', name: 'day', label: t('bills.day'), max: 'today' },
        ]}
        toolbarExtra={
          <ExportButton button="btn_export" theme="light" type="tertiary" call={store.export}>
            {t('export.patients')}
          </ExportButton>
        }
        rowActions={[{ key: 'open', text: t('patients.open'), onClick: (row) => store.open(row.patientId) }]}
        onOpen={(row) => void store.open(row.patientId)}
      >
        {store.searchedBackTo !== null && <LimitNote text={t('patients.searchedBackTo', { at: formatInstant(store.searchedBackTo) })} />}
      </ListPage>
      <AccountDrawer store={store} onBill={onBill} />
    </>
  );
});
