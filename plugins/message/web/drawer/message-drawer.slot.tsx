import { Button, Spin } from '@nephra/plugin-sdk/ui';
import { type DrawerSlotProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, useStore } from '@nephra/plugin-sdk/widgets';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type UIEvent, useEffect, useRef } from 'react';
import { MESSAGE_PAGE } from '../../contract/message-limits.ts';
import { ReaderStore } from '../reader/reader.store.ts';
import { Reader } from '../reader/reader.view.tsx';
import { InboxRow } from './inbox-row.tsx';
import { hearMessages } from '../unread/hear-messages.ts';
import { InboxStore } from './inbox.store.ts';
import './drawer.css';

/** Pixels from the end at which the next page is asked for (spec 9-01). */
const NEAR_END = 200;

const isNearEnd = ({ scrollTop, clientHeight, scrollHeight }: Element): boolean => scrollHeight - scrollTop - clientHeight <= NEAR_END;

/** The drawer behind the bell: everything read, the message centre, and the newest messages (spec 2.4-07 to 2.4-09). */
export const Slot = observer(function MessageDrawer({ close }: DrawerSlotProps) {
  const ctx = usePlugin();
  const { t, navigate } = ctx;
  const store = useStore(() => new InboxStore(ctx));
  const reader = useStore(() => new ReaderStore(ctx, close));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const end = hearMessages(ctx, store.unread);
    void store.load();
    store.unread.begin();
    const stop = reaction(
      () => store.unread.changes,
      () => void store.load(),
    );
    return () => {
      stop();
      end();
    };
  }, [ctx, store]);
  const { rows, state, hasMore } = store;
  // A tall screen shows more than the first page has.
  useEffect(() => {
    if (state.kind === 'ready' && hasMore && list.current && isNearEnd(list.current)) void store.more();
  }, [state, hasMore, store]);
  const follow = ({ currentTarget }: UIEvent) => {
    if (isNearEnd(currentTarget)) void store.more();
  };
  return (
    <div className="message-drawer">
      <div className="message-drawer-links">
        <Button theme="borderless" size="small" disabled={!store.anyUnread} loading={store.reading.busy} onClick={() => void store.readAll()}>
          {t('drawer.readAll')}
        </Button>
        <Button
          theme="borderless"
          size="small"
          onClick={() => {
            close();
            navigate(`/${MESSAGE_PAGE}`);
          }}
        >
          {t('drawer.centre')}
        </Button>
      </div>
      <div ref={list} className="message-drawer-list" onScroll={follow}>
        {rows.length > 0 && (
          <ul aria-label={t('drawer.list')}>
            {rows.map((row) => (
              <InboxRow key={row.id} row={row} unread={store.unread.isUnread(row)} onOpen={reader.open} />
            ))}
          </ul>
        )}
        {rows.length === 0 && state.kind === 'loading' && <ListSkeleton />}
        {rows.length === 0 && state.kind === 'ready' && <EmptyState text={t('drawer.empty')} />}
        {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void store.load()} />}
        {rows.length > 0 && state.kind === 'loading' && (
          <div className="message-drawer-end">
            <Spin size="small" />
          </div>
        )}
        {rows.length > 0 && state.kind === 'ready' && !hasMore && <p className="message-drawer-end">{t('drawer.end')}</p>}
      </div>
      <Reader store={reader} />
    </div>
  );
});
