import { Button, IconAlertCircle, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { LinkContent } from '../../contract/message.schema.ts';
import { withEmoji } from '../emoji/emoji.ts';
import { Face } from '../parts/face.tsx';
import type { ConversationStore } from '../store/conversation.store.ts';
import type { LinksStore } from '../store/links.store.ts';
import type { UnsentMessage } from '../store/unsent.ts';
import { LinkMessage } from './link-message.tsx';
import { PictureMessage } from './picture-message.tsx';
import { RecordingMessage } from './recording-message.tsx';

interface UnsentRowProps {
  readonly message: UnsentMessage;
  readonly conversation: ConversationStore;
  readonly links: LinksStore;
  readonly onLeavePage: () => void;
}

/** An own message that the server has not told of yet: on its way, or not sent and why. */
export const UnsentRow = observer(function UnsentRow({ message, conversation, links, onLeavePage }: UnsentRowProps) {
  const { t, user } = usePlugin();
  const { outbox } = conversation.chat;
  const { peerId } = conversation;
  const { state, reason, progress } = message;
  const percent = Math.round(progress * 100);
  return (
    <li className="chat-message" data-row={message.clientId} data-mine data-state={state}>
      <Face id={user.userId} name={user.userName} icon={user.headIcon} />
      <div className="chat-message-body">
        <UnsentContent message={message} links={links} onLeavePage={onLeavePage} />
        {state === 'failed' ? (
          <span className="chat-message-foot chat-failed" role="alert">
            <IconAlertCircle aria-hidden />
            <span>{t('send.failed', { reason })}</span>
            <Button size="small" theme="borderless" onClick={() => outbox.retry(peerId, message)}>
              {t('send.again')}
            </Button>
            <Button size="small" theme="borderless" type="tertiary" onClick={() => outbox.discard(peerId, message)}>
              {t('send.discard')}
            </Button>
          </span>
        ) : (
          <span className="chat-message-foot">
            {state !== 'stored' && <Spin size="small" />}
            {state === 'stored' ? t('send.sent') : state === 'uploading' && percent > 0 ? t('send.uploading', { n: percent }) : t('send.sending')}
            {state === 'uploading' && (
              <Button size="small" theme="borderless" type="tertiary" onClick={() => outbox.discard(peerId, message)}>
                {t('send.callOff')}
              </Button>
            )}
          </span>
        )}
      </div>
    </li>
  );
});

function UnsentContent({ message, links, onLeavePage }: Pick<UnsentRowProps, 'message' | 'links' | 'onLeavePage'>) {
  const { type, content, picture, recording } = message;
  if (recording && (type === 'voice' || type === 'video'))
    return <RecordingMessage kind={type} recording={{ path: recording.address, length: recording.length }} />;
  if (picture) return <PictureMessage picture={{ path: picture.address, width: picture.width, height: picture.height }} />;
  if (type === 'link') return <LinkMessage link={content as LinkContent} links={links} onLeavePage={onLeavePage} />;
  // After a reload the picture is at the server under its name.
  if (typeof content === 'object' && 'width' in content) return <PictureMessage picture={{ ...content, path: `/api/file/Image/IM/${content.name}` }} />;
  if (typeof content === 'object' && 'length' in content && (type === 'voice' || type === 'video'))
    return <RecordingMessage kind={type} recording={{ path: `/api/file/Download/IM/${content.name}`, length: content.length }} />;
  return <div className="chat-bubble">{withEmoji(String(content ?? ''))}</div>;
}
