import { Button, IconCopy, IconKey } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { PasswordStore } from './password.store.ts';
import '../user.css';

export interface PasswordDialogProps {
  /** Open while there is one. */
  readonly store: PasswordStore | null;
  readonly onClose: () => void;
  readonly onSaved: () => unknown;
}

/** Sets somebody's password: typed twice, or made here and shown once to be handed over. */
export const PasswordDialog = observer(function PasswordDialog({ store, onClose, onSaved }: PasswordDialogProps) {
  const { t, toast } = usePlugin();
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('user.password.copied'));
    } catch {
      // Without TLS browsers keep the clipboard shut: the password can be marked and copied by hand.
      toast.warning(t('user.password.copyByHand'));
    }
  };
  return (
    <EditDialog
      form={store?.form ?? null}
      title={store ? t(store.isFirst ? 'user.password.firstTitle' : 'user.password.title', { name: store.user.realName }) : ''}
      columns={1}
      width={480}
      saveText={t('user.password.save')}
      onSave={store?.save ?? (async () => undefined)}
      onSaved={onSaved}
      onClose={onClose}
    >
      {store && (
        <div className="us-made">
          <Button icon={<IconKey />} onClick={() => store.generate()}>
            {t('user.password.generate')}
          </Button>
          {store.shown !== '' && (
            <span className="us-made-word">
              <output aria-label={t('user.password.made')}>{store.shown}</output>
              <Button theme="borderless" icon={<IconCopy />} aria-label={t('user.password.copy')} onClick={() => void copy(store.shown)} />
            </span>
          )}
          <p className="pm-note">{t('user.password.note', { account: store.user.account })}</p>
        </div>
      )}
    </EditDialog>
  );
});
