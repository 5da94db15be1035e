import { Button, IconSearch, Input, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, EmptyState, ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { gistOf } from '../log/chat-line.ts';
import { nearEnd } from '../parts/near-end.ts';
import { useTypedWord } from '../parts/use-typed-word.ts';
import type { HistoryStore } from '../store/history.store.ts';
import { fromFirstHit, hitsIn } from './hits.ts';
import './history.css';

/** Pixels from the end at which more messages are read (spec 9-01). */
const NEAR_END = 100;

interface HistoryPaneProps {
  readonly history: HistoryStore;
  /** Goes to the message among its neighbours. */
  readonly onFound: (seq: number) => void;
}

/** 聊天记录: messages from the newest back, or those that hold a word; a press leads to where one stands. */
export const HistoryPane = observer(function HistoryPane({ history, onFound }: HistoryPaneProps) {
  const { t, user } = usePlugin();
  const { lines, loadState, loading, error, more, searched } = history;
  const [word, type] = useTypedWord(history.keyword, (keyword) => history.search(keyword));
  const readOn = () => void history.loadMore();
  return (
    <div className="chat-history">
      <div className="chat-search">
        <Input
          autoFocus
          showClear
          prefix={<IconSearch aria-hidden />}
          value={word}
          placeholder={t('history.keyword')}
          aria-label={t('history.keyword')}
          onChange={type}
        />
      </div>
      <div className="chat-scroll" onScroll={nearEnd(NEAR_END, () => loadState !== 'failed' && readOn())}>
        {lines.length === 0 && loadState === 'loading' && <ListSkeleton />}
        {lines.length === 0 && loadState === 'ready' && <EmptyState text={t(searched === '' ? 'history.none' : 'history.notFound')} />}
        {lines.length > 0 && (
          <ul className="chat-list" aria-label={t('panel.history')}>
            {lines.map((line) => (
              <li key={line.seq}>
                <button type="button" className="chat-row chat-history-row" onClick={() => onFound(line.seq)}>
                  <span className="chat-row-line">
                    <span className="chat-row-name">{line.senderId === user.userId ? t('panel.me') : line.senderName}</span>
                    <span className="chat-row-time">
                      <DateText value={line.sentAt} />
                    </span>
                  </span>
                  <span className="chat-history-text">
                    {hitsIn(fromFirstHit(gistOf(t, line.type, line.content), searched), searched).map(({ at, text, hit }) =>
                      hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {loadState === 'failed' && <ErrorCard error={error} onRetry={readOn} />}
        {lines.length > 0 && more && loadState !== 'failed' && (
          <div className="chat-more">
            {loading ? (
              <Spin size="small" />
            ) : (
              <Button theme="borderless" size="small" onClick={readOn}>
                {t('panel.older')}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
});
