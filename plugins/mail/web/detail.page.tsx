import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, PageFrame } from '@nephra/plugin-sdk/widgets';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { mailContract, type MailView } from '../contract/mail.contract.ts';
import { fileActs } from './read/file-acts.ts';
import { LetterBody } from './read/letter.view.tsx';
import './mail.css';

type State = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'there'; readonly letter: MailView };

/** 查看邮件 (spec 2.1): one letter of the own mailbox by its id, `/emailDetail?id=…`. */
export function Page({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const id = query.id ?? '';
  const client = useMemo(() => createClient(mailContract, ctx.http), [ctx]);
  const [state, setState] = useState<State>({ kind: 'loading' });
  const load = useCallback(
    (signal?: AbortSignal) => {
      if (id === '') return;
      setState({ kind: 'loading' });
      client.one({ params: { id } }, { quiet: true, ...(signal ? { signal } : {}) }).then(
        ({ data }) => {
          if (signal?.aborted) return;
          setState({ kind: 'there', letter: data });
          if (data.isRead === 0) void client.read({ params: { id } }, { quiet: true }).catch(() => undefined);
        },
        (error: unknown) => {
          if (!signal?.aborted) setState({ kind: 'failed', error });
        },
      );
    },
    [client, id],
  );
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal);
    return () => abort.abort();
  }, [load]);
  return (
    <PageFrame title={t('detail.title')}>
      {id === '' && <EmptyState text={t('detail.none')} />}
      {id !== '' && state.kind === 'loading' && <ListSkeleton />}
      {id !== '' && state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => load()} />}
      {id !== '' && state.kind === 'there' && (
        <article className="mail-reading mail-alone">
          <LetterBody letter={state.letter} acts={fileActs(ctx, client, id)} />
        </article>
      )}
    </PageFrame>
  );
}
