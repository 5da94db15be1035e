import { Act, ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { messageContract } from '../../contract/message.contract.ts';
import type { MessageInfo, MessageRow } from '../../contract/message.schema.ts';
import { MessageType } from '../../contract/message-limits.ts';
import { messageTarget, reminderOf } from '../../domain/reading/message-target.ts';
import { unreadOf } from '../unread/unread.store.ts';

/** Opens messages of a list: in the dialog, on their page, or nowhere (spec 3-17, 5-26). */
export class ReaderStore {
  /** The one in the dialog. */
  info: MessageInfo | null = null;
  readonly receipt: Act;
  private readonly client;
  private readonly unread;

  /** @param onLeave is called when a message leads to another page */
  constructor(
    private readonly ctx: WebContext,
    private readonly onLeave: () => void = () => {},
  ) {
    this.client = createClient(messageContract, ctx.http);
    this.unread = unreadOf(ctx);
    this.receipt = new Act(ctx, 'receipt', { changed: 'send' });
    makeObservable(this, { info: observableRef, close: action });
  }

  /** It counts as read from then on, whatever it leads to. A failure is told by the shell. */
  open = async (row: Pick<MessageRow, 'id' | 'type' | 'isRead'>): Promise<void> => {
    const { ctx } = this;
    try {
      const { data } = await this.client.readInfo({ params: { id: row.id } });
      const notice = reminderOf(data);
      if (notice !== undefined) {
        this.unread.wasOpened(row);
        // Whether it counts as unread still is what the server tells all pages of the person.
        return await this.open({ id: notice, type: MessageType.notice, isRead: '1' });
      }
      const target = messageTarget(data, ({ menu, query }) => ctx.pageAddress(menu, query));
      runInAction(() => {
        this.unread.wasOpened(row);
        if (target.kind === 'dialog') this.info = data;
      });
      if (target.kind !== 'address') return;
      this.onLeave();
      ctx.navigate(target.address);
    } catch (error) {
      // Withdrawn meanwhile: the lists lose it.
      if (error instanceof ApiError && error.error === 'message.not-found') this.unread.changed(row.id);
    }
  };

  /** Confirms that it was read; what went wrong stands in `receipt.problem`. */
  confirm = async (): Promise<void> => {
    const { info } = this;
    if (!info) return;
    const { id } = info;
    const end = await this.receipt.run(id, (options) => this.client.receipt({ params: { id } }, options));
    if (end.kind !== 'done') return;
    const { receiptTime } = end.answer.data;
    runInAction(() => {
      if (this.info?.id === id) this.info = { ...this.info, receiptTime };
    });
    this.ctx.toast.success(end.answer.msg);
    this.unread.changed(id);
  };

  close = (): void => {
    this.info = null;
    this.receipt.forget();
  };

  dispose(): void {
    this.receipt.dispose();
  }
}
