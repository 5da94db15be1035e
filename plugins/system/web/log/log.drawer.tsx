import { formatInstant } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionList, ErrorCard, GroupTitle, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { useCallback, useEffect, useState } from 'react';
import type { LogRow } from '../../contract/log/log.contract.ts';
import { type LogStore, SECONDS } from './log.store.ts';
import './log.css';

type Loaded = { readonly kind: 'loading' } | { readonly kind: 'ready'; readonly row: LogRow } | { readonly kind: 'failed'; readonly error: unknown };

/** One line of a log, whole. */
export function LogDrawer({ store, id }: { readonly store: LogStore; readonly id: string }) {
  const { t } = usePlugin();
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoaded({ kind: 'loading' });
      try {
        const { data } = await store.client.entry({ params: { type: store.type, id } }, { quiet: true, signal });
        setLoaded({ kind: 'ready', row: data });
      } catch (error) {
        if (!signal?.aborted) setLoaded({ kind: 'failed', error });
      }
    },
    [store, id],
  );
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load]);
  return (
    <SideSheet visible title={t('log.detail')} width="min(680px, 100vw)" onCancel={() => store.show(null)}>
      {loaded.kind === 'loading' && <ListSkeleton />}
      {loaded.kind === 'failed' && <ErrorCard error={loaded.error} onRetry={() => void load()} />}
      {loaded.kind === 'ready' && <Facts row={loaded.row} />}
    </SideSheet>
  );
}

/** JSON of an exception comes in one line. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2).replaceAll('\\n', '\n');
  } catch {
    // It was cut off at its limit.
    return json;
  }
}

function Facts({ row }: { readonly row: LogRow }) {
  const { t } = usePlugin();
  const fact = (name: 'ipaddress' | 'platForm' | 'requestMethod' | 'abstracts') => ({ label: t(`log.${name}`), value: row[name] });
  return (
    <>
      <DescriptionList
        columns={2}
        items={[
          { label: t('log.creatorTime'), value: formatInstant(row.creatorTime, SECONDS) },
          { label: t('log.userName'), value: row.userName || t('log.nobody') },
          fact('ipaddress'),
          fact('platForm'),
          { label: t('log.outcome'), value: t(`log.outcomes.${row.outcome}`) },
          fact('requestMethod'),
          { label: t('log.requestDuration'), value: String(row.requestDuration) },
          fact('abstracts'),
          { label: t('log.moduleTitle'), value: row.moduleTitle },
          { label: t('log.moduleName'), value: <code>{row.moduleName}</code> },
          { label: t('log.requestURL'), value: <code>{row.requestURL}</code>, span: 2 },
        ]}
      />
      {row.json !== '' && (
        <section className="sys-log-content">
          <GroupTitle>{t('log.json')}</GroupTitle>
          <pre className="sys-log-json">{indented(row.json)}</pre>
        </section>
      )}
    </>
  );
}
