import './lock-screen.css';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { Button, IconLock, Input } from '@nephra/plugin-sdk/ui';
import { SESSION_ENDED_CODES } from '@nephra/plugin-sdk/contract';
import { ApiError } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../contract/index.ts';
import { md5 } from '../net/login/md5.ts';
import { clockText, dayText } from '../pages/business-time.ts';
import { useNow } from '../pages/home/use-now.ts';
import { useShell } from '../shell-context.tsx';

interface LockScreenProps {
  readonly onUnlocked: () => void;
  /** There is nothing left to unlock: the session is over. */
  readonly onEnded: (end: { readonly error: string; readonly msg: string }) => void;
}

/** /lockScreen: the session is locked here and on the server; the password of the same person opens it (spec 4, lock). */
export const LockScreen = observer(function LockScreen({ onUnlocked, onEnded }: LockScreenProps) {
  const { t, session, settings, http, actions } = useShell();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const now = useNow();
  const { userAccount, userName, headIcon } = session.lockUser;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || busy) return setError(password === '' ? t('lock.passwordMissing') : '');
    setBusy(true);
    try {
      await http.call(sessionContract.routes.unlock, { body: { account: userAccount, password: md5(password) } }, { quiet: true });
      onUnlocked();
    } catch (failure) {
      if (failure instanceof ApiError && SESSION_ENDED_CODES.includes(failure.code)) onEnded({ error: failure.error, msg: failure.message });
      setError(failure instanceof Error ? failure.message : String(failure));
      setPassword('');
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="nf-lock">
      <div className="nf-lock-clock">
        <strong>{clockText(now)}</strong>
        <span>{dayText(now, settings.language)}</span>
      </div>
      <form className="nf-lock-card" onSubmit={(event) => void submit(event)} noValidate>
        {/* Not the library's: this screen must stand without asking for a file. */}
        <span className="nf-lock-face">{headIcon ? <img src={http.fileUrl(headIcon)} alt="" /> : userName.slice(-2)}</span>
        <h1>{userName || userAccount}</h1>
        <p>{session.lockedAfterMinutes > 0 ? t('lock.rested', { minutes: session.lockedAfterMinutes }) : t('lock.hint')}</p>
        <Input
          mode="password"
          size="large"
          autoFocus
          prefix={<IconLock aria-hidden />}
          value={password}
          onChange={(text) => {
            setPassword(text);
            setError('');
          }}
          placeholder={t('lock.password')}
          aria-label={t('lock.password')}
          autoComplete="current-password"
        />
        <div className="nf-lock-error" role="alert">
          {error}
        </div>
        <Button theme="solid" size="large" htmlType="submit" loading={busy}>
          {t('lock.unlock')}
        </Button>
        <Button theme="borderless" onClick={() => void actions.logout()}>
          {t('lock.logout')}
        </Button>
      </form>
    </main>
  );
});
