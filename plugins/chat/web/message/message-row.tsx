import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { withEmoji } from '../emoji/emoji.ts';
import { type ChatLine, linkOf, pictureOf, recordingOf } from '../log/chat-line.ts';
import { Face } from '../parts/face.tsx';
import type { LinksStore } from '../store/links.store.ts';
import { LinkMessage } from './link-message.tsx';
import { PictureMessage } from './picture-message.tsx';
import { RecordingMessage } from './recording-message.tsx';

interface MessageRowProps {
  readonly line: ChatLine;
  /** In a conversation of two nobody needs the name. */
  readonly group: boolean;
  /** By the other side; in a group by everybody. */
  readonly read: boolean;
  /** Somebody has jumped to it. */
  readonly found: boolean;
  readonly links: LinksStore;
  readonly onLeavePage: () => void;
}

/** One message: others' at the left, own ones at the right, with the mark whether they were read. */
export const MessageRow = observer(function MessageRow({ line, group, read, found, links, onLeavePage }: MessageRowProps) {
  const { t, user } = usePlugin();
  const mine = line.senderId === user.userId;
  return (
    <li className="chat-message" data-row={line.seq} data-mine={mine || undefined} data-found={found || undefined} aria-current={found || undefined}>
      <Face id={line.senderId} name={line.senderName} icon={line.senderIcon} />
      <div className="chat-message-body">
        {/* Who wrote it stands at the side it is on; for ears it is said. */}
        <span className={group && !mine ? 'chat-message-name' : 'chat-told'}>{mine ? t('panel.me') : line.senderName}</span>
        <MessageContent line={line} links={links} onLeavePage={onLeavePage} />
        <span className="chat-message-foot">
          <DateText value={line.sentAt} variant="time" />
          {mine && (read || !group) && <span data-read={read || undefined}>{t(read ? (group ? 'panel.readByAll' : 'panel.read') : 'panel.unread')}</span>}
        </span>
      </div>
    </li>
  );
});

export function MessageContent({ line, links, onLeavePage }: Pick<MessageRowProps, 'line' | 'links' | 'onLeavePage'>) {
  switch (line.type) {
    case 'image':
      return <PictureMessage picture={pictureOf(line)} />;
    case 'voice':
    case 'video':
      return <RecordingMessage kind={line.type} recording={recordingOf(line)} />;
    case 'link':
      return <LinkMessage link={linkOf(line)} links={links} onLeavePage={onLeavePage} />;
    default:
      return <div className="chat-bubble">{withEmoji(String(line.content))}</div>;
  }
}
