import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { Act, type Client, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observableRef, runInAction } from 'mobx';
import type { NoticeReader, noticeContract } from '../../contract/notice.contract.ts';

type Routes = (typeof noticeContract)['routes'];
type Counts = ReplyOf<Routes['readers']>;

/** Which of its people a list shows; those who have not read it first, because something may be to be done about them. */
export const READER_STATES = ['unread', 'read', 'receipt'] as const;
export type ReaderState = (typeof READER_STATES)[number];

interface ReaderFilter {
  readonly keyword: string;
  readonly state: ReaderState;
}

/** Who of its receivers has read a notice. */
export class ReadersStore {
  counts: Counts | null = null;
  /** Why they could not be counted. */
  failure: unknown = null;
  readonly list: ListStore<NoticeReader, ReaderFilter>;
  private readonly reminding = new Act({}, 'message.remind', { changed: 'send', toasts: true });

  constructor(
    private readonly ctx: Pick<WebContext, 'toast'>,
    private readonly client: Pick<Client<Routes>, 'readers' | 'readerNames' | 'remind'>,
    private readonly id: string,
  ) {
    this.list = new ListStore<NoticeReader, ReaderFilter>({
      rowKey: 'userId',
      filter: { state: 'unread' },
      load: ({ state = 'unread', ...query }, signal) => this.client.readerNames({ params: { id }, query: { ...query, state } }, { signal, quiet: true }),
    });
    makeObservable(this, { counts: observableRef, failure: observableRef });
  }

  loadCounts = async (): Promise<void> => {
    try {
      const { data } = await this.client.readers({ params: { id: this.id } }, { quiet: true });
      runInAction(() => {
        this.counts = data;
        this.failure = null;
      });
    } catch (error) {
      runInAction(() => {
        this.failure = error;
      });
    }
  };

  /** Those who have not read it get a message. A refusal (one within the hour is enough) is told by the shell. */
  remind = async (): Promise<void> => {
    const end = await this.reminding.run(this.id, (options) => this.client.remind({ params: { id: this.id }, body: {} }, options));
    if (end.kind === 'done') this.ctx.toast.success(end.answer.msg);
    await this.loadCounts();
  };

  countOf(state: ReaderState): number {
    const { counts } = this;
    if (!counts) return 0;
    return { unread: counts.unread, read: counts.read, receipt: counts.receipts }[state];
  }

  dispose(): void {
    this.list.dispose();
  }
}
