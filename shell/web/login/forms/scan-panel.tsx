import { useEffect, useState } from 'react';
import { useLogin } from '../login-scope.tsx';
import { type OfferedProvider, ProviderButtons } from './provider-buttons.tsx';

const POLL_MS = 2000;

interface Ticket {
  readonly ticket: string;
  readonly url: string;
  readonly expiresInSeconds: number;
}

interface ScanState {
  readonly state: 'waiting' | 'scanned' | 'confirmed' | 'expired';
  readonly token: string;
  readonly theme: string;
}

interface ScanPanelProps {
  readonly providers: readonly OfferedProvider[];
  /** Why a sign-in by one of them did not work; empty: none was tried. */
  readonly refusal: string;
}

type Shown = 'loading' | 'waiting' | 'scanned' | 'expired' | 'failed';

/** Log-in by a picture that a signed-in phone scans (spec 2.1): shows the ticket's address, then asks for its state. Other systems stand above it. */
export function ScanPanel({ providers, refusal }: ScanPanelProps) {
  const { t, http, signedIn } = useLogin();
  const [round, setRound] = useState(0);
  const [path, setPath] = useState('');
  const [size, setSize] = useState(0);
  const [shown, setShown] = useState<Shown>('loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for a new ticket
  useEffect(() => {
    let live = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = (ticket: string) => {
      timer = setTimeout(async () => {
        const found = await http.get<ScanState>(`/api/oauth/Scan/${encodeURIComponent(ticket)}`).catch(() => undefined);
        if (!live) return;
        if (found?.state === 'confirmed') return signedIn(found);
        if (found?.state === 'expired') return setShown('expired');
        if (found !== undefined) setShown(found.state);
        poll(ticket);
      }, POLL_MS);
    };
    const begin = async () => {
      const [{ drawCode }, ticket] = await Promise.all([import('./qr-code.ts'), http.postJson<Ticket>('/api/oauth/Scan', {})]);
      if (!live) return;
      const drawn = drawCode(new URL(ticket.url, window.location.origin).href);
      setPath(drawn.path);
      setSize(drawn.size);
      setShown('waiting');
      poll(ticket.ticket);
    };
    setShown('loading');
    begin().catch(() => live && setShown('failed'));
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [http, signedIn, round]);

  const over = shown === 'expired' || shown === 'failed' || shown === 'scanned';
  return (
    <div className="lg-scan">
      {(providers.length > 0 || refusal !== '') && <ProviderButtons providers={providers} refusal={refusal} />}
      <div className={over ? 'lg-qr lg-qr--over' : 'lg-qr'}>
        {size > 0 && (
          <svg viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label={t('scan.picture')} shapeRendering="crispEdges">
            <path d={path} fill="#10293f" />
          </svg>
        )}
        {(shown === 'expired' || shown === 'failed') && (
          <button type="button" onClick={() => setRound(round + 1)}>
            {t('scan.refresh')}
          </button>
        )}
      </div>
      <p role="status">{shown === 'waiting' || shown === 'loading' ? t('scan.tip') : t(`scan.${shown}`)}</p>
    </div>
  );
}
