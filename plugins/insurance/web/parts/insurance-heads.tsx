import { usePlugin } from '@nephra/plugin-sdk/web';
import { useNow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { type LineStore, SLOW_AFTER_MS } from './line.store.ts';
import './heads.css';

export const COCKPIT_PATH = '/his/insurance/cockpit';

interface HeadsProps {
  readonly line: LineStore;
  /** Draws the red banner while settlements are in doubt. The cockpit itself says it with its list. */
  readonly banner?: boolean;
  /** Since when the page waits for an answer of the platform (milliseconds); null while it does not. */
  readonly askedSince?: number | null;
}

/**
 * On top of every insurance page: simulation mark, state of the line, and the banner while an outcome is in doubt. It holds its room from the first
 * draw: what came in late would push the page down under a pointer that is about to press.
 */
export const InsuranceHeads = observer(function InsuranceHeads({ line, banner = true, askedSince = null }: HeadsProps) {
  const { t } = usePlugin();
  useEffect(() => {
    line.start();
    return () => line.dispose();
  }, [line]);
  const { state } = line;
  if (!state) {
    return (
      <div className="in-heads">
        <p className="in-line" data-line="off">
          <span className="in-line-dot" aria-hidden="true" />
          {t('desk.line.asking')}
        </p>
      </div>
    );
  }
  return (
    <div className="in-heads">
      {state.simulated && (
        <p className="in-ribbon" role="note">
          {t('desk.simulation')}
        </p>
      )}
      <LineBar state={state} askedSince={askedSince} />
      {banner && state.doubtful > 0 && <DoubtBanner count={state.doubtful} />}
    </div>
  );
});

interface LineBarProps {
  readonly state: NonNullable<LineStore['state']>;
  readonly askedSince: number | null;
}

function LineBar({ state, askedSince }: LineBarProps) {
  const { t } = usePlugin();
  const waits = state.line === 'down' && state.retryAt !== null;
  const now = useNow(1, waits || askedSince !== null);
  const unanswered = askedSince === null ? 0 : Math.floor((now - askedSince) / 1000);
  const slow = state.line === 'up' && unanswered >= SLOW_AFTER_MS / 1000;
  const left = state.retryAt === null ? 0 : Math.max(0, Math.ceil((state.retryAt - now) / 1000));
  return (
    <p className="in-line" data-line={slow ? 'slow' : state.line} role="status">
      <span className="in-line-dot" aria-hidden="true" />
      <strong>{slow ? t('desk.line.slow', { n: unanswered }) : t(`desk.line.${state.line}`)}</strong>
      {state.testRegion && <span className="in-soft">{t('desk.testRegion')}</span>}
      {waits && <span>{left > 0 ? t('desk.line.retryIn', { n: left }) : t('desk.line.retrying')}</span>}
      {state.waiting > 0 && <span>{t('desk.line.waiting', { n: state.waiting })}</span>}
    </p>
  );
}

/** Red: an answer was lost, and whoever settles must know before the next patient. */
export function DoubtBanner({ count }: { readonly count: number }) {
  const { t, can, navigate } = usePlugin();
  return (
    <div className="in-doubt" role="alert">
      <span>{t('desk.doubtful', { n: count })}</span>
      {can('his.insurance.cockpit') && (
        <button type="button" onClick={() => navigate(COCKPIT_PATH)}>
          {t('desk.toCockpit')}
        </button>
      )}
    </div>
  );
}

/** Asks for the state of the line without drawing it. */
export function LineWatch({ line }: { readonly line: LineStore }) {
  useEffect(() => {
    line.start();
    return () => line.dispose();
  }, [line]);
  return null;
}
