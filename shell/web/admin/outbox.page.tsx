import './admin.css';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { IconRefresh, IconSearch, Input } from '@nephra/plugin-sdk/ui';
import { useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { DataTable, DateText, EmptyState, ErrorCard, ListSkeleton, PageFrame, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { registryContract } from '../../contract/index.ts';

interface SmsRow {
  readonly id: string;
  readonly time: number;
  readonly mobile: string;
  readonly text: string;
}

type Outbox =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly rows: readonly SmsRow[] }
  | { readonly kind: 'failed'; readonly error: unknown };

const matches = (row: SmsRow, keyword: string): boolean => row.mobile.includes(keyword) || row.text.toLowerCase().includes(keyword.toLowerCase());

/** Text messages that the development sender kept instead of sending. */
export const Page = observer(function OutboxPage() {
  const { t } = usePlugin();
  const client = useClient(registryContract);
  const [outbox, setOutbox] = useState<Outbox>({ kind: 'loading' });
  const [keyword, setKeyword] = useState('');

  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const { data } = await client.outbox({}, { quiet: true, signal });
        setOutbox({ kind: 'ready', rows: data.list });
      } catch (error) {
        if (!signal?.aborted) setOutbox({ kind: 'failed', error });
      }
    },
    [client],
  );
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load]);

  return (
    <PageFrame
      title={t('outbox.title')}
      actions={
        <PermissionButton theme="light" icon={<IconRefresh aria-hidden />} onClick={() => load()}>
          {t('outbox.refresh')}
        </PermissionButton>
      }
    >
      <p className="nephra-admin-intro">{t('outbox.intro')}</p>
      <div className="nephra-admin-filter">
        <Input
          prefix={<IconSearch aria-hidden />}
          showClear
          value={keyword}
          placeholder={t('outbox.search')}
          aria-label={t('outbox.search')}
          onChange={setKeyword}
        />
      </div>
      {outbox.kind === 'loading' && <ListSkeleton />}
      {outbox.kind === 'failed' && <ErrorCard error={outbox.error} onRetry={() => void load()} />}
      {outbox.kind === 'ready' && (
        <DataTable
          label={t('outbox.title')}
          rows={outbox.rows.filter((row) => matches(row, keyword.trim()))}
          rowKey={(row) => row.id}
          index
          empty={<EmptyState text={t('outbox.empty')} />}
          columns={[
            { prop: 'time', label: t('outbox.time'), width: 160, render: (row) => <DateText value={row.time} /> },
            { prop: 'mobile', label: t('outbox.mobile'), width: 140 },
            { prop: 'text', label: t('outbox.text'), minWidth: 280 },
          ]}
        />
      )}
    </PageFrame>
  );
});
