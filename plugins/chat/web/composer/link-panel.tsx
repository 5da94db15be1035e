import { Button, IconSearch, Input, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { OpenedLink } from '../../contract/conversation.contract.ts';
import type { LinkContent } from '../../contract/message.schema.ts';
import { useTypedWord } from '../parts/use-typed-word.ts';
import type { LinksStore } from '../store/links.store.ts';

interface LinkPanelProps {
  readonly links: LinksStore;
  readonly onPick: (link: LinkContent) => void;
  readonly onClose: () => void;
}

type Found =
  | { readonly state: 'idle' | 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'found'; readonly rows: readonly OpenedLink[] };

/** A record that the message leads to: of which kind, and a word that finds it. */
export const LinkPanel = observer(function LinkPanel({ links, onPick, onClose }: LinkPanelProps) {
  const { t } = usePlugin();
  const [failure, setFailure] = useState<unknown>(null);
  const [kind, setKind] = useState('');
  const [keyword, setKeyword] = useState('');
  const [word, type] = useTypedWord('', setKeyword);
  const [found, setFound] = useState<Found>({ state: 'idle' });
  const [attempt, setAttempt] = useState(0);
  const chosen = kind || links.kinds?.[0]?.kind || '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same call
  useEffect(() => {
    setFailure(null);
    links.loadKinds().catch(setFailure);
  }, [links, attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same call
  useEffect(() => {
    if (chosen === '' || keyword.trim() === '') return setFound({ state: 'idle' });
    const abort = new AbortController();
    setFound({ state: 'loading' });
    links.candidates(chosen, keyword.trim(), abort.signal).then(
      (rows) => !abort.signal.aborted && setFound({ state: 'found', rows }),
      (error: unknown) => !abort.signal.aborted && setFound({ state: 'failed', error }),
    );
    return () => abort.abort();
  }, [links, chosen, keyword, attempt]);

  const again = () => setAttempt((before) => before + 1);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The drawer around would take it for its own.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <section className="chat-link-panel" aria-label={t('composer.link')} onKeyDown={handleKey}>
      {failure !== null && <ErrorCard error={failure} onRetry={again} />}
      {links.kinds?.length === 0 && <p className="chat-link-note">{t('link.noKinds')}</p>}
      {links.kinds !== null && links.kinds.length > 0 && (
        <>
          <div className="chat-link-kinds" role="toolbar" aria-label={t('link.kinds')}>
            {links.kinds.map((one) => (
              <Button
                key={one.kind}
                size="small"
                theme={one.kind === chosen ? 'solid' : 'light'}
                aria-pressed={one.kind === chosen}
                onClick={() => setKind(one.kind)}
              >
                {one.title}
              </Button>
            ))}
          </div>
          <Input autoFocus prefix={<IconSearch aria-hidden />} value={word} placeholder={t('link.keyword')} aria-label={t('link.keyword')} onChange={type} />
          {found.state === 'loading' && <Spin size="small" />}
          {found.state === 'failed' && <ErrorCard error={found.error} onRetry={again} />}
          {found.state === 'found' && found.rows.length === 0 && <p className="chat-link-note">{t('link.notFound')}</p>}
          {found.state === 'found' && found.rows.length > 0 && (
            <ul className="chat-list" aria-label={t('link.found')}>
              {found.rows.map((row) => (
                <li key={row.id}>
                  <button type="button" className="chat-row" aria-label={t('link.send', { title: row.title })} onClick={() => onPick(row)}>
                    {row.title}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
});
