import { type DrawerSlotProps, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import { ChatPanel } from '../panel/chat-panel.tsx';
import { TabStrip } from '../parts/tab-strip.tsx';
import type { ChatStore } from '../store/chat.store.ts';
import { DrawerStore, TABS } from '../store/drawer.store.ts';
import { useChat } from '../store/shared-chat.ts';
import { ContactList } from './contact-list.tsx';
import { GroupList } from './group-list.tsx';
import { RecentList } from './recent-list.tsx';
import './chat.drawer.css';

/** Pixels of the list alone (spec 9: width of a drawer), and of list and conversation side by side. */
const LIST_WIDTH = 280;
const WIDE_WIDTH = 860;
/** A window below this shows one of them at a time, on all of its width. */
const NARROW_WINDOW = 600;

/** 内部聊天 (spec 2.4-11): who one talks to at the left, the conversation at the right, on a phone one of both. */
export const Slot = observer(function ChatDrawer(props: DrawerSlotProps) {
  const chat = useChat();
  return chat === null ? null : <Opened chat={chat} {...props} />;
});

const Opened = observer(function Opened({ chat, close, setWidth }: DrawerSlotProps & { readonly chat: ChatStore }) {
  const { t } = usePlugin();
  const [store, setStore] = useState<DrawerStore | null>(null);
  const panel = useId();
  useEffect(() => {
    const made = new DrawerStore(chat);
    setStore(made);
    return () => made.dispose();
  }, [chat]);
  const wide = store?.conversation != null;
  useEffect(() => {
    setWidth?.(wide || window.innerWidth < NARROW_WINDOW ? WIDE_WIDTH : LIST_WIDTH);
  }, [wide, setWidth]);
  if (store === null) return null;
  const { tab, conversation } = store;
  return (
    <div className="chat-drawer" data-open={wide || undefined}>
      <div className="chat-side">
        <TabStrip
          label={t('drawer.tabs')}
          active={tab}
          panel={panel}
          onChange={(key) => store.showTab(key)}
          tabs={TABS.map((key) => ({
            key,
            title: t(`drawer.${key}`),
            ...(key === 'recent' && { count: chat.unread, countText: t('drawer.unread', { n: chat.unread }) }),
          }))}
        />
        <div className="chat-side-body" id={panel} role="tabpanel" aria-label={t(`drawer.${tab}`)}>
          {tab === 'recent' && <RecentList store={store} />}
          {tab === 'contacts' && <ContactList store={store} />}
          {tab === 'groups' && <GroupList store={store} />}
        </div>
      </div>
      {conversation && <ChatPanel key={conversation.peerId} store={store} conversation={conversation} onLeavePage={close} />}
    </div>
  );
});
