import { usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, EmptyState, ErrorCard, ListSkeleton, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { InsuranceHeads } from '../parts/insurance-heads.tsx';
import { LineStore } from '../parts/line.store.ts';
import { ConnectionCard } from './connection.card.tsx';
import { SetupStore } from './setup.store.ts';
import './setup.css';

/** Facilities and how each reaches its platform, with a live checklist. */
export const Page = observer(function SetupPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const line = useStore(() => new LineStore(ctx));
  const store = useStore(() => new SetupStore(ctx));
  useEffect(() => void store.list.start(), [store]);
  const { list, editing } = store;
  return (
    <PageFrame title={t('setup.title')} fill={false}>
      <InsuranceHeads line={line} />
      {list.state.kind === 'failed' && <ErrorCard error={list.state.error} onRetry={() => void list.reload()} />}
      {list.state.kind === 'loading' && list.state.first && <ListSkeleton />}
      {list.state.kind === 'ready' && list.rows.length === 0 && <EmptyState text={t('setup.noFacility')} />}
      <ul className="in-facilities" aria-label={t('setup.title')}>
        {list.rows.map((row) => (
          <li key={row.orgId}>
            <ConnectionCard store={store} row={row} />
          </li>
        ))}
      </ul>
      <EditDialog
        form={editing?.form ?? null}
        title={editing ? t('setup.editOf', { name: editing.row.orgName }) : ''}
        onSave={store.save}
        onSaved={store.saved}
        onClose={() => store.close()}
      />
    </PageFrame>
  );
});
