import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { FormPanel } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { DuplicatesPanel } from './duplicates.panel.tsx';
import type { PatientFormStore, SavedPatient } from './patient-form.store.ts';
import '../patient.css';

export interface PatientFormSheetProps {
  /** Open while there is one. */
  readonly store: PatientFormStore | null;
  readonly onClose: () => void;
  readonly onSaved: (saved: SavedPatient) => void;
  readonly onOpenFile: (patientId: string) => void;
}

/** A patient file to fill in, beside the list. Closing with unsaved values asks first. */
export const PatientFormSheet = observer(function PatientFormSheet({ store, onClose, onSaved, onOpenFile }: PatientFormSheetProps) {
  const { t, confirm } = usePlugin();
  const form = store?.form;
  const save = async () => {
    if (!store) return;
    const outcome = await store.form.submit(store.save);
    if (outcome.kind === 'saved') onSaved(outcome.result);
  };
  /** True when nothing is lost, or the loss is wanted. */
  const mayLeave = async (): Promise<boolean> => {
    if (!form || form.saving) return false;
    if (form.dirty && !(await confirm({ title: t('form.leaveTitle'), content: t('form.leaveAsk'), okText: t('form.leaveOk'), danger: true }))) return false;
    form.reset();
    return true;
  };
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  const openFile = async (patientId: string) => {
    if (await mayLeave()) onOpenFile(patientId);
  };
  return (
    <SideSheet
      visible={store !== null}
      title={store?.file ? t('form.edit', { name: store.file.patientName }) : t('form.create')}
      width="min(980px, 100vw)"
      maskClosable={false}
      keepDOM={false}
      onCancel={() => void close()}
      footer={
        <div className="pt-form-foot">
          <Button onClick={() => void close()} disabled={form?.saving}>
            {t('action.cancel')}
          </Button>
          <Button theme="solid" type="primary" loading={form?.saving} onClick={() => void save()}>
            {t('action.save')}
          </Button>
        </div>
      }
    >
      {store && (
        <div className="pt-form">
          <DuplicatesPanel store={store} onOpenFile={(id) => void openFile(id)} />
          {/* Enter does not save: card readers send one after the number, when most of the file is still empty. */}
          <FormPanel form={store.form} columns={3} autoFocus />
        </div>
      )}
    </SideSheet>
  );
});
