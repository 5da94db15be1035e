import { type Column, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { FileRow } from '../../contract/file.schema.ts';
import { accessWords, patternWords, type ShiftName, serologyTable, type Text, zoneTable } from '../words.ts';

/** Columns of the list of patients on dialysis. */
export function fileColumns(t: Text, shiftName: ShiftName): Column<FileRow>[] {
  const zones = zoneTable(t);
  const serology = serologyTable(t);
  const pattern = (row: FileRow): string => (row.pattern ? patternWords(t, row.pattern, shiftName) : t('none.pattern'));
  return [
    {
      prop: 'patientName',
      label: t('list.patient'),
      width: 128,
      fixed: 'left',
      always: true,
      text: (row) => row.patientName,
      render: (row) => (
        <span className="df-who">
          {row.patientName}
          <small className="df-phone-below">{pattern(row)}</small>
        </span>
      ),
    },
    {
      prop: 'zone',
      label: t('list.zone'),
      width: 132,
      render: (row) => (
        <span className="df-tags">
          <StatusTag value={row.zone} table={zones} />
          {row.zoneOverridden && <small>{t('list.byHand')}</small>}
        </span>
      ),
    },
    { prop: 'dialysisNo', label: t('list.dialysisNo'), width: 108 },
    {
      prop: 'mode',
      label: t('list.mode'),
      width: 96,
      render: (row) => row.mode ?? <StatusTag value="none" table={[{ value: 'none', text: t('none.mode'), tone: 'danger' }]} />,
    },
    { prop: 'pattern', label: t('list.pattern'), minWidth: 210, text: pattern, render: pattern },
    {
      prop: 'dryWeight',
      label: t('list.dryWeight'),
      width: 156,
      render: (row) =>
        row.dryWeight ? (
          <span className="df-tags">
            {`${row.dryWeight.kg.toFixed(1)} kg`}
            {row.dryWeight.overdue && <StatusTag value="due" table={[{ value: 'due', text: t('list.reviewDue'), tone: 'warning' }]} />}
          </span>
        ) : (
          t('none.dryWeight')
        ),
    },
    {
      prop: 'access',
      label: t('list.access'),
      minWidth: 150,
      text: (row) => (row.access ? accessWords(t, row.access) : ''),
      render: (row) => (row.access ? accessWords(t, row.access) : t('none.access')),
    },
    {
      prop: 'serology',
      label: t('list.serology'),
      width: 176,
      render: (row) => (
        <span className="df-tags">
          <StatusTag value={row.serology} table={serology} />
          {row.serologyDueOn && row.serology !== 'missing' && <small>{row.serologyDueOn}</small>}
        </span>
      ),
    },
    {
      prop: 'marks',
      label: t('list.marks'),
      width: 150,
      render: (row) =>
        [
          row.transient && t('list.transient'),
          row.hasDraft && t('list.draft'),
          row.consentsLacking.length > 0 && t('list.noConsent'),
          row.outcome && t(`outcome.${row.outcome.kind}`),
        ]
          .filter(Boolean)
          .join(t('listMark')),
    },
  ];
}
