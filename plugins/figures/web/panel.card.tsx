import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { FigurePanelView } from '../contract/index.ts';
import { DaysBlock } from './days.block.tsx';
import { FigureTile } from './figure.tile.tsx';
import type { FiguresStore } from './figures.store.ts';
import { PartsBlock } from './parts.block.tsx';

interface PanelCardProps {
  readonly store: FiguresStore;
  readonly panel: FigurePanelView;
}

/** One panel: totals, days, parts. One that could not be read says so and offers to be read again by itself. */
export const PanelCard = observer(function PanelCard({ store, panel }: PanelCardProps) {
  const { t } = usePlugin();
  const heading = useId();
  const { id, title, state, now, totals, days, parts } = panel;
  return (
    <section className="fg-panel" aria-labelledby={heading}>
      <header className="fg-panel-head">
        <h2 id={heading}>{title}</h2>
        {now && <small>{t('panel.now')}</small>}
      </header>
      {state !== 'ready' && (
        <Alert kind="error" text={t(`panel.${state}`)}>
          <button type="button" className="nk-text-button" disabled={store.retrying.includes(id)} onClick={() => void store.retry(id)}>
            {t(store.retrying.includes(id) ? 'panel.retrying' : 'panel.retry')}
          </button>
        </Alert>
      )}
      {totals.length > 0 && (
        <ul className="fg-tiles">
          {totals.map((total) => (
            <FigureTile key={total.key} store={store} panel={panel} total={total} />
          ))}
        </ul>
      )}
      {(days !== null || parts.length > 0) && (
        <div className="fg-blocks">
          {days !== null && <DaysBlock store={store} panel={panel} days={days} />}
          {parts.map((one) => (
            <PartsBlock key={one.key} store={store} panel={panel} parts={one} />
          ))}
        </div>
      )}
    </section>
  );
});

/** Grey shapes where panels will be. */
export function PanelSkeletons() {
  const { t } = usePlugin();
  return (
    <div className="fg-panels" role="status" aria-label={t('loading')}>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="fg-panel fg-panel-waiting" aria-hidden="true">
          <span className="fg-bone fg-bone-title" />
          <div className="fg-tiles">
            {['a', 'b', 'c', 'd'].map((tile) => (
              <span key={tile} className="fg-bone fg-bone-tile" />
            ))}
          </div>
          <span className="fg-bone fg-bone-chart" />
        </div>
      ))}
    </div>
  );
}
