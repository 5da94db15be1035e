import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EditDialog, ErrorCard, ListSkeleton, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { PatientFile } from '../../contract/index.ts';
import { sexText } from '../vocabulary.ts';
import type { OpenFileStore } from './open-file.store.ts';
import '../patient.css';

export interface PatientFileDrawerProps {
  readonly store: OpenFileStore | null;
  readonly className: (classId: string) => string;
  readonly onClose: () => void;
  readonly onEdit: (file: PatientFile) => void;
  readonly onMerge: (file: PatientFile) => void;
  readonly onOpenFile: (patientId: string) => void;
}

/** The file of one patient beside the list: facts, history, merges, and what may be done with it. */
export const PatientFileDrawer = observer(function PatientFileDrawer({ store, className, onClose, onEdit, onMerge, onOpenFile }: PatientFileDrawerProps) {
  const { t } = usePlugin();
  const state = store?.state;
  const file = store?.file;
  const FileTabs = store?.tabs;
  return (
    <>
      <SideSheet
        visible={store !== null}
        title={t('file.title')}
        // Records are tables of other plugins, which 620 would cut.
        width={store?.tab === 'records' ? 'min(1040px, 100vw)' : 'min(620px, 100vw)'}
        onCancel={onClose}
        footer={file && store && <FileActs store={store} file={file} onEdit={onEdit} onMerge={onMerge} />}
      >
        {state?.kind === 'loading' && <ListSkeleton />}
        {state?.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void store?.load()} />}
        {store && state?.kind === 'open' && (
          <>
            {state.left && (
              <Alert kind="warning" text={t('merge.readOnly', { name: state.left.patientName, code: state.left.outpatientCode })}>
                <button type="button" className="nk-text-button" onClick={() => state.left && onOpenFile(state.left.patientId)}>
                  {t('merge.openLeft')}
                </button>
              </Alert>
            )}
            {FileTabs && <FileTabs store={store} file={state.file} className={className} />}
          </>
        )}
      </SideSheet>
      <EditDialog
        form={store?.reason ?? null}
        title={store?.question ? t(`reason.${questionText(store)}`) : ''}
        width={480}
        columns={1}
        saveText={t('action.confirm')}
        onClose={() => store?.closeQuestion()}
        onSave={async (values, act) => store?.answer(values, act)}
      />
    </>
  );
});

const questionText = (store: OpenFileStore): string =>
  store.question?.kind === 'state' ? (store.file?.enableMark === 1 ? 'disable' : 'enable') : (store.question?.kind ?? '');

interface FileActsProps {
  readonly store: OpenFileStore;
  readonly file: PatientFile;
  readonly onEdit: (file: PatientFile) => void;
  readonly onMerge: (file: PatientFile) => void;
}

const FileActs = observer(function FileActs({ store, file, onEdit, onMerge }: FileActsProps) {
  const { t, print } = usePlugin();
  const writable = file.mergedInto === null;
  // Bars are code of their own, which the list does not need.
  const band = async () => print((await import('./wristband.paper.ts')).wristbandPaper(file, t('file.wristband'), sexText(t, file.patientSex)));
  return (
    <div className="pt-drawer-foot">
      {store.revealed === null ? (
        <PermissionButton button="btn_reveal" theme="borderless" onClick={() => store.ask({ kind: 'reveal' })}>
          {t('file.reveal')}
        </PermissionButton>
      ) : (
        <Button theme="borderless" type="tertiary" onClick={() => store.hide()}>
          {t('file.hide')}
        </Button>
      )}
      <span className="pt-spring" />
      {writable && (
        <>
          <Button theme="borderless" type="tertiary" onClick={() => void band()}>
            {t('file.wristband')}
          </Button>
          <PermissionButton button="btn_merge" theme="borderless" type="tertiary" onClick={() => onMerge(file)}>
            {t('merge.start')}
          </PermissionButton>
          <PermissionButton button="btn_state" theme="borderless" danger={file.enableMark === 1} onClick={() => store.ask({ kind: 'state' })}>
            {t(file.enableMark === 1 ? 'action.disable' : 'action.enable')}
          </PermissionButton>
          <PermissionButton button="btn_edit" theme="solid" type="primary" onClick={() => onEdit(file)}>
            {t('action.edit')}
          </PermissionButton>
        </>
      )}
    </div>
  );
});
