import { ActGroup, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { messageContract } from '../../contract/message.contract.ts';
import type { MessageRow } from '../../contract/message.schema.ts';
import { unreadOf } from '../unread/unread.store.ts';

/** Parts of the list that one press shows. */
export const VIEWS = ['all', 'notices', 'messages', 'unread'] as const;
export type View = (typeof VIEWS)[number];

export interface MessageFilter {
  readonly keyword: string;
  readonly view: View;
}

const QUERY_OF = { all: {}, notices: { type: '1' }, messages: { type: '2' }, unread: { isRead: '0' } } as const;

/** All own messages: to find, to open, to take away. */
export class MessageCentreStore {
  readonly list: ListStore<MessageRow, MessageFilter>;
  readonly unread;
  /** The moment of the list that was read last. */
  private asOf: string | undefined;
  private readonly client;
  private readonly acts = new ActGroup({}, 'message.centre');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(messageContract, ctx.http);
    this.unread = unreadOf(ctx);
    this.list = new ListStore<MessageRow, MessageFilter>({
      rowKey: 'id',
      filter: { view: 'all' },
      load: async ({ view = 'all', ...query }, signal) => {
        const answer = await this.client.list({ query: { ...query, ...QUERY_OF[view] } }, { signal, quiet: true });
        this.asOf = answer.data.asOf;
        return answer;
      },
    });
  }

  /** After a question, everything that was there when the list was read. */
  readAll = async (): Promise<void> => {
    const { t, confirm, toast } = this.ctx;
    if (!(await confirm({ title: t('readAll.title'), content: t('readAll.ask') }))) return;
    const { asOf } = this;
    const end = await this.acts.run('*', ['read-all', asOf], (options) => this.unread.readAll(asOf, options));
    if (end.kind === 'done') toast.success(end.answer.msg);
  };

  /** Takes messages out of the own list. */
  remove = async (rows: readonly MessageRow[]): Promise<void> => {
    const ids = rows.map(({ id }) => id).join(',');
    const end = await this.acts.run('*', ['remove', ids], (options) => this.client.removeRecord({ body: { ids } }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    this.list.clearSelection();
    await this.list.reload();
    await this.unread.load();
  };

  dispose(): void {
    this.list.dispose();
  }
}
