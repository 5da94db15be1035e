import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, ListPage, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { PatientRow } from '../../contract/index.ts';
import { InfectionTags } from '../infection-tags.tsx';
import { markTable, payerChoices, payerText, sexText, typeTable, weekdaysText } from '../vocabulary.ts';
import { PatientFileDrawer } from './patient-file.drawer.tsx';
import { PatientListStore } from './patient-list.store.ts';

/** Patients of the facility: search, filter, open a file. */
export const Page = observer(function PatientListPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PatientListStore(ctx));
  useEffect(() => void store.loadClasses(), [store]);
  const columns: Column<PatientRow>[] = [
    { prop: 'patientName', label: t('field.patientName'), width: 120, fixed: 'left', sortable: true, always: true },
    { prop: 'patientSex', label: t('field.patientSex'), width: 72, render: (row) => sexText(t, row.patientSex) },
    { prop: 'patientAge', label: t('field.patientAge'), width: 84, align: 'right', sortable: true },
    { prop: 'outpatientCode', label: t('field.outpatientCode'), width: 130, sortable: true },
    { prop: 'patientType', label: t('field.patientType'), width: 136, render: (row) => <StatusTag value={row.patientType} table={typeTable(t)} /> },
    { prop: 'reimWay', label: t('field.reimWay'), width: 120, render: (row) => payerText(t, row.reimWay) },
    { prop: 'infectedHistory', label: t('field.infectedHistory'), width: 150, render: (row) => <InfectionTags marks={row.infectedHistory} /> },
    { prop: 'dialysisNo', label: t('field.dialysisNo'), width: 120, sortable: true, render: (row) => row.dialysis?.dialysisNo ?? '' },
    { prop: 'weekdays', label: t('field.weekdays'), width: 140, render: (row) => weekdaysText(t, row.dialysis?.weekdays ?? []) },
    { prop: 'class', label: t('field.class'), width: 96, render: (row) => (row.dialysis ? store.className(row.dialysis.classId) : '') },
    { prop: 'bed', label: t('field.bed'), width: 84, sortable: true, render: (row) => row.dialysis?.bed ?? '' },
    { prop: 'phone', label: t('field.phone'), width: 130 },
    { prop: 'patientIdcard', label: t('field.patientIdcard'), width: 190, hiddenAtFirst: true },
    { prop: 'psn_no', label: t('field.psn_no'), width: 180, hiddenAtFirst: true },
    {
      prop: 'diagnosis',
      label: t('field.diagnosis'),
      minWidth: 220,
      render: (row) => row.diagnosis.map((entry) => entry.name).join(t('listMark')),
    },
  ];
  return (
    <>
      <ListPage
        title={t('title')}
        store={store.list}
        index
        columns={columns}
        search={[
          { kind: 'text', name: 'keyword', label: t('field.find'), placeholder: t('field.keyword') },
          { kind: 'select', name: 'patientType', label: t('field.patientType'), options: typeTable(t) },
          { kind: 'select', name: 'reimWay', label: t('field.reimWay'), options: payerChoices(t) },
          { kind: 'select', name: 'infected', label: t('field.infectedHistory'), options: markTable(t) },
          { kind: 'select', name: 'classId', label: t('field.class'), options: store.classes.map(({ id, fullName }) => ({ value: id, text: fullName })) },
          { kind: 'date', name: 'scheduledOn', label: t('field.scheduledOn') },
        ]}
        rowActions={[{ key: 'open', text: t('action.open'), onClick: (row) => store.open(row) }]}
        onOpen={(row) => void store.open(row)}
      />
      <PatientFileDrawer store={store} />
    </>
  );
});
