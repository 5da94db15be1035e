import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, IconDelete, IconEdit, IconSearch, IconTick, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { MAX_KEYWORD, MAX_TITLE } from '../../contract/limits.ts';
import type { ConversationRow } from '../../contract/assistant.contract.ts';
import type { AssistantStore } from './assistant.store.ts';

/** Conversations of this person, to go on with. */
export const HistoryView = observer(function HistoryView({ store }: { readonly store: AssistantStore }) {
  const { t } = usePlugin();
  const { history } = store;
  const { rows, total, keyword, loading, error } = history;
  return (
    <div className="as-history">
      <Input
        prefix={<IconSearch />}
        aria-label={t('history.search')}
        placeholder={t('history.search')}
        value={keyword}
        maxLength={MAX_KEYWORD}
        showClear
        onChange={(text: string) => history.search(text)}
      />
      {error !== null && <ErrorCard error={error} onRetry={() => void history.load()} />}
      {error === null && loading && rows.length === 0 && <ListSkeleton />}
      {error === null && !loading && rows.length === 0 && <EmptyState text={t(keyword === '' ? 'history.none' : 'history.notFound')} />}
      <ul>
        {rows.map((row) => (
          <HistoryRow key={row.id} store={store} row={row} />
        ))}
      </ul>
      {rows.length < total && (
        <Button block theme="borderless" loading={loading} onClick={() => void history.load(true)}>
          {t('history.more')}
        </Button>
      )}
    </div>
  );
});

const HistoryRow = observer(function HistoryRow({ store, row }: { readonly store: AssistantStore; readonly row: ConversationRow }) {
  const { t } = usePlugin();
  const { history } = store;
  const { renaming } = history;
  if (renaming?.id === row.id) {
    return (
      <li className="as-history-row">
        <Input
          autoFocus
          size="small"
          aria-label={t('history.title')}
          value={renaming.title}
          maxLength={MAX_TITLE}
          onChange={(title: string) => history.rename({ id: row.id, title })}
          onEnterPress={() => void history.saveTitle()}
          onBlur={() => renaming.title.trim() === '' && history.rename(null)}
        />
        <Button
          size="small"
          theme="borderless"
          icon={<IconTick />}
          aria-label={t('history.save')}
          title={t('history.save')}
          disabled={renaming.title.trim() === ''}
          onClick={() => void history.saveTitle()}
        />
      </li>
    );
  }
  return (
    <li className={`as-history-row${row.id === store.conversationId ? ' as-history-open' : ''}`}>
      <button type="button" onClick={() => void store.openConversation(row.id)} disabled={store.running !== null}>
        <span>{row.title}</span>
        <small>
          {formatInstant(row.lastModifyTime)} · {t('history.turns', { n: row.turns })}
        </small>
      </button>
      <Button
        size="small"
        theme="borderless"
        type="tertiary"
        icon={<IconEdit />}
        aria-label={t('history.rename')}
        title={t('history.rename')}
        onClick={() => history.rename({ id: row.id, title: row.title })}
      />
      <Button
        size="small"
        theme="borderless"
        type="danger"
        icon={<IconDelete />}
        aria-label={t('history.remove')}
        title={t('history.remove')}
        disabled={store.running !== null}
        onClick={() => void store.remove(row.id)}
      />
    </li>
  );
});
