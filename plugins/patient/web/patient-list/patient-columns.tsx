import { type Column, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { PatientRow } from '../../contract/index.ts';
import type { ContentField } from '../../domain/file/file-content.ts';
import { fieldLabel, type Words } from '../field-text.ts';
import { InfectionTags } from '../infection-tags.tsx';
import { allergiesText, payerText, sexText, stateTable, typeTable, weekdaysText } from '../vocabulary.ts';

const stateOf = (row: PatientRow): string => (row.mergedInto !== null ? 'merged' : row.enableMark === 0 ? 'disabled' : 'enabled');

/** Columns of the patient list. */
export function patientColumns(words: Words, className: (classId: string) => string): Column<PatientRow>[] {
  const { t } = words;
  const label = (field: ContentField) => fieldLabel(words, field);
  return [
    {
      prop: 'patientName',
      label: label('patientName'),
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
    { prop: 'patientSex', label: label('patientSex'), width: 84, render: (row) => sexText(t, row.patientSex) },
    // Nobody is 0 years old because nobody wrote down when they were born.
    {
      prop: 'patientAge',
      label: t('field.patientAge'),
      width: 84,
      align: 'right',
      sortable: true,
      render: (row) => (row.patientAge < 0 ? '–' : row.patientAge),
    },
    { prop: 'outpatientCode', label: label('outpatientCode'), width: 148, sortable: true },
    { prop: 'patientType', label: label('patientType'), width: 122, render: (row) => <StatusTag value={row.patientType} table={typeTable(t)} /> },
    { prop: 'reimWay', label: label('reimWay'), width: 136, render: (row) => payerText(t, row.reimWay) },
    {
      prop: 'infectedHistory',
      label: label('infectedHistory'),
      width: 150,
      render: (row) => <InfectionTags marks={row.infectedHistory} most={row.infectedHistory.length > 2 ? 1 : 2} isDialysis={row.patientType === 'dialysis'} />,
    },
    { prop: 'allergies', label: label('allergies'), width: 168, render: (row) => allergiesText(t, row) },
    { prop: 'dialysisNo', label: label('dialysis.dialysisNo'), width: 116, sortable: true, render: (row) => row.dialysis?.dialysisNo ?? '' },
    { prop: 'weekdays', label: label('dialysis.weekdays'), width: 140, render: (row) => weekdaysText(t, row.dialysis?.weekdays ?? []) },
    { prop: 'class', label: label('dialysis.classId'), width: 124, render: (row) => (row.dialysis ? className(row.dialysis.classId) : '') },
    { prop: 'bed', label: label('dialysis.bed'), width: 84, sortable: true, render: (row) => row.dialysis?.bed ?? '' },
    { prop: 'phone', label: label('phone'), width: 130, permission: 'phone' },
    { prop: 'patientIdcard', label: label('patientIdcard'), width: 190, hiddenAtFirst: true },
    { prop: 'birthday', label: label('birthday'), width: 120, hiddenAtFirst: true },
    { prop: 'infectionCheckedOn', label: label('infectionCheckedOn'), width: 130, hiddenAtFirst: true },
    { prop: 'psn_no', label: label('psn_no'), width: 180, hiddenAtFirst: true },
    { prop: 'state', label: t('field.state'), width: 96, hiddenAtFirst: true, render: (row) => <StatusTag value={stateOf(row)} table={stateTable(t)} /> },
    { prop: 'diagnosis', label: label('diagnosis'), minWidth: 220, render: (row) => row.diagnosis.map((entry) => entry.name).join(t('listMark')) },
  ];
}
