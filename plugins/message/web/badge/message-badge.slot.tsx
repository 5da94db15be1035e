import { usePlugin } from '@nephra/plugin-sdk/web';
import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { badgeText } from '../../domain/reading/badge-text.ts';
import { hearMessages } from '../unread/hear-messages.ts';
import { PushToasts } from './push-toasts.ts';
import { unreadOf } from '../unread/unread.store.ts';
import './message-badge.css';

/** Dialogs of notices that wait to be confirmed: most people have none. */
const MustRead = lazy(() => import('../must-read/must-read.view.tsx').then((module) => ({ default: module.MustRead })));

/** Unread messages on the bell, told to screen readers politely, and a quiet line about what arrives. */
export const Slot = observer(function MessageBadge() {
  const ctx = usePlugin();
  const { t } = ctx;
  const unread = unreadOf(ctx);
  // What waits at the start comes up by itself. What is released later is told of quietly: it must not lie over what somebody is typing.
  const [waiting, setWaiting] = useState(false);
  useEffect(
    () =>
      when(
        () => unread.known,
        () => setWaiting(unread.mustRead > 0),
      ),
    [unread],
  );
  useEffect(() => {
    const toasts = new PushToasts(({ title, count, urgent }) => {
      ctx.toast[urgent ? 'warning' : 'info'](ctx.t(count === 1 ? 'push.one' : 'push.many', { title, n: count }));
    });
    const end = hearMessages(ctx, unread, ({ title, urgency }) => toasts.add(title, urgency === 'urgent'));
    void unread.load();
    return () => {
      end();
      toasts.dispose();
    };
  }, [ctx, unread]);
  const text = badgeText(unread.total);
  return (
    <>
      {text !== '' && (
        <span className="message-badge" aria-hidden>
          {text}
        </span>
      )}
      {/* Inside of a button nothing is told: the button is called by its own name. */}
      {unread.known &&
        createPortal(
          <span className="nephra-visually-hidden" role="status">
            {unread.total > 0 && t('unread.count', { n: unread.total })}
          </span>,
          document.body,
        )}
      {waiting && (
        <Suspense fallback={null}>
          <MustRead />
        </Suspense>
      )}
    </>
  );
});
