import type { WebContext } from '@nephra/plugin-sdk/web';
import { type Column, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { PatientRow } from '../../contract/index.ts';
import { InfectionTags } from '../infection-tags.tsx';
import { allergiesText, payerText, sexText, stateTable, typeTable, weekdaysText } from '../vocabulary.ts';

const stateOf = (row: PatientRow): string => (row.mergedInto !== null ? 'merged' : row.enableMark === 0 ? 'disabled' : 'enabled');

/** Columns of the patient list. */
export const patientColumns = (t: WebContext['t'], className: (classId: string) => string): Column<PatientRow>[] => [
  {
    prop: 'patientName',
    label: t('field.patientName'),
    width: 120,
    fixed: 'left',
    sortable: true,
    always: true,
    text: (row) => row.patientName,
    render: (row) => (
      <>
        {row.patientName}
        {/* On a phone the column of numbers is far out of view. */}
        {row.phone && <small className="pt-phone-below">{row.phone}</small>}
      </>
    ),
  },
  { prop: 'patientSex', label: t('field.patientSex'), width: 84, render: (row) => sexText(t, row.patientSex) },
  { prop: 'patientAge', label: t('field.patientAge'), width: 84, align: 'right', sortable: true },
  { prop: 'outpatientCode', label: t('field.outpatientCode'), width: 148, sortable: true },
  { prop: 'patientType', label: t('field.patientType'), width: 122, render: (row) => <StatusTag value={row.patientType} table={typeTable(t)} /> },
  { prop: 'reimWay', label: t('field.reimWay'), width: 136, render: (row) => payerText(t, row.reimWay) },
  {
    prop: 'infectedHistory',
    label: t('field.infectedHistory'),
    width: 150,
    render: (row) => <InfectionTags marks={row.infectedHistory} most={row.infectedHistory.length > 2 ? 1 : 2} isDialysis={row.patientType === 'dialysis'} />,
  },
  { prop: 'allergies', label: t('field.allergies'), width: 168, render: (row) => allergiesText(t, row) },
  { prop: 'dialysisNo', label: t('field.dialysisNo'), width: 116, sortable: true, render: (row) => row.dialysis?.dialysisNo ?? '' },
  { prop: 'weekdays', label: t('field.weekdays'), width: 140, render: (row) => weekdaysText(t, row.dialysis?.weekdays ?? []) },
  { prop: 'class', label: t('field.class'), width: 124, render: (row) => (row.dialysis ? className(row.dialysis.classId) : '') },
  { prop: 'bed', label: t('field.bed'), width: 84, sortable: true, render: (row) => row.dialysis?.bed ?? '' },
  { prop: 'phone', label: t('field.phone'), width: 130, permission: 'phone' },
  { prop: 'patientIdcard', label: t('field.patientIdcard'), width: 190, hiddenAtFirst: true },
  { prop: 'birthday', label: t('field.birthday'), width: 120, hiddenAtFirst: true },
  { prop: 'infectionCheckedOn', label: t('field.infectionCheckedOn'), width: 130, hiddenAtFirst: true },
  { prop: 'psn_no', label: t('field.psn_no'), width: 180, hiddenAtFirst: true },
  { prop: 'state', label: t('field.state'), width: 96, hiddenAtFirst: true, render: (row) => <StatusTag value={stateOf(row)} table={stateTable(t)} /> },
  { prop: 'diagnosis', label: t('field.diagnosis'), minWidth: 220, render: (row) => row.diagnosis.map((entry) => entry.name).join(t('listMark')) },
];
