import { useEffect, useRef } from 'react';
import { useLogin } from '../login-scope.tsx';
import { type ProviderReturn, takeJourney } from './provider-journey.ts';

interface ProviderReturnProps {
  readonly back: ProviderReturn;
  /** The sentence that says why it did not work; the page of sign-in shows it. */
  readonly onRefused: (sentence: string) => void;
}

/** The browser is back from another system: signs in with what it brought, once. The address is clean before anything is sent. */
export function ProviderReturnView({ back, onRefused }: ProviderReturnProps) {
  const { t, http, storage, signedIn } = useLogin();
  // Drawn twice in development; a code is good once.
  const sent = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back is used once, in the language of that moment
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const journey = takeJourney(storage);
    window.history.replaceState(null, '', `/login${journey?.search ?? ''}`);
    if (back.code === '') return onRefused(t('provider.givenUp'));
    if (journey?.provider !== back.provider) return onRefused(t('provider.elsewhere'));
    const body = { code: back.code, state: back.state, nonce: journey.nonce };
    http
      .postJson<{ token: string; theme: string }>(`/api/oauth/Provider/${encodeURIComponent(back.provider)}/Actions/Enter`, body)
      .then(signedIn, (error: unknown) => onRefused((error as Error).message));
  }, []);

  return (
    <div className="lg-entering" role="status">
      <span className="lg-spinner" aria-hidden />
      <p>{t('provider.checking')}</p>
    </div>
  );
}
