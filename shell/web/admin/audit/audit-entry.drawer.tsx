import { useCallback, useEffect, useState } from 'react';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionList, ErrorCard, GroupTitle, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { type AuditEntryView, auditContract } from '../../../contract/index.ts';
import { changedLines } from './changed-lines.ts';

/** An audit entry is told apart by the second. */
const SECONDS = 'YYYY-MM-DD HH:mm:ss';

type Loaded = { readonly kind: 'loading' } | { readonly kind: 'ready'; readonly entry: AuditEntryView } | { readonly kind: 'failed'; readonly error: unknown };

/** One audit entry, whole: facts, and what was before and after side by side. */
export function AuditEntryDrawer({ seq, onClose }: { readonly seq: string; readonly onClose: () => void }) {
  const { t } = usePlugin();
  const client = useClient(auditContract);
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoaded({ kind: 'loading' });
      try {
        const { data } = await client.entry({ params: { seq } }, { quiet: true, signal });
        setLoaded({ kind: 'ready', entry: data });
      } catch (error) {
        if (!signal?.aborted) setLoaded({ kind: 'failed', error });
      }
    },
    [client, seq],
  );
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load]);
  return (
    <SideSheet visible title={t('audit.entry', { seq })} width="min(760px, 100vw)" onCancel={onClose}>
      {loaded.kind === 'loading' && <ListSkeleton />}
      {loaded.kind === 'failed' && <ErrorCard error={loaded.error} onRetry={() => void load()} />}
      {loaded.kind === 'ready' && <Facts entry={loaded.entry} />}
    </SideSheet>
  );
}

function Facts({ entry }: { readonly entry: AuditEntryView }) {
  const { t } = usePlugin();
  const changed = changedLines(entry.before, entry.after);
  return (
    <>
      <DescriptionList
        columns={2}
        items={[
          { label: t('audit.at'), value: formatInstant(entry.at, SECONDS) },
          { label: t('audit.userName'), value: entry.userName || t('audit.stranger') },
          { label: t('audit.userAccount'), value: entry.userAccount },
          { label: t('audit.organizeName'), value: entry.organizeName },
          { label: t('audit.ip'), value: entry.ip },
          { label: t('audit.class'), value: t(`audit.classes.${entry.class}`) },
          { label: t('audit.outcome'), value: t(`audit.outcomes.${entry.outcome}`) },
          { label: t('audit.action'), value: <code>{entry.action}</code> },
          { label: t('audit.error'), value: entry.error },
          { label: t('audit.subject'), value: entry.subject },
          { label: t('audit.subjectId'), value: entry.subjectId },
          { label: t('audit.patientId'), value: entry.patientId },
          { label: t('audit.note'), value: entry.note },
          { label: t('audit.path'), value: <code>{entry.path}</code>, span: 2 },
          { label: t('audit.requestId'), value: <code>{entry.requestId}</code>, span: 2 },
          { label: t('audit.hash'), value: <code>{entry.hash}</code>, span: 2 },
        ]}
      />
      <div className="nephra-audit-change">
        <Side title={t('audit.before')} text={entry.before} marked={changed.before} nothing={t('audit.nothing')} />
        <Side title={t('audit.after')} text={entry.after} marked={changed.after} nothing={t('audit.nothing')} />
      </div>
    </>
  );
}

interface SideProps {
  readonly title: string;
  readonly text: string;
  readonly marked: ReadonlySet<number>;
  readonly nothing: string;
}

function Side({ title, text, marked, nothing }: SideProps) {
  return (
    <section aria-label={title}>
      <GroupTitle>{title}</GroupTitle>
      {text === '' ? (
        <p className="nephra-quiet">{nothing}</p>
      ) : (
        <pre>
          {text.split('\n').map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
            <span key={at} className={marked.has(at) ? 'is-changed' : undefined}>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </section>
  );
}
