import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { FormPanel, type FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import './parts.css';

export interface FormSheetProps<Values extends object, Result> {
  /** Open while there is one. */
  readonly form: FormStore<Values> | null;
  readonly title: string;
  /** Saves; its refusal is shown in the form, so call the server with `quiet: true`. */
  readonly onSave: (values: Values, act: SaveAct) => Promise<Result>;
  readonly onSaved: (result: Result) => unknown;
  readonly onClose: () => void;
  readonly columns?: number;
  /** Pixels. Default 720. */
  readonly width?: number;
}

/** A form with many fields beside the list. Closing with unsaved values asks first. */
function ObservedFormSheet<Values extends object, Result>({ form, title, onSave, onSaved, onClose, columns, width = 720 }: FormSheetProps<Values, Result>) {
  const { t, confirm } = usePlugin();
  const save = async () => {
    if (!form) return;
    const outcome = await form.submit(onSave);
    if (outcome.kind === 'saved') await onSaved(outcome.result);
  };
  const close = async () => {
    if (!form || form.saving) return;
    if (form.dirty && !(await confirm({ title: t('parts.leaveTitle'), content: t('parts.leaveAsk'), okText: t('parts.leaveOk'), danger: true }))) return;
    form.reset();
    onClose();
  };
  return (
    <SideSheet
      visible={form !== null}
      title={title}
      width={`min(${width}px, 100vw)`}
      maskClosable={false}
      keepDOM={false}
      onCancel={() => void close()}
      footer={
        <div className="pm-foot">
          <Button onClick={() => void close()} disabled={form?.saving}>
            {t('parts.cancel')}
          </Button>
          <Button theme="solid" type="primary" loading={form?.saving} onClick={() => void save()}>
            {t('parts.save')}
          </Button>
        </div>
      }
    >
      {form && (
        <div className="pm-sheet">
          <FormPanel form={form} columns={columns} autoFocus onSubmit={() => void save()} />
        </div>
      )}
    </SideSheet>
  );
}

export const FormSheet = observer(ObservedFormSheet) as typeof ObservedFormSheet;
