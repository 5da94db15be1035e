// In this order: later ones refine earlier ones.
import './login-frame.css';
import './forms/login-form.css';
import './login-ways.css';
import './login-narrow.css';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { ToastPort } from '../feedback/feedback.port.ts';
import { HTML_LANG, LANGUAGE_NAMES } from '../i18n/language-choice.ts';
import type { LightHttp } from '../net/light-http.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import { AccountForm } from './forms/account-form.tsx';
import { continueToShell, prefetchShell } from './continue-to-shell.ts';
import { GlobeSign, Illustration, Mark } from './login-icons.tsx';
import { type LoginScope, LoginScopeProvider, useLogin } from './login-scope.tsx';
import { textIn } from './login-texts.ts';
import { MobileForm } from './forms/mobile-form.tsx';
import { redirectTarget } from './redirect-target.ts';
import type { OfferedProvider } from './forms/provider-buttons.tsx';
import { returnIn } from './forms/provider-journey.ts';
import { ProviderReturnView } from './forms/provider-return.tsx';
import { ScanPanel } from './forms/scan-panel.tsx';
import type { OfferedRule } from './forms/setup-form.tsx';

/** Once in the life of a system: nobody else fetches it. */
const SetupForm = lazy(async () => ({ default: (await import('./forms/setup-form.tsx')).SetupForm }));

type Mode = 'password' | 'scan' | 'code';

interface LoginFacts {
  readonly sysName: string;
  readonly sysDescription: string;
  /** Addresses of the site's own pictures; empty: ours. */
  readonly loginIcon: string;
  readonly navigationIcon: string;
  readonly copyright: string;
  readonly modes: readonly Mode[];
  /** Other systems to scan with. */
  readonly providers?: readonly OfferedProvider[];
  readonly setup: boolean;
  readonly passwordRules: readonly OfferedRule[];
  readonly demoAccounts: readonly string[];
  readonly demoPassword: string;
  /** Languages that the site added. */
  readonly languages?: readonly { readonly code: string; readonly name: string; readonly base: Language }[];
  /** What the page says in the one that is spoken. */
  readonly texts?: Readonly<Record<string, string>>;
}

const MODE_TITLES: Readonly<Record<Mode, string>> = { password: 'login.title', scan: 'login.scanTitle', code: 'login.codeTitle' };
const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

export interface LoginPageProps {
  readonly http: LightHttp;
  readonly toast: ToastPort;
  readonly storage: BrowserStorage;
  readonly language: Language;
  /** Language of the site over it; empty: none. */
  readonly siteLanguage: string;
  /** Why the session before ended; empty when there is nothing to say. */
  readonly notice: string;
  /** Chosen in the menu: the HTTP client speaks it from now on. */
  readonly onLanguage: (language: Language, siteLanguage: string) => void;
  /** Takes the login page away when the shell is ready. */
  readonly makeRoom: () => void;
}

/** What the page knows before the server has spoken: the names of the last session. */
function rememberedFacts(storage: BrowserStorage): LoginFacts {
  const config = storage.get('sysConfig') as Partial<LoginFacts> | undefined;
  return {
    sysName: config?.sysName ?? '血透中心信息系统',
    sysDescription: '',
    loginIcon: config?.loginIcon ?? '',
    navigationIcon: config?.navigationIcon ?? '',
    copyright: config?.copyright ?? '',
    modes: ['password'],
    setup: false,
    passwordRules: [],
    demoAccounts: [],
    demoPassword: '',
  };
}

/** /login (spec 2.1): three modes, language, and the first-start form. */
export function LoginPage({ http, toast, storage, language, siteLanguage, notice, onLanguage, makeRoom }: LoginPageProps) {
  const [facts, setFacts] = useState(() => rememberedFacts(storage));
  const [mode, setMode] = useState<Mode>('password');
  const [entering, setEntering] = useState<'no' | 'yes' | 'failed'>('no');
  const t = useMemo(() => textIn(language, siteLanguage === '' ? {} : facts.texts), [language, siteLanguage, facts.texts]);
  const [back, setBack] = useState(() => returnIn(window.location.search));
  const [refusal, setRefusal] = useState('');
  const givePrefetchUp = useRef<() => void>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the site added is asked for
  useEffect(() => {
    const take = (known: LoginFacts) => {
      setFacts(known);
      if (siteLanguage !== '' && !known.languages?.some(({ code }) => code === siteLanguage)) onLanguage(language, '');
    };
    http.get<LoginFacts>('/api/oauth/LoginPage').then(take, () => toast.error(textIn(language)('login.serverAway')));
  }, [http, toast, siteLanguage]);

  const added = facts.languages ?? [];
  const choose = (code: string) => {
    const found = added.find((one) => one.code === code);
    onLanguage(found?.base ?? (code as Language), found ? code : '');
  };

  useEffect(() => () => givePrefetchUp.current?.(), []);

  useEffect(() => {
    document.documentElement.lang = siteLanguage || HTML_LANG[language];
    document.title = language === 'zh' ? facts.sysName : `${t('login.logIn').replaceAll(' ', '')} - HIS`;
  }, [language, siteLanguage, facts.sysName, t]);

  const address = (url: string) => url && http.address(url);
  const enter = useCallback(() => {
    setEntering('yes');
    continueToShell(
      redirectTarget(window.location.search),
      { token: storage.getText('token') ?? '', language, spoken: siteLanguage || language },
      makeRoom,
    ).catch((error: unknown) => {
      console.error(error);
      setEntering('failed');
    });
  }, [makeRoom, storage, language, siteLanguage]);

  const refuseBack = (sentence: string) => {
    setRefusal(sentence);
    setMode('scan');
    setBack(undefined);
  };

  const scope = useMemo<LoginScope>(
    () => ({
      http,
      toast,
      storage,
      language,
      t,
      notice,
      signedIn({ token, theme }) {
        storage.set('token', token);
        storage.set('layoutType', ['classic', 'functional', 'plain', 'blend'].includes(theme) ? theme : 'classic');
        storage.remove('lock');
        enter();
      },
      typing() {
        givePrefetchUp.current ??= prefetchShell();
      },
    }),
    [http, toast, storage, language, t, notice, enter],
  );

  return (
    <LoginScopeProvider value={scope}>
      <div className="lg">
        <aside className="lg-side">
          <div className="lg-brand">
            <Logo url={address(facts.navigationIcon)} size={40} />
            <span>{facts.sysName}</span>
          </div>
          <p className="lg-slogan">{facts.sysDescription || t('login.slogan')}</p>
          {facts.loginIcon ? <img className="lg-picture" src={address(facts.loginIcon)} alt="" /> : <Illustration />}
        </aside>
        <main className="lg-main">
          <label className="lg-language">
            <GlobeSign />
            <select value={siteLanguage || language} aria-label={t('login.language')} onChange={(event) => choose(event.target.value)}>
              {LANGUAGES.map((code) => (
                <option key={code} value={code}>
                  {LANGUAGE_NAMES[code]}
                </option>
              ))}
              {added.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <div className="lg-card">
            <div className="lg-brand lg-brand--small">
              <Logo url={address(facts.navigationIcon)} size={32} />
              <span>{facts.sysName}</span>
            </div>
            {entering !== 'no' ? (
              <Entering failed={entering === 'failed'} onRetry={enter} />
            ) : back ? (
              <ProviderReturnView back={back} onRefused={refuseBack} />
            ) : (
              <SignIn facts={facts} mode={mode} refusal={refusal} onMode={setMode} onSetUp={() => setFacts({ ...facts, setup: false })} />
            )}
          </div>
          <footer className="lg-foot">{facts.copyright}</footer>
        </main>
      </div>
    </LoginScopeProvider>
  );
}

const Logo = ({ url, size }: { readonly url: string; readonly size: number }) =>
  url ? <img src={url} width={size} height={size} alt="" /> : <Mark size={size} />;

interface SignInProps {
  readonly facts: LoginFacts;
  readonly mode: Mode;
  /** Why a sign-in by another system did not work; empty: none was tried. */
  readonly refusal: string;
  readonly onMode: (mode: Mode) => void;
  readonly onSetUp: () => void;
}

function SignIn({ facts, mode, refusal, onMode, onSetUp }: SignInProps) {
  const { t } = useLogin();
  if (facts.setup) {
    return (
      <Suspense fallback={null}>
        <SetupForm rules={facts.passwordRules} onDone={onSetUp} />
      </Suspense>
    );
  }
  return (
    <>
      <h1 className="lg-title">{t('login.welcome')}</h1>
      {facts.modes.length > 1 && (
        <div className="lg-modes" role="tablist" aria-label={t('login.modes')}>
          {facts.modes.map((one) => (
            <button key={one} type="button" role="tab" aria-selected={one === mode} onClick={() => onMode(one)}>
              {t(MODE_TITLES[one])}
            </button>
          ))}
        </div>
      )}
      {mode === 'password' && <AccountForm demoAccounts={facts.demoAccounts} demoPassword={facts.demoPassword} />}
      {mode === 'code' && <MobileForm />}
      {mode === 'scan' && <ScanPanel providers={facts.providers ?? []} refusal={refusal} />}
    </>
  );
}

/** Signed in; the shell is on its way. */
function Entering({ failed, onRetry }: { readonly failed: boolean; readonly onRetry: () => void }) {
  const { t } = useLogin();
  return (
    <div className="lg-entering" role="status">
      {failed ? (
        <>
          <p>{t('login.enterFailed')}</p>
          <button type="button" className="lg-submit" onClick={onRetry}>
            {t('login.retry')}
          </button>
        </>
      ) : (
        <>
          <span className="lg-spinner" aria-hidden />
          <p>{t('login.entering')}</p>
        </>
      )}
    </div>
  );
}
