import { usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionSections, GroupTitle, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { PatientFile } from '../../contract/index.ts';
import { InfectionTags } from '../infection-tags.tsx';
import { allergiesText, certText, payerText, pregnancyText, sexText, typeTable, weekdaysText } from '../vocabulary.ts';
import type { RevealedNumbers } from './open-file.store.ts';

export interface FileFactsProps {
  readonly file: PatientFile;
  readonly revealed: RevealedNumbers | null;
  readonly className: (classId: string) => string;
}

/** What a patient file says. */
export function FileFacts({ file, revealed, className }: FileFactsProps) {
  const { t } = usePlugin();
  const plan = file.dialysis;
  /** A number that the caller's columns do not grant is no fact of the file at all. */
  const phoneFact = (name: 'phone' | 'contactPhone') =>
    file[name] === undefined
      ? []
      : [{ label: t(`field.${name}`), value: revealed?.[name] ? <a href={`tel:${revealed[name]}`}>{revealed[name]}</a> : file[name] }];
  return (
    <div className="pt-file">
      <header className="pt-file-head">
        <h3>{file.patientName}</h3>
        <span>{`${sexText(t, file.patientSex)} · ${t('years', { n: file.patientAge })}`}</span>
        <StatusTag value={file.patientType} table={typeTable(t)} />
        {file.enableMark === 0 && <StatusTag value={0} table={[{ value: 0, text: t('state.disabled') }]} />}
        <InfectionTags marks={file.infectedHistory} isDialysis={file.patientType === 'dialysis'} />
      </header>
      {file.allergies.length > 0 && (
        <p className="pt-allergies" role="note">
          <strong>{t('field.allergies')}</strong> {file.allergies.join(t('listMark'))}
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
              { label: t('field.outpatientCode'), value: file.outpatientCode },
              { label: t('field.birthday'), value: file.birthday },
              { label: t('field.psn_cert_type'), value: certText(t, file.psn_cert_type) },
              { label: t('field.patientIdcard'), value: revealed?.patientIdcard ?? file.patientIdcard },
              ...phoneFact('phone'),
              { label: t('field.visit'), value: file.visit },
              { label: t('field.contactName'), value: file.contactName },
              ...phoneFact('contactPhone'),
              { label: t('field.address'), value: file.address, span: 2 },
            ],
          },
          {
            title: t('file.insurance'),
            items: [
              { label: t('field.reimWay'), value: payerText(t, file.reimWay) },
              { label: t('field.medInsMark'), value: t(`medInsMark.${file.medInsMark}`) },
              { label: t('field.psn_no'), value: file.psn_no },
              { label: t('field.insuplc_admdvs'), value: file.insuplc_admdvs },
            ],
          },
          plan && {
            title: t('file.dialysis'),
            items: [
              { label: t('field.dialysisNo'), value: plan.dialysisNo },
              { label: t('field.mode'), value: plan.mode },
              { label: t('field.weekdays'), value: weekdaysText(t, plan.weekdays) },
              { label: t('field.class'), value: [className(plan.classId), plan.bed].filter(Boolean).join(' · ') },
              { label: t('field.dryWeight'), value: plan.dryWeight === null ? '' : `${plan.dryWeight.toFixed(1)} kg` },
              { label: t('field.firstDate'), value: plan.firstDate },
              { label: t('field.infectionCheckedOn'), value: file.infectionCheckedOn },
              { label: t('field.access'), value: plan.access },
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
      {file.allergies.length === 0 && <p className="pt-none">{`${t('field.allergies')}: ${allergiesText(t, file)}`}</p>}
      {file.note && <p className="pt-note">{file.note}</p>}
    </div>
  );
}
