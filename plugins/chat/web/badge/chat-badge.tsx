import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { createPortal } from 'react-dom';
import { useChat } from '../store/shared-chat.ts';
import './chat-badge.css';

/** Highest number that has room on the icon. */
const SHOWN_MAX = 99;

/** How many messages are unread, on the icon of the chat (slot `shell/chat-badge@1`). */
export const Slot = observer(function ChatBadge() {
  const { t } = usePlugin();
  const chat = useChat();
  if (chat === null) return null;
  const { unread, announcement } = chat;
  return (
    <>
      {unread > 0 && (
        <span className="chat-badge" aria-hidden title={t('badge.unread', { n: unread })}>
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
      {createPortal(
        // Outside of the button, of which a screen reader knows its name alone.
        <span className="chat-badge-told" role="status">
          {announcement && unread > 0 && <span key={announcement.seq}>{t('badge.from', { name: announcement.name, n: unread })}</span>}
        </span>,
        document.body,
      )}
    </>
  );
});
