import { Checkbox } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { sexText } from '../vocabulary.ts';
import type { PatientFormStore } from './patient-form.store.ts';

export interface DuplicatesPanelProps {
  readonly store: PatientFormStore;
  /** Leaves the form for a file that is there already. */
  readonly onOpenFile: (patientId: string) => void;
}

/** Files that may be the same person, above the form: open one, or say that it is somebody else. */
export const DuplicatesPanel = observer(function DuplicatesPanel({ store, onOpenFile }: DuplicatesPanelProps) {
  const { t } = usePlugin();
  if (store.duplicates.length === 0) return null;
  const isSame = store.duplicates.some((one) => one.reasons.includes('idcard'));
  return (
    <section className={isSame ? 'pt-duplicates pt-duplicates-same' : 'pt-duplicates'} aria-label={t('duplicate.title')}>
      <p role="alert">{t(isSame ? 'duplicate.same' : 'duplicate.maybe')}</p>
      <ul>
        {store.duplicates.map(({ patient, reasons }) => (
          <li key={patient.patientId}>
            <strong>{patient.patientName}</strong>
            <span>{`${sexText(t, patient.patientSex)} · ${patient.birthday ?? '–'} · ${patient.outpatientCode} · ${patient.phone || '–'}`}</span>
            <span className="pt-tags">
              {reasons.map((reason) => (
                <StatusTag
                  key={reason}
                  value={reason}
                  table={[{ value: reason, text: t(`duplicate.${reason}`), tone: reason === 'idcard' ? 'danger' : 'warning' }]}
                />
              ))}
              {patient.enableMark === 0 && <StatusTag value={0} table={[{ value: 0, text: t('state.disabled') }]} />}
            </span>
            <span className="pt-duplicate-acts">
              <button type="button" className="nk-text-button" onClick={() => onOpenFile(patient.patientId)}>
                {t('duplicate.open')}
              </button>
              {!reasons.includes('idcard') && (
                <Checkbox
                  checked={store.cleared.has(patient.patientId)}
                  onChange={(event) => store.clear(patient.patientId, event.target.checked === true)}
                  aria-label={t('duplicate.other')}
                >
                  {t('duplicate.other')}
                </Checkbox>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
});
