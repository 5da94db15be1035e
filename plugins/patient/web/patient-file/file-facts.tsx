import { usePlugin } from '@nephra/plugin-sdk/web';
import { AreaName, DescriptionSections, GroupTitle, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { ReactNode } from 'react';
import type { FieldGroup } from '../../contract/file-field.ts';
import type { PatientFile } from '../../contract/index.ts';
import { type ContentField, factsAt, unplacedFields } from '../../domain/file/file-content.ts';
import { fieldLabel } from '../field-text.ts';
import { InfectionTags } from '../infection-tags.tsx';
import { allergiesText, certText, payerText, pregnancyText, sexText, typeTable, weekdaysText } from '../vocabulary.ts';
import type { RevealedNumbers } from './open-file.store.ts';

export interface FileFactsProps {
  readonly file: PatientFile;
  readonly revealed: RevealedNumbers | null;
  readonly className: (classId: string) => string;
}

/** Plain fields that stand somewhere in the drawer: in its head, its sections or at its end. */
const PLACED: readonly string[] = [
  ...['patientName', 'outpatientCode', 'birthday', 'patientIdcard', 'phone', 'visit', 'contactName', 'contactPhone', 'address', 'psn_no', 'insuplc_admdvs'],
  ...['infectionCheckedOn', 'pregnancyOn', 'note', 'dialysis.dialysisNo', 'dialysis.bed', 'dialysis.firstDate', 'dialysis.access'],
];

/** What a patient file says. */
export function FileFacts({ file, revealed, className }: FileFactsProps) {
  const words = usePlugin();
  const { t } = words;
  const plan = file.dialysis;
  const fact = (field: ContentField, value: ReactNode, more: object = {}) => ({ label: fieldLabel(words, field), value, ...more });
  /** What the description puts into a part and nobody gave a place: the value as it stands. */
  const rest = (group: FieldGroup) =>
    unplacedFields(group, PLACED).map((field) => {
      const values: Readonly<Record<string, unknown>> = field.startsWith('dialysis.') ? (plan ?? {}) : file;
      return fact(field, String(values[field.replace(/^dialysis\./, '')] ?? ''), factsAt(field).kind === 'note' ? { span: 2 } : {});
    });
  /** A number that the caller's columns do not grant is no fact of the file at all. */
  const phoneFact = (name: 'phone' | 'contactPhone') =>
    file[name] === undefined ? [] : [fact(name, revealed?.[name] ? <a href={`tel:${revealed[name]}`}>{revealed[name]}</a> : file[name])];
  return (
    <div className="pt-file">
      <header className="pt-file-head">
        <h3>{file.patientName}</h3>
        <span>{[sexText(t, file.patientSex), file.patientAge >= 0 && t('years', { n: file.patientAge })].filter(Boolean).join(' · ')}</span>
        <StatusTag value={file.patientType} table={typeTable(t)} />
        {file.enableMark === 0 && <StatusTag value={0} table={[{ value: 0, text: t('state.disabled') }]} />}
        <InfectionTags marks={file.infectedHistory} isDialysis={file.patientType === 'dialysis'} />
      </header>
      {file.allergies.length > 0 && (
        <p className="pt-allergies" role="note">
          <strong>{fieldLabel(words, 'allergies')}</strong> {file.allergies.join(t('listMark'))}
        </p>
      )}
      {file.pregnancyState !== '' && file.pregnancyState !== 'none' && (
        <p className="pt-allergies" role="note">
          <strong>{pregnancyText(t, file.pregnancyState)}</strong> {file.pregnancyOn}
        </p>
      )}
      <DescriptionSections
        columns={2}
        sections={[
          {
            title: t('file.basic'),
            items: [
              fact('outpatientCode', file.outpatientCode),
              fact('birthday', file.birthday),
              fact('psn_cert_type', certText(t, file.psn_cert_type)),
              fact('patientIdcard', revealed?.patientIdcard ?? file.patientIdcard),
              ...phoneFact('phone'),
              fact('visit', file.visit),
              fact('contactName', file.contactName),
              ...phoneFact('contactPhone'),
              fact('address', file.addressArea === '' ? file.address : <Address file={file} />, { span: 2 }),
              ...rest('basic'),
              ...rest('clinical'),
            ],
          },
          {
            title: t('file.insurance'),
            items: [
              fact('reimWay', payerText(t, file.reimWay)),
              fact('medInsMark', t(`medInsMark.${file.medInsMark}`)),
              fact('psn_no', file.psn_no),
              fact('insuplc_admdvs', file.insuplc_admdvs),
              ...rest('insurance'),
            ],
          },
          plan && {
            title: t('file.dialysis'),
            items: [
              fact('dialysis.dialysisNo', plan.dialysisNo),
              fact('dialysis.mode', plan.mode),
              fact('dialysis.weekdays', weekdaysText(t, plan.weekdays)),
              fact('dialysis.classId', [className(plan.classId), plan.bed].filter(Boolean).join(' · ')),
              fact('dialysis.dryWeight', plan.dryWeight === null ? '' : `${plan.dryWeight.toFixed(1)} kg`),
              fact('dialysis.firstDate', plan.firstDate),
              fact('infectionCheckedOn', file.infectionCheckedOn),
              fact('dialysis.access', plan.access),
              ...rest('dialysis'),
            ],
          },
        ]}
      />
      <GroupTitle>{t('file.clinical')}</GroupTitle>
      {file.diagnosis.length === 0 ? (
        <p className="pt-none">{t('file.noDiagnosis')}</p>
      ) : (
        <ul className="pt-diagnoses">
          {file.diagnosis.map((entry) => (
            <li key={entry.code}>
              <code>{entry.code}</code> {entry.name}
            </li>
          ))}
        </ul>
      )}
      {file.allergies.length === 0 && <p className="pt-none">{t('file.said', { field: fieldLabel(words, 'allergies'), text: allergiesText(t, file) })}</p>}
      {file.note && <p className="pt-note">{file.note}</p>}
    </div>
  );
}

/** The district where one was chosen, and what was written. */
function Address({ file: { addressArea, address } }: Pick<FileFactsProps, 'file'>) {
  return (
    <>
      <AreaName id={addressArea} /> {address}
    </>
  );
}
