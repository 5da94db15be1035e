import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin, WithPermission } from '@nephra/plugin-sdk/web';
import { DescriptionList, ErrorCard, GroupTitle, ListSkeleton, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { PatientFile } from '../../contract/index.ts';
import { InfectionTags } from '../infection-tags.tsx';
import { payerText, sexText, typeTable, weekdaysText } from '../vocabulary.ts';
import type { PatientListStore, RevealedNumbers } from './patient-list.store.ts';
import '../patient.css';

/** The file of one patient beside the list. */
export const PatientFileDrawer = observer(function PatientFileDrawer({ store }: { readonly store: PatientListStore }) {
  const { t } = usePlugin();
  const { file } = store;
  return (
    <SideSheet
      visible={file.kind !== 'closed'}
      title={t('file.title')}
      width="min(560px, 100vw)"
      onCancel={() => store.close()}
      footer={
        file.kind === 'open' && file.revealed === null ? (
          <WithPermission button="btn_reveal">
            <div className="pt-drawer-foot">
              <PermissionButton button="btn_reveal" theme="light" onClick={() => store.reveal()}>
                {t('file.reveal')}
              </PermissionButton>
              <small>{t('file.revealNote')}</small>
            </div>
          </WithPermission>
        ) : undefined
      }
    >
      {file.kind === 'loading' && <ListSkeleton />}
      {file.kind === 'failed' && <ErrorCard error={file.error} onRetry={() => void store.open(file.row)} />}
      {file.kind === 'open' && <FileBody file={file.file} revealed={file.revealed} store={store} />}
    </SideSheet>
  );
});

interface FileBodyProps {
  readonly file: PatientFile;
  readonly revealed: RevealedNumbers | null;
  readonly store: PatientListStore;
}

const FileBody = observer(function FileBody({ file, revealed, store }: FileBodyProps) {
  const { t } = usePlugin();
  const plan = file.dialysis;
  return (
    <div className="pt-file">
      <header className="pt-file-head">
        <h3>{file.patientName}</h3>
        <span>{`${sexText(t, file.patientSex)} · ${t('years', { n: file.patientAge })}`}</span>
        <StatusTag value={file.patientType} table={typeTable(t)} />
        {file.infectedHistory.length > 0 && <InfectionTags marks={file.infectedHistory} />}
      </header>
      {file.allergies.length > 0 && (
        <p className="pt-allergies" role="note">
          <strong>{t('field.allergies')}</strong> {file.allergies.join(t('listMark'))}
        </p>
      )}
      <GroupTitle>{t('file.basic')}</GroupTitle>
      <DescriptionList
        columns={2}
        items={[
          { label: t('field.outpatientCode'), value: file.outpatientCode },
          { label: t('field.birthday'), value: file.birthday },
          { label: t('field.patientIdcard'), value: revealed?.patientIdcard ?? file.patientIdcard, span: 2 },
          { label: t('field.phone'), value: revealed?.phone ?? file.phone },
          { label: t('field.contactName'), value: file.contactName },
          { label: t('field.contactPhone'), value: revealed?.contactPhone ?? file.contactPhone },
          { label: t('field.visit'), value: file.visit },
          { label: t('field.address'), value: file.address, span: 2 },
        ]}
      />
      <GroupTitle>{t('file.insurance')}</GroupTitle>
      <DescriptionList
        columns={2}
        items={[
          { label: t('field.reimWay'), value: payerText(t, file.reimWay) },
          { label: t('field.medInsMark'), value: t(`medInsMark.${file.medInsMark}`) },
          { label: t('field.psn_no'), value: file.psn_no },
          { label: t('field.insuplc_admdvs'), value: file.insuplc_admdvs },
        ]}
      />
      {plan && (
        <>
          <GroupTitle>{t('file.dialysis')}</GroupTitle>
          <DescriptionList
            columns={2}
            items={[
              { label: t('field.dialysisNo'), value: plan.dialysisNo },
              { label: t('field.mode'), value: plan.mode },
              { label: t('field.weekdays'), value: weekdaysText(t, plan.weekdays) },
              { label: t('field.class'), value: [store.className(plan.classId), plan.bed].filter(Boolean).join(' · ') },
              { label: t('field.dryWeight'), value: plan.dryWeight === null ? '' : `${plan.dryWeight.toFixed(1)} kg` },
              { label: t('field.firstDate'), value: plan.firstDate },
              { label: t('field.access'), value: plan.access, span: 2 },
            ]}
          />
        </>
      )}
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
      {file.allergies.length === 0 && <p className="pt-none">{t('file.noAllergies')}</p>}
      {file.note && <p>{file.note}</p>}
    </div>
  );
});
