import { usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, ErrorCard, ListSkeleton, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { ExchangeDrawer } from '../parts/exchange/exchange.drawer.tsx';
import { ExchangeStore } from '../parts/exchange/exchange.store.ts';
import { InsuranceHeads } from '../parts/insurance-heads.tsx';
import { LineStore } from '../parts/line.store.ts';
import { CockpitStore } from './cockpit.store.ts';
import { DoubtCard } from './doubt.card.tsx';
import './cockpit.css';

/** Every settlement without a certain outcome, oldest first, each with its proof and the one safe next step. */
export const Page = observer(function CockpitPage() {
  const ctx = usePlugin();
  const { t, can } = ctx;
  const line = useStore(() => new LineStore(ctx));
  const store = useStore(() => new CockpitStore(ctx, () => void line.refresh()));
  const [exchanges] = useState(() => new ExchangeStore(ctx));
  useEffect(() => {
    store.start();
    return () => store.dispose();
  }, [store]);
  const { list, deciding } = store;
  return (
    <PageFrame title={t('cockpit.title')} note={list.rows.length > 0 ? t('cockpit.count', { n: list.rows.length }) : undefined} fill={false}>
      <InsuranceHeads line={line} banner={false} />
      {list.state.kind === 'failed' && <ErrorCard error={list.state.error} onRetry={() => void list.reload()} />}
      {list.state.kind === 'loading' && list.state.first && <ListSkeleton />}
      {list.state.kind === 'ready' && list.rows.length === 0 && <AllClear />}
      <ol className="in-doubts" aria-label={t('cockpit.title')}>
        {list.rows.map((doubt, at) => (
          <li key={doubt.id}>
            <DoubtCard store={store} doubt={doubt} opened={at === 0} onExchange={can('his.insurance.log') ? (id) => void exchanges.open(id) : undefined} />
          </li>
        ))}
      </ol>
      <EditDialog
        form={deciding?.form ?? null}
        title={deciding ? t('cockpit.decideOn', { name: deciding.doubt.patientName }) : ''}
        width={560}
        saveText={t('cockpit.decideNow')}
        onSave={store.saveDecision}
        onSaved={store.decided}
        onClose={() => store.endDecision()}
      />
      <ExchangeDrawer store={exchanges} />
    </PageFrame>
  );
});

function AllClear() {
  const { t } = usePlugin();
  return (
    <div className="in-clear" role="status">
      <svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="29" />
        <path d="m20 33 8 8 17-18" />
      </svg>
      <h2>{t('cockpit.clear')}</h2>
      <p>{t('cockpit.clearHelp')}</p>
    </div>
  );
}
