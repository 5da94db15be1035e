import { Act, type Client, createClient } from '@nephra/plugin-sdk/web';
import { makeObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import { type ChatGroup, type GroupMember, groupContract } from '../../contract/group.contract.ts';
import { GROUP_PREFIX } from '../../contract/limits.ts';
import type { ChatStore, Peer } from './chat.store.ts';

export type GroupWithMembers = ChatGroup & { readonly members: readonly GroupMember[] };

export const peerOfGroup = ({ id, fullName }: Pick<ChatGroup, 'id' | 'fullName'>): Peer => ({
  id: GROUP_PREFIX + id,
  realName: fullName,
  headIcon: '',
  account: '',
});
export const groupIdOf = (peerId: string): string => peerId.slice(GROUP_PREFIX.length);

/** Groups that one is in, and the one whose people are shown. */
export class GroupsStore {
  list: readonly ChatGroup[] = [];
  loadState: 'idle' | 'loading' | 'ready' | 'failed' = 'idle';
  error: unknown = null;
  shown: GroupWithMembers | null = null;
  shownError: unknown = null;
  readonly creating: Act;
  readonly changing: Act;
  private readonly client: Client<typeof groupContract.routes>;
  private readonly chat: ChatStore;
  private readonly leave: () => void;
  private wanted = '';

  constructor(chat: ChatStore) {
    this.chat = chat;
    this.client = createClient(groupContract, chat.ctx.http);
    this.creating = new Act(chat.ctx, 'chat-group', { changed: 'send' });
    this.changing = new Act(chat.ctx, 'chat-group-change', { changed: 'send', toasts: true });
    makeObservable(this, { list: observableRef, loadState: observable, error: observableRef, shown: observableRef, shownError: observableRef });
    this.leave = reaction(
      () => chat.groupChanges,
      () => {
        if (this.loadState !== 'idle') void this.load();
        if (this.wanted !== '') void this.show(this.wanted);
      },
    );
  }

  async load(): Promise<void> {
    runInAction(() => {
      if (this.loadState !== 'ready') this.loadState = 'loading';
    });
    try {
      const { data } = await this.client.list({}, { quiet: true });
      runInAction(() => {
        this.list = data.list;
        this.loadState = 'ready';
      });
    } catch (error) {
      runInAction(() => {
        this.error = error;
        this.loadState = 'failed';
      });
    }
  }

  /** The people of a group; another one's answer that comes late is not shown. */
  async show(groupId: string): Promise<void> {
    this.wanted = groupId;
    try {
      const { data } = await this.client.one({ params: { id: groupId } }, { quiet: true });
      if (this.wanted === groupId) this.put(data, null);
    } catch (error) {
      if (this.wanted === groupId) this.put(null, error);
    }
  }

  hide(): void {
    this.wanted = '';
    this.put(null, null);
  }

  /** Pressing again after a lost answer makes no second group. @returns the group when it was made */
  async create(fullName: string, userIds: readonly string[]): Promise<ChatGroup | undefined> {
    const body = { fullName: fullName.trim(), userIds: [...userIds] };
    const end = await this.creating.run(body, (options) => this.client.create({ body }, options));
    if (end.kind !== 'done') return undefined;
    await this.load();
    return end.answer.data;
  }

  rename = (id: string, fullName: string) =>
    this.change({ id, fullName }, (options) => this.client.rename({ params: { id }, body: { fullName: fullName.trim() } }, options));
  add = (id: string, userIds: readonly string[]) =>
    this.change({ id, userIds }, (options) => this.client.addMembers({ params: { id }, body: { userIds: [...userIds] } }, options));
  take = (id: string, userId: string) => this.change({ id, take: userId }, (options) => this.client.removeMember({ params: { id, userId } }, options));
  handOver = (id: string, userId: string) =>
    this.change({ id, handOver: userId }, (options) => this.client.handOver({ params: { id }, body: { userId } }, options));

  /** @returns whether one has left */
  async quit(id: string): Promise<boolean> {
    const end = await this.changing.run({ leave: id }, (options) => this.client.leave({ params: { id } }, options));
    if (end.kind !== 'done') return false;
    this.hide();
    await Promise.all([this.load(), this.chat.load()]);
    return true;
  }

  dispose(): void {
    this.leave();
    this.creating.dispose();
    this.changing.dispose();
  }

  /** What fails is toasted. @returns whether it was done */
  private async change(content: unknown, send: Parameters<Act['run']>[1]): Promise<boolean> {
    const end = await this.changing.run(content, send);
    if (end.kind !== 'done') return false;
    await Promise.all([this.load(), this.wanted === '' ? undefined : this.show(this.wanted), this.chat.load()]);
    return true;
  }

  private put(shown: GroupWithMembers | null, error: unknown): void {
    runInAction(() => {
      this.shown = shown;
      this.shownError = error;
    });
  }
}
