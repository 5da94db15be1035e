import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { useBlocker, useRouteError } from 'react-router-dom';
import { Button, IconRefresh, IconWifi, Spin } from '@nephra/plugin-sdk/ui';
import type { ShellParts } from './create-shell.ts';
import { ConfirmHost } from './feedback/confirm-host.tsx';
import { LayoutFrame } from './layouts/layout-frame.tsx';
import { LockScreen } from './lock-screen/lock-screen.page.tsx';
import { AuthRedirect } from './pages/auth-redirect.page.tsx';
import { CalmCard } from './pages/home/calm-card.tsx';
import { PageView } from './pages/page-view.tsx';
import { losesView } from './router/leave-rule.ts';
import type { Visit } from './router/route-table.ts';
import { LastLoginToast } from './session/last-login/last-login-toast.tsx';
import { NewPasswordScreen } from './session/sign-in-again/new-password.screen.tsx';
import { ScanConfirm } from './session/sign-in-again/scan-confirm.tsx';
import { ReloginDialog } from './session/sign-in-again/relogin-dialog.tsx';
import { useShell } from './shell-context.tsx';

interface StageProps {
  readonly parts: ShellParts;
  readonly fromLogin: boolean;
}

/** Asks before a navigation that would throw unsaved work away. */
function useUnsavedQuestion({ unsaved, shell }: ShellParts): void {
  const { settings, router } = shell;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const kept = settings.tagsView && settings.useCache && router.find(currentLocation.pathname)?.meta.cache !== false;
    return losesView(currentLocation, nextLocation, kept) && unsaved.isDirty(currentLocation.pathname + currentLocation.search);
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void unsaved.mayLeave([shell.router.visit?.fullPath ?? '']).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, unsaved, shell]);
}

/** What fills the window: the frame with its pages, a screen over it, and what floats above both. */
export const Stage = observer(function Stage({ parts, fromLogin }: StageProps) {
  const { router, host, confirms, relogin, shell, sessionEnd, reopen } = parts;
  const { visit, screen } = router;
  useUnsavedQuestion(parts);
  const renderPage = useCallback((shown: Visit) => <PageView visit={shown} host={host} />, [host]);

  const passwordDue = shell.session.passwordDemand !== '';
  // Pages are drawn once they may ask the server; what is open when a password expires stays as it is, hidden.
  const [drawn, setDrawn] = useState(!passwordDue);
  if (!drawn && !passwordDue) setDrawn(true);
  const covered = screen !== '' || passwordDue;

  return (
    <>
      {visit !== null && drawn && (
        // Under the lock the frame stays as it is, hidden and out of reach, so that nothing typed is lost.
        <div style={{ display: covered ? 'none' : 'contents' }} inert={covered}>
          <LayoutFrame visit={visit} renderPage={renderPage} />
        </div>
      )}
      {screen === '/lockScreen' && <LockScreen onUnlocked={reopen} onEnded={(end) => void sessionEnd.expired(end)} />}
      {screen === '' && passwordDue && <NewPasswordScreen onSet={parts.beginSession} />}
      {screen === '/auth-redirect' && <AuthRedirect />}
      {!covered && <ScanConfirm />}
      {fromLogin && !covered && <LastLoginToast />}
      <ConfirmHost store={confirms} />
      <ReloginDialog store={relogin} />
    </>
  );
});

/** Before the first navigation has ended. */
export function Splash() {
  const { t } = useShell();
  return (
    <div className="nf-splash" role="status">
      <Spin size="large" />
      <span>{t('plugin.loading')}</span>
    </div>
  );
}

/** A navigation failed: without an answer from the server it can be tried again; anything else leads to /404 (spec 2.1). */
export function NavigationFault({ parts }: { readonly parts: ShellParts }) {
  const error = useRouteError();
  const { t } = parts.shell;
  const away = parts.isServerAway(error);
  useEffect(() => {
    if (away) return;
    console.error(error);
    parts.router.navigate('/404', { replace: true });
  }, [away, error, parts]);
  if (!away) return null;
  return (
    <CalmCard
      icon={<IconWifi size="extra-large" />}
      title={t('serverAway.title')}
      buttons={
        <Button theme="solid" icon={<IconRefresh />} onClick={parts.reloadDocument}>
          {t('plugin.retry')}
        </Button>
      }
    >
      <p>{t('serverAway.text')}</p>
    </CalmCard>
  );
}
