import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Language } from '@nephra/plugin-sdk/contract';
import { createToast } from '../feedback/toast.ts';
import { chooseLanguage } from '../i18n/language-choice.ts';
import { readApiBase } from '../boot/api-base.ts';
import { createLightHttp } from '../net/light-http.ts';
import { decideNavigation } from '../router/guard.ts';
import { openStorage } from '../storage/browser-storage.ts';
import { LoginPage } from './login.page.tsx';

/** What the session before had to say: read once. Same name as in session/session-end.ts, which is not part of this bundle. */
const LOGIN_NOTICE = 'loginNotice';

/** Entry `login`: the small bundle of a signed-out visitor. */
export function start(): void {
  const app = document.getElementById('app');
  if (app === null) throw new Error('The page has no element with the id "app".');
  const storage = openStorage();
  const toast = createToast(document, (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  });
  const language = { now: chooseLanguage(storage.get('language'), navigator.language) };
  const site = { now: String(storage.get('siteLanguage') ?? '') };
  const spoken = () => site.now || language.now;
  const http = createLightHttp({ base: readApiBase(document), pageOrigin: location.origin, language: () => language.now, spoken, now: Date.now });
  const root = createRoot(app);
  const keepLanguage = (chosen: Language, ofSite: string) => {
    language.now = chosen;
    site.now = ofSite;
    storage.set('language', chosen);
    storage.set('siteLanguage', ofSite);
  };
  // Signed in by another tab of this browser: go in with it.
  const endWatch = storage.onOtherTab((name, value) => {
    if (name === 'token' && value !== undefined) location.reload();
  });
  const makeRoom = () => {
    endWatch();
    root.unmount();
  };
  showLoginAddress();
  const notice = storage.getText(LOGIN_NOTICE) ?? '';
  storage.remove(LOGIN_NOTICE);
  root.render(
    <Login
      http={http}
      toast={toast}
      storage={storage}
      notice={notice}
      first={language.now}
      firstOfSite={site.now}
      onLanguage={keepLanguage}
      makeRoom={makeRoom}
    />,
  );
  if (notice !== '') toast.error(notice);
}

/** The address bar says where the person is and where they will go after sign-in (spec 2.3, without a token). */
function showLoginAddress(): void {
  const { pathname, search } = location;
  const step = decideNavigation({ hasToken: false, isLocked: false, isLoaded: false, path: pathname, search });
  if (step.kind === 'redirect') history.replaceState(null, '', step.to);
  // Credentials in an address are not taken; what is there must not stay readable.
  if (pathname === '/jump') history.replaceState(null, '', '/login');
}

type LoginProps = Omit<Parameters<typeof LoginPage>[0], 'language' | 'siteLanguage'> & { readonly first: Language; readonly firstOfSite: string };

function Login({ first, firstOfSite, onLanguage, ...rest }: LoginProps) {
  const [{ language, siteLanguage }, setLanguage] = useState({ language: first, siteLanguage: firstOfSite });
  return (
    <LoginPage
      {...rest}
      language={language}
      siteLanguage={siteLanguage}
      onLanguage={(chosen, ofSite) => {
        onLanguage(chosen, ofSite);
        setLanguage({ language: chosen, siteLanguage: ofSite });
      }}
    />
  );
}
