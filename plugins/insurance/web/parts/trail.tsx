import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { DateText } from '@nephra/plugin-sdk/widgets';
import type { TrailStep } from '../../contract/index.ts';
import { infnoText, reasonText } from './words.ts';
import './trail.css';

interface TrailProps {
  readonly steps: readonly TrailStep[];
  /** Opens an exchange with the platform; absent for those who may not read the log. */
  readonly onExchange?: (exchangeId: string) => void;
  readonly newestFirst?: boolean;
}

/** What happened, in order, with the exchange that proves each step. */
export function Trail({ steps, onExchange, newestFirst }: TrailProps) {
  const { t } = usePlugin();
  if (steps.length === 0) return <p className="in-soft">{t('desk.noTrail')}</p>;
  return (
    <ol className="in-trail" aria-label={t('desk.trail')}>
      {(newestFirst ? [...steps].reverse() : steps).map((step) => (
        <li key={step.id} data-kind={step.kind}>
          <p>{wordOf(t, `trail.${step.kind}`, step.kind, { ...step.params, reason: reasonText(t, String(step.params.reason ?? '')) })}</p>
          <p className="in-soft">
            <DateText value={step.time} variant="exact" />
            {step.byName && <span>{step.byName}</span>}
            {step.infno !== '' && <span>{`${step.infno} ${infnoText(t, step.infno)}`}</span>}
            {step.exchangeId !== null && onExchange && (
              <button type="button" className="nk-text-button" onClick={() => step.exchangeId !== null && onExchange(step.exchangeId)}>
                {t('desk.seeExchange')}
              </button>
            )}
            {step.msgid !== '' && <code title={step.msgid}>{step.msgid}</code>}
          </p>
        </li>
      ))}
    </ol>
  );
}
