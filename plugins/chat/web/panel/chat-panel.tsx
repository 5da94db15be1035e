import { Button, IconArrowLeft, IconClose, IconHistory, IconUserGroup } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type DragEvent, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { isGroupPeer } from '../../contract/limits.ts';
import type { ConversationStore } from '../store/conversation.store.ts';
import type { DrawerStore, Pane } from '../store/drawer.store.ts';
import { Composer } from '../composer/composer.tsx';
import { MessageList } from './message-list.tsx';
import { pictureToSend } from '../composer/picture-to-send.ts';
import './chat-panel.css';

const HistoryPane = lazy(() => import('../history/history.pane.tsx').then((module) => ({ default: module.HistoryPane })));
const GroupPane = lazy(() => import('../groups/group.pane.tsx').then((module) => ({ default: module.GroupPane })));

interface ChatPanelProps {
  readonly store: DrawerStore;
  readonly conversation: ConversationStore;
  /** A link leads to another page: the drawer would lie over it. */
  readonly onLeavePage: () => void;
}

/** One conversation: who with, its messages or their history, and what is written (spec 2.4-13). */
export const ChatPanel = observer(function ChatPanel({ store, conversation, onLeavePage }: ChatPanelProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const { pane, peer } = store;
  const [over, setOver] = useState(false);
  const name = store.chat.conversation(conversation.peerId)?.row.realName || peer?.realName || '';

  // What comes while the page lies behind another one is not read.
  useEffect(() => {
    const look = () => conversation.look(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [conversation]);

  const sendPicture = useCallback(
    async (files: readonly File[]) => {
      const picture = await pictureToSend(files, ctx);
      if (picture) conversation.sendPicture(picture);
    },
    [conversation, ctx],
  );
  const sendVideo = useCallback(
    async (files: readonly File[]) => {
      const { videoToSend } = await import('../recorder/video-to-send.ts');
      const film = await videoToSend(files, ctx);
      if (film) conversation.sendRecording('video', film);
    },
    [conversation, ctx],
  );
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    void (files[0]?.type.startsWith('video/') ? sendVideo(files) : sendPicture(files));
  };
  const takesFiles = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const toggle = (wanted: Pane) => store.showPane(pane === wanted ? 'messages' : wanted);

  return (
    <section
      className="chat-panel"
      aria-label={t('panel.with', { name })}
      data-over={over || undefined}
      onDragOver={takesFiles}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header className="chat-panel-head">
        <Button
          className="chat-panel-back"
          theme="borderless"
          icon={<IconArrowLeft />}
          aria-label={t('panel.back')}
          onClick={() => store.closeConversation()}
        />
        <h3 className="chat-panel-name">{name}</h3>
        <Button theme={pane === 'history' ? 'light' : 'borderless'} icon={<IconHistory />} aria-pressed={pane === 'history'} onClick={() => toggle('history')}>
          {t('panel.history')}
        </Button>
        {isGroupPeer(conversation.peerId) && (
          <Button
            theme={pane === 'group' ? 'light' : 'borderless'}
            icon={<IconUserGroup />}
            aria-label={t('groups.members')}
            aria-pressed={pane === 'group'}
            onClick={() => toggle('group')}
          />
        )}
        <Button className="chat-panel-close" theme="borderless" icon={<IconClose />} aria-label={t('panel.close')} onClick={() => store.closeConversation()} />
      </header>
      {pane === 'messages' && (
        <>
          <MessageList conversation={conversation} links={store.links} onLeavePage={onLeavePage} />
          <Composer conversation={conversation} links={store.links} onPictures={sendPicture} onVideos={sendVideo} />
        </>
      )}
      <Suspense fallback={null}>
        {pane === 'history' && store.history && <HistoryPane history={store.history} onFound={(seq) => store.jumpTo(seq)} />}
        {pane === 'group' && <GroupPane store={store} />}
      </Suspense>
      {over && <div className="chat-panel-drop">{t('picture.drop')}</div>}
    </section>
  );
});
