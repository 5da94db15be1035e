import { createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DateText, ListStore, RecordSection, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import { dispensingContract, type PatientRecord } from '../../contract/index.ts';
import { isPaid } from '../../domain/dispensing/dispensing-state.ts';
import { payStates, rxStates, type Text } from '../vocabulary.ts';

type Props = SlotPoints['patient/records@1'];

const MENU = 'his.pharmacy';
const ROWS = 10;

const drugsText = (t: Text, { drugNames, drugCount }: PatientRecord): string =>
  `${drugNames.join(t('listMark'))}${drugCount > drugNames.length ? t('records.rest', { n: drugCount - drugNames.length }) : ''}`;

function State({ row }: { readonly row: PatientRecord }) {
  const { t } = usePlugin();
  return (
    <>
      <StatusTag value={row.rxStatus} table={rxStates(t)} />
      {!isPaid(row.payStatus) && (
        <>
          {' '}
          <StatusTag value={row.payStatus} table={payStates(t)} />
        </>
      )}
    </>
  );
}

const columnsOf = (t: Text): Column<PatientRecord>[] => [
  { prop: 'dpNumber', label: t('records.number'), width: 168 },
  { prop: 'rxStatus', label: t('records.state'), width: 168, render: (row) => <State row={row} /> },
  { prop: 'action', label: t('records.act'), width: 104, render: (row) => (row.action === '' ? '–' : t(`step.${row.action}`)) },
  { prop: 'actTime', label: t('records.when'), width: 136, render: (row) => <DateText value={row.actTime} /> },
  { prop: 'operatorName', label: t('records.who'), width: 96 },
  { prop: 'drugNames', label: t('records.drugs'), minWidth: 220, render: (row) => drugsText(t, row) },
  { prop: 'workerName', label: t('records.doctor'), width: 96 },
];

const ask = ({ dpId }: PatientRecord) => ({ dpId });

/** In a patient's file: what the pharmacy has still to do for him and did, newest prescription first. */
export function Slot({ patientId }: Props) {
  const { pageAddress } = usePlugin();
  return pageAddress(MENU) === undefined ? null : <PharmacyRecords key={patientId} patientId={patientId} />;
}

function PharmacyRecords({ patientId }: Pick<Props, 'patientId'>) {
  const { t, http } = usePlugin();
  const store = useStore(() => {
    const client = createClient(dispensingContract, http);
    return new ListStore<PatientRecord, object>({
      rowKey: 'dpId',
      pageSize: ROWS,
      load: ({ currentPage, pageSize }, signal) => client.ofPatient({ params: { id: patientId }, query: { currentPage, pageSize } }, { signal, quiet: true }),
    });
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <RecordSection title={t('records.title')} store={store} columns={columns} rowKey={(row) => row.dpId} none={t('records.none')} menu={MENU} query={ask} />
  );
}
