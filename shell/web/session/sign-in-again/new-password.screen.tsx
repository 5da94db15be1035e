import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, IconKey, IconRefresh } from '@nephra/plugin-sdk/ui';
import { PasswordChange } from '../../pages/passwords/password-fields.tsx';
import { useShell } from '../../shell-context.tsx';
import './new-password.css';

interface NewPasswordScreenProps {
  /** The password is set: reads the session again. */
  readonly onSet: () => Promise<void>;
}

/** Over the whole window while a new password is due: after a reset, at the first sign-in, or because the old one has grown old. */
export const NewPasswordScreen = observer(function NewPasswordScreen({ onSet }: NewPasswordScreenProps) {
  const { t, session, toast, actions } = useShell();
  const [failed, setFailed] = useState(false);
  const first = session.passwordDemand === 'first';
  const goOn = async () => {
    setFailed(false);
    await onSet().catch(() => setFailed(true));
  };
  return (
    <main className="nf-new-password">
      <section className="nf-new-password-card">
        <span className="nf-new-password-icon" aria-hidden>
          <IconKey size="extra-large" />
        </span>
        <h1>{t(first ? 'newPassword.firstTitle' : 'newPassword.expiredTitle')}</h1>
        <p>{t('newPassword.who', { name: session.userInfo?.userName ?? '', account: session.userInfo?.userAccount ?? '' })}</p>
        <p>{t(first ? 'newPassword.first' : 'newPassword.expired')}</p>
        {failed ? (
          <Button theme="solid" icon={<IconRefresh />} onClick={() => void goOn()}>
            {t('newPassword.goOn')}
          </Button>
        ) : (
          <PasswordChange
            submitText={t('newPassword.save')}
            autoFocus
            onChanged={(msg) => {
              toast.success(msg || t('password.changed'));
              return goOn();
            }}
          />
        )}
        <Button theme="borderless" onClick={() => void actions.logout()}>
          {t('lock.logout')}
        </Button>
      </section>
    </main>
  );
});
