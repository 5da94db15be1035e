import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormPanel } from './form-panel.tsx';
import type { FormStore, SaveAct } from './form-store.ts';
import { useKitText } from '../kit-text.ts';

export interface EditDialogProps<Values extends object, Result> {
  /** Open while there is a form. */
  readonly form: FormStore<Values> | null;
  readonly title: string;
  /** Saves; its rejection is shown in the dialog, so call the server with `quiet: true`. */
  readonly onSave: (values: Values, act: SaveAct) => Promise<Result>;
  /** After a save; the dialog closes right after. */
  readonly onSaved?: (result: Result) => unknown;
  readonly onClose: () => void;
  /** Pixels. Default 720; on a phone the dialog takes the whole width. */
  readonly width?: number;
  readonly columns?: number;
  readonly saveText?: string;
  /** Stands below the fields. */
  readonly children?: ReactNode;
}

function ObservedEditDialog<Values extends object, Result>(props: EditDialogProps<Values, Result>) {
  const { form, title, onSave, onSaved, onClose, width = 720, columns, saveText, children } = props;
  const { confirm } = usePlugin();
  const text = useKitText();
  const save = async () => {
    if (!form) return;
    const outcome = await form.submit(onSave);
    if (outcome.kind !== 'saved') return;
    onClose();
    await onSaved?.(outcome.result);
  };
  const close = async () => {
    if (!form || form.saving) return;
    if (form.dirty && !(await confirm({ title: text('discardTitle'), content: text('discardAsk'), okText: text('discard'), danger: true }))) return;
    form.reset();
    onClose();
  };
  return (
    <Modal
      visible={form !== null}
      title={title}
      width={`min(${width}px, calc(100vw - 24px))`}
      centered
      maskClosable={false}
      keepDOM={false}
      onCancel={() => void close()}
      bodyStyle={{ maxHeight: 'calc(100dvh - 220px)', overflow: 'auto' }}
      footer={
        <>
          <Button onClick={() => void close()} disabled={form?.saving}>
            {text('cancel')}
          </Button>
          <Button theme="solid" type="primary" loading={form?.saving} onClick={() => void save()}>
            {saveText ?? text('save')}
          </Button>
        </>
      }
    >
      {form && (
        <FormPanel form={form} columns={columns} autoFocus onSubmit={() => void save()}>
          {children}
        </FormPanel>
      )}
    </Modal>
  );
}

/** A form in a dialog. Closing with unsaved values asks first; what was typed survives a lost session or a crash as a draft. */
export const EditDialog = observer(ObservedEditDialog) as typeof ObservedEditDialog;
