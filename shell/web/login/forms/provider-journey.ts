import type { BrowserStorage } from '../../storage/browser-storage.ts';

/** What the page keeps while the browser is at the other system: this browser alone can go on with what comes back. */
export interface ProviderJourney {
  readonly provider: string;
  readonly nonce: string;
  /** Query of the login address that the person began at: where they wanted to go. */
  readonly search: string;
}

/** What came back in the address. */
export interface ProviderReturn {
  readonly provider: string;
  readonly code: string;
  readonly state: string;
}

const KEY = 'signInJourney';

/** What the other system added to our address; undefined on every other visit. Without a code the person gave up there. */
export function returnIn(search: string): ProviderReturn | undefined {
  const query = new URLSearchParams(search);
  const [provider, state] = [query.get('provider') ?? '', query.get('state') ?? ''];
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(provider) || state === '') return undefined;
  return { provider, code: query.get('code') ?? '', state };
}

export function keepJourney(storage: Pick<BrowserStorage, 'set'>, journey: ProviderJourney): void {
  storage.set(KEY, { ...journey });
}

/** Good once: what was kept is gone afterwards. */
export function takeJourney(storage: Pick<BrowserStorage, 'get' | 'remove'>): ProviderJourney | undefined {
  const kept = storage.get(KEY) as Partial<ProviderJourney> | null | undefined;
  storage.remove(KEY);
  if (typeof kept?.provider !== 'string' || typeof kept.nonce !== 'string' || typeof kept.search !== 'string') return undefined;
  return { provider: kept.provider, nonce: kept.nonce, search: kept.search };
}

/** The browser is sent to web addresses alone, whatever a plugin answers. */
export const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
