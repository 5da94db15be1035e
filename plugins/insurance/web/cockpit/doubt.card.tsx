import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin, WithPermission, wordOf } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, DateText, StatusTag, PatientLink, useNow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { DoubtRow } from '../../contract/index.ts';
import { Trail } from '../parts/trail.tsx';
import { infnoText, insutypeText, money, settlementStates, type Text } from '../parts/words.ts';
import type { CockpitStore } from './cockpit.store.ts';

interface DoubtCardProps {
  readonly store: CockpitStore;
  readonly doubt: DoubtRow;
  /** Its proof trail stands open at first; else only the last step is visible. */
  readonly opened: boolean;
  readonly onExchange: ((exchangeId: string) => void) | undefined;
}

/** `3 h 12 min`, `47 s`: the two largest units. */
function spanText(t: Text, ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return t('cockpit.span.days', { d: days, h: hours % 24 });
  if (hours > 0) return t('cockpit.span.hours', { h: hours, m: minutes % 60 });
  return minutes > 0 ? t('cockpit.span.minutes', { m: minutes, s: seconds % 60 }) : t('cockpit.span.seconds', { s: seconds });
}

/** Steps that a person can do now; waiting and deciding are none. */
const ACTS: readonly string[] = ['ask-again', 'book', 'retry-settle', 'compare-day'];

/** One doubtful settlement: since when, who, how much, why, what is safe to do, and the proof. */
export const DoubtCard = observer(function DoubtCard({ store, doubt, opened, onExchange }: DoubtCardProps) {
  const { t } = usePlugin();
  const now = useNow(1);
  const [proof, setProof] = useState(opened);
  const resolving = store.resolving === doubt.id;
  const { outcome } = store;
  const wait = doubt.nextTryAt === null ? null : doubt.nextTryAt - now;
  return (
    <article className="in-doubt-card" aria-label={doubt.patientName}>
      <header>
        <div>
          <h2>
            <PatientLink patientId={doubt.patientId} name={doubt.patientName} />
          </h2>
          <StatusTag value={doubt.state} table={settlementStates(t)} />
          <span className="in-soft">{doubt.outpatientCode}</span>
          <span className="in-soft">{insutypeText(t, doubt.insutype)}</span>
        </div>
        <p className="in-doubt-since">
          <strong>{spanText(t, now - doubt.since)}</strong>
          <span className="in-soft">
            {t('cockpit.since')} <DateText value={doubt.since} />
          </span>
        </p>
      </header>
      <div className="in-doubt-body">
        <div className="in-doubt-what">
          <dl>
            <div>
              <dt>{t('cockpit.stake')}</dt>
              <dd>
                <AmountText amount={money(doubt.medfee_sumamt)} strong sign />
              </dd>
            </div>
            <div>
              <dt>{t('amount.fund_pay_sumamt.short')}</dt>
              <dd>
                <AmountText amount={money(doubt.fund_pay_sumamt)} />
              </dd>
            </div>
            <div>
              <dt>{t('amount.acct_pay.short')}</dt>
              <dd>
                <AmountText amount={money(doubt.acct_pay)} />
              </dd>
            </div>
            <div>
              <dt>{t('amount.psn_cash_pay.short')}</dt>
              <dd>
                <AmountText amount={money(doubt.psn_cash_pay)} />
              </dd>
            </div>
          </dl>
          <p className="in-doubt-why">{doubt.explanation}</p>
          <p className="in-soft in-doubt-facts">
            <span>{t('cockpit.lostCall', { call: `${doubt.infno} ${infnoText(t, doubt.infno)}` })}</span>
            <span>{t('cockpit.rounds', { n: doubt.rounds })}</span>
            <span>{doubt.dpNumbers.join(t('desk.listMark'))}</span>
            <span>{t('cockpit.by', { name: doubt.operatorName })}</span>
          </p>
          <div className="in-doubt-next">
            <p>
              <span className="in-soft">{t('cockpit.next')}</span>
              <strong>{wordOf(t, `next.${doubt.next}`, doubt.next)}</strong>
              {wait !== null && <span className="in-soft">{wait > 0 ? t('cockpit.tryIn', { span: spanText(t, wait) }) : t('cockpit.trying')}</span>}
            </p>
            {ACTS.includes(doubt.next) && (
              <WithPermission button="btn_resolve">
                <Button
                  theme="solid"
                  type="primary"
                  loading={resolving}
                  disabled={store.resolving !== null && !resolving}
                  onClick={() => void store.resolve(doubt)}
                >
                  {t(`cockpit.act.${doubt.next}`)}
                </Button>
              </WithPermission>
            )}
            {doubt.next === 'decide' && (
              <WithPermission button="btn_decide" fallback={<span>{t('cockpit.askClerk')}</span>}>
                <Button theme="solid" type="primary" disabled={store.resolving !== null} onClick={() => store.decide(doubt)}>
                  {t('cockpit.act.decide')}
                </Button>
              </WithPermission>
            )}
          </div>
          {outcome?.id === doubt.id && <Alert kind={outcome.kind === 'open' ? 'info' : 'error'} text={outcome.text} />}
        </div>
        <section className="in-doubt-proof" aria-label={t('desk.trail')}>
          <button type="button" aria-expanded={proof} onClick={() => setProof(!proof)}>
            {t('cockpit.proofTrail', { n: doubt.trail.length })}
          </button>
          <div className="in-doubt-trail">
            <Trail steps={proof ? doubt.trail : doubt.trail.slice(-1)} onExchange={onExchange} newestFirst />
          </div>
        </section>
      </div>
    </article>
  );
});
