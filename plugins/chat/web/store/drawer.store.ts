import { action, makeObservable, observable, observableRef } from 'mobx';
import type { ChatStore, Peer } from './chat.store.ts';
import { ContactsStore } from './contacts.store.ts';
import { ConversationStore } from './conversation.store.ts';
import { GroupsStore } from './groups.store.ts';
import { HistoryStore } from './history.store.ts';
import { LinksStore } from './links.store.ts';

export const TABS = ['recent', 'contacts', 'groups'] as const;
export type Tab = (typeof TABS)[number];
/** What the right side shows of the open conversation. */
export type Pane = 'messages' | 'history' | 'group';

/** What stands in the open drawer; goes when it is closed. */
export class DrawerStore {
  readonly chat: ChatStore;
  readonly contacts: ContactsStore;
  readonly groups: GroupsStore;
  readonly links: LinksStore;
  tab: Tab = 'recent';
  pane: Pane = 'messages';
  peer: Peer | null = null;
  conversation: ConversationStore | null = null;
  history: HistoryStore | null = null;

  constructor(chat: ChatStore) {
    this.chat = chat;
    this.contacts = new ContactsStore(chat.ctx);
    this.groups = new GroupsStore(chat);
    this.links = new LinksStore(chat);
    makeObservable(this, {
      tab: observable,
      pane: observable,
      peer: observableRef,
      conversation: observableRef,
      history: observableRef,
      showTab: action,
      showPane: action,
      open: action,
      closeConversation: action,
    });
  }

  showTab(tab: Tab): void {
    this.tab = tab;
    if (tab === 'contacts') this.contacts.openFirst();
    if (tab === 'groups') void this.groups.load();
  }

  /** Opens a conversation with a person or a group; nothing of it is unread then. */
  open(peer: Peer): void {
    if (this.peer?.id === peer.id) return;
    this.closeConversation();
    this.peer = peer;
    this.conversation = new ConversationStore(this.chat, peer);
    this.chat.show(this.conversation);
    this.chat.read(peer.id);
    void this.conversation.load();
  }

  showPane(pane: Pane): void {
    this.history?.dispose();
    this.history = pane === 'history' && this.peer ? new HistoryStore(this.chat, this.peer.id) : null;
    this.history?.search('');
    this.pane = pane;
  }

  /** From the history to the message among its neighbours. */
  jumpTo(seq: number): void {
    this.showPane('messages');
    void this.conversation?.showAround(seq);
  }

  closeConversation(): void {
    this.showPane('messages');
    this.conversation?.dispose();
    this.chat.show(null);
    this.conversation = null;
    this.peer = null;
  }

  dispose(): void {
    this.closeConversation();
    this.contacts.dispose();
    this.groups.dispose();
  }
}
