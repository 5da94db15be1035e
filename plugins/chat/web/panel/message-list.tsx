import { Button, IconArrowDown, Spin } from '@nephra/plugin-sdk/ui';
import { dayOf } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { gistOf } from '../log/chat-line.ts';
import { byDay } from '../log/message-log.ts';
import type { ConversationStore } from '../store/conversation.store.ts';
import type { LinksStore } from '../store/links.store.ts';
import { dayText } from './day-text.ts';
import { MessageRow } from '../message/message-row.tsx';
import { UnsentRow } from '../message/unsent-row.tsx';
import { useMessageScroll } from './use-message-scroll.ts';

interface MessageListProps {
  readonly conversation: ConversationStore;
  readonly links: LinksStore;
  readonly onLeavePage: () => void;
}

/** Messages from some point on, under the days on which they were sent; older ones come as one scrolls back. */
export const MessageList = observer(function MessageList({ conversation, links, onLeavePage }: MessageListProps) {
  const { t, user, now } = usePlugin();
  const { lines, unsent, loadState, error, hasOlder, hasNewer, loadingMore, moreFailed, found, peerReadSeq } = conversation;
  const last = lines.at(-1);
  const [seenSeq, setSeenSeq] = useState(0);
  const older = () => void conversation.loadOlder();
  const { box, list, onScroll, atBottom, toBottom } = useMessageScroll({
    first: lines[0] ? `${lines[0].seq}` : '',
    last: unsent.at(-1)?.clientId ?? `${last?.seq ?? ''}`,
    lastIsOwn: unsent.length > 0,
    unsent: unsent.map(({ state }) => state).join(' '),
    follows: !hasNewer,
    found: found === null ? null : `${found}`,
    onTop: () => !moreFailed && older(),
    onBottom: () => void conversation.loadNewer(),
  });
  const lastSeq = last?.seq ?? 0;
  useEffect(() => {
    if (atBottom) setSeenSeq(lastSeq);
  }, [atBottom, lastSeq]);
  // A page of messages that does not fill the list cannot be scrolled.
  useEffect(() => {
    if (list && list.clientHeight > 0 && loadState === 'ready' && hasOlder && !loadingMore && !moreFailed && list.scrollHeight <= list.clientHeight)
      void conversation.loadOlder();
  });

  if (loadState === 'failed') return <ErrorCard error={error} onRetry={() => void conversation.load()} />;
  if (loadState === 'loading') return <ListSkeleton />;
  const fresh = lines.filter(({ seq, senderId }) => seq > seenSeq && senderId !== user.userId).length;
  const today = dayOf(now());
  return (
    <div className="chat-messages-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <section ref={box} className="chat-messages" tabIndex={0} aria-label={t('panel.messages')} onScroll={onScroll}>
        {hasOlder && (
          <div className="chat-more">
            {loadingMore ? (
              <Spin size="small" />
            ) : (
              <Button theme="borderless" size="small" onClick={older}>
                {t(moreFailed ? 'panel.olderFailed' : 'panel.older')}
              </Button>
            )}
          </div>
        )}
        {lines.length === 0 && unsent.length === 0 && <EmptyState text={t('panel.empty')} />}
        {byDay(lines).map(({ key, day, lines: ofDay }) => (
          <div key={key} className="chat-day">
            <div className="chat-day-name">
              <time dateTime={day}>{dayText(t, day, today)}</time>
            </div>
            <ul>
              {ofDay.map((line) => (
                <MessageRow
                  key={line.seq}
                  line={line}
                  group={conversation.isGroup}
                  read={line.seq <= peerReadSeq}
                  found={line.seq === found}
                  links={links}
                  onLeavePage={onLeavePage}
                />
              ))}
            </ul>
          </div>
        ))}
        {unsent.length > 0 && (
          <ul>
            {unsent.map((message) => (
              <UnsentRow key={message.clientId} message={message} conversation={conversation} links={links} onLeavePage={onLeavePage} />
            ))}
          </ul>
        )}
      </section>
      {(hasNewer || (!atBottom && fresh > 0)) && (
        <Button className="chat-jump" theme="solid" size="small" icon={<IconArrowDown />} onClick={() => (hasNewer ? void conversation.load() : toBottom())}>
          {hasNewer ? t('panel.toNewest') : t('panel.fresh', { n: fresh })}
        </Button>
      )}
      <div className="chat-told" role="status">
        {last && last.senderId !== user.userId && (
          <span key={last.seq}>{t('panel.told', { name: last.senderName, text: gistOf(t, last.type, last.content) })}</span>
        )}
      </div>
    </div>
  );
});
