import { useState } from 'react';
import { useLogin } from '../login-scope.tsx';
import { isWebAddress, keepJourney } from './provider-journey.ts';

/** Another system that people show themselves to, with the name that its plugin gives. */
export interface OfferedProvider {
  readonly code: string;
  readonly title: string;
}

interface Begun {
  readonly url: string;
  readonly nonce: string;
}

interface ProviderButtonsProps {
  readonly providers: readonly OfferedProvider[];
  /** A sentence of the last try; empty: none. */
  readonly refusal: string;
}

/** Ways to sign in by another system (spec 2.1: enterprise-messaging scan): the browser goes to its page and comes back with a code. */
export function ProviderButtons({ providers, refusal }: ProviderButtonsProps) {
  const { t, http, storage } = useLogin();
  const [leaving, setLeaving] = useState('');
  const [refused, setRefused] = useState(refusal);

  const leave = async (code: string) => {
    setLeaving(code);
    setRefused('');
    try {
      const { url, nonce } = await http.postJson<Begun>(`/api/oauth/Provider/${encodeURIComponent(code)}`, {});
      if (!isWebAddress(url)) throw new Error(t('provider.noAddress'));
      keepJourney(storage, { provider: code, nonce, search: window.location.search });
      window.location.assign(url);
    } catch (error) {
      setLeaving('');
      setRefused((error as Error).message);
    }
  };

  return (
    <div className="lg-providers">
      {providers.map(({ code, title }) => (
        <button key={code} type="button" className="lg-submit" disabled={leaving !== ''} aria-busy={leaving === code} onClick={() => void leave(code)}>
          {leaving === code ? t('provider.leaving') : title}
        </button>
      ))}
      <div className="lg-refusal" role="alert">
        {refused}
      </div>
    </div>
  );
}
