import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { EditDialog, type FormItem, FormStore, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { MAX_ACCOUNT, MAX_ADDRESS, MAX_NAME, MAX_PASSWORD, MAX_SIGNATURE } from '../contract/limits.ts';
import type { MailConfig } from '../contract/mail.contract.ts';
import type { MailStore } from './mail.store.ts';

interface SetupForm {
  readonly address: string;
  readonly account: string;
  readonly password: string;
  readonly senderName: string;
  readonly signature: string;
}

/** Both servers are asked before anything is kept. */
const TIMEOUT_MS = 60_000;

const fieldsOf = ({ t }: WebContext, kept: boolean): FormItem<SetupForm>[] => [
  { kind: 'text', name: 'address', label: t('setup.address'), required: true, maxLength: MAX_ADDRESS },
  { kind: 'text', name: 'account', label: t('setup.account'), maxLength: MAX_ACCOUNT, placeholder: t('setup.accountHelp') },
  {
    kind: 'password',
    name: 'password',
    label: t('setup.password'),
    required: !kept,
    maxLength: MAX_PASSWORD,
    autoComplete: 'new-password',
    placeholder: kept ? t('setup.passwordHelp') : '',
  },
  { kind: 'text', name: 'senderName', label: t('setup.senderName'), maxLength: MAX_NAME },
  { kind: 'textarea', name: 'signature', label: t('setup.signature'), maxLength: MAX_SIGNATURE },
];

interface SetupDialogProps {
  readonly store: MailStore;
  readonly config: MailConfig;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The own account: kept when both servers let it in. */
export const SetupDialog = observer(function SetupDialog({ store, config, onClose, onSaved }: SetupDialogProps) {
  const ctx = usePlugin();
  const { t, confirm, toast } = ctx;
  const form = useStore(() => {
    const { address, account, senderName, signature, passwordSet } = config;
    return new FormStore<SetupForm>({
      fields: () => fieldsOf(ctx, passwordSet),
      initial: { address, account: account === address ? '' : account, password: '', senderName, signature },
    });
  });
  const remove = async () => {
    if (!(await confirm({ content: t('setup.removeAsk'), danger: true }))) return;
    await store.client.removeConfig({}).then(onSaved, () => undefined);
  };
  return (
    <EditDialog
      form={form}
      title={t('setup.title')}
      width={560}
      columns={1}
      saveText={t(form.saving ? 'setup.saving' : 'setup.save')}
      onClose={onClose}
      onSave={(values, act) => store.client.saveConfig({ body: values }, { ...act, quiet: true, timeoutMs: TIMEOUT_MS })}
      onSaved={({ msg }) => {
        toast.success(msg);
        onSaved();
      }}
    >
      <p className="mail-soft">{t('setup.server', { imap: config.imapHost || t('setup.none'), smtp: config.smtpHost || t('setup.none') })}</p>
      {config.passwordSet && (
        <Button className="mail-remove" theme="borderless" type="danger" disabled={form.saving} onClick={() => void remove()}>
          {t('setup.remove')}
        </Button>
      )}
    </EditDialog>
  );
});
