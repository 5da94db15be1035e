import { moneyFromWire } from '@nephra/plugin-sdk/contract';
import { createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DateText, ListStore, RecordSection, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { useCallback, useMemo } from 'react';
import { type HistoryRow, prescriptionContract } from '../../contract/index.ts';
import { dpTypeText, payTable, rxTable, type Text } from '../vocabulary.ts';

type Props = SlotPoints['patient/records@1'];

const MENU = 'his.prescription';
const ROWS = 10;

const columnsOf = (t: Text): Column<HistoryRow>[] => [
  { prop: 'dpNumber', label: t('records.number'), width: 168 },
  { prop: 'dpDate', label: t('records.day'), width: 108, render: (row) => <DateText value={row.dpDate} variant="date" /> },
  { prop: 'dpType', label: t('records.kind'), minWidth: 112, render: (row) => dpTypeText(t, row.dpType) },
  { prop: 'rxStatus', label: t('records.state'), width: 120, render: (row) => <StatusTag value={row.rxStatus} table={rxTable(t)} /> },
  { prop: 'payStatus', label: t('records.paid'), width: 120, render: (row) => <StatusTag value={row.payStatus} table={payTable(t)} /> },
  { prop: 'totalPrice', label: t('records.total'), width: 104, align: 'right', render: (row) => <AmountText amount={moneyFromWire(row.totalPrice)} /> },
  { prop: 'workerName', label: t('records.doctor'), minWidth: 88 },
];

/** In a patient's file: his prescriptions, newest first, those of files merged into it too. */
export function Slot({ patientId }: Props) {
  const { pageAddress } = usePlugin();
  return pageAddress(MENU) === undefined ? null : <PrescriptionRecords key={patientId} patientId={patientId} />;
}

function PrescriptionRecords({ patientId }: Pick<Props, 'patientId'>) {
  const { t, http } = usePlugin();
  const store = useStore(() => {
    const client = createClient(prescriptionContract, http);
    return new ListStore<HistoryRow, object>({
      rowKey: (row) => row.dpId ?? '',
      pageSize: ROWS,
      load: ({ currentPage, pageSize }, signal) => client.ofPatient({ params: { id: patientId }, query: { currentPage, pageSize } }, { signal, quiet: true }),
    });
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  // Looked at under the file that is open, also where it was written in one that was merged into it.
  const ask = useCallback((row: HistoryRow) => ({ dpId: row.dpId ?? '', patientId }), [patientId]);
  return (
    <RecordSection
      title={t('records.title')}
      store={store}
      columns={columns}
      rowKey={(row) => row.dpId ?? ''}
      none={t('records.none')}
      menu={MENU}
      query={ask}
    />
  );
}
