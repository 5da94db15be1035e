import './last-login-toast.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { minuteText } from '../../pages/business-time.ts';
import { useShell } from '../../shell-context.tsx';
import { LAST_LOGIN_NOTICE_MS, lastLogin } from './last-login-notice.ts';

/** Time, place and IP of the log-in before, for 2 s at bottom right after arriving from the login page (spec 4). */
export const LastLoginToast = observer(function LastLoginToast() {
  const { t, session } = useShell();
  const [over, setOver] = useState(false);
  const last = session.userInfo === null ? undefined : lastLogin(session.userInfo, minuteText);
  const shown = last !== undefined && !over;

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setOver(true), LAST_LOGIN_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  if (!shown) return null;
  return (
    <section className="nf-last-login" role="status">
      <h2>{t('lastLogin.title')}</h2>
      <dl>
        <dt>{t('lastLogin.time')}</dt>
        <dd>{last.time}</dd>
        <dt>{t('lastLogin.place')}</dt>
        <dd>{last.place}</dd>
        <dt>{t('lastLogin.ip')}</dt>
        <dd>{last.ip}</dd>
      </dl>
    </section>
  );
});
