import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { MAX_STAFF_TEXT } from '../../contract/work/work-limits.ts';
import { staffMessageContract, type StaffMessageRow, type StaffReceiver } from '../../contract/work/staff-message.contract.ts';

interface MessageForm {
  readonly userIds: readonly string[];
  readonly departmentIds: readonly string[];
  readonly content: string;
}

/** A message that is looked at; `people` null: they are being read. */
export interface OpenMessage {
  readonly row: StaffMessageRow;
  readonly people: readonly StaffReceiver[] | null;
  readonly error: unknown;
}

/** Messages that people write to staff, and what became of them. */
export class StaffMessagesStore {
  readonly list: ListStore<StaffMessageRow, object>;
  writing: FormStore<MessageForm> | null = null;
  opened: OpenMessage | null = null;
  private readonly client: Client<typeof staffMessageContract.routes>;
  private readonly acts = new ActGroup({}, 'wechat.staff-message');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(staffMessageContract, ctx.http);
    this.list = new ListStore<StaffMessageRow, object>({ rowKey: 'id', load: (query, signal) => this.client.list({ query }, { signal, quiet: true }) });
    makeObservable(this, { writing: observableRef, opened: observableRef, write: action, closeWriting: action, closeOpened: action });
  }

  write(): void {
    const t = (key: string) => this.ctx.t(`qyMessage.${key}`);
    this.writing = new FormStore<MessageForm>({
      fields: () => [
        { kind: 'user', name: 'userIds', label: t('receivers'), multiple: true, span: 2, help: t('receiversHelp') },
        { kind: 'department', name: 'departmentIds', label: t('departments'), multiple: true, span: 2, help: t('departmentsHelp') },
        { kind: 'textarea', name: 'content', label: t('content'), required: true, rows: 6, maxLength: MAX_STAFF_TEXT, span: 2, help: t('contentHelp') },
      ],
      initial: { userIds: [], departmentIds: [], content: '' },
    });
  }
  closeWriting(): void {
    this.writing?.dispose();
    this.writing = null;
  }
  send = async ({ userIds, departmentIds, content }: MessageForm, act: SaveAct): Promise<void> => {
    try {
      const { msg } = await this.client.send({ body: { userIds: [...userIds], departmentIds: [...departmentIds], content } }, { ...act, quiet: true });
      this.ctx.toast.success(msg);
    } catch (error) {
      // What the service refused stands in the list, too.
      void this.list.reload();
      throw error;
    }
  };

  /** What the service says of it stands in the list either way. */
  again = async (row: StaffMessageRow): Promise<void> => {
    const end = await this.acts.run(row.id, ['again', row.state, row.creatorTime], (options) => this.client.again({ params: { id: row.id } }, options));
    if (end.kind === 'done') this.ctx.toast.success(end.answer.msg);
    await this.list.reload();
  };

  decide = async (row: StaffMessageRow, arrived: 0 | 1): Promise<void> => {
    const end = await this.acts.run(row.id, ['decide', arrived], (options) => this.client.decide({ params: { id: row.id }, body: { arrived } }, options));
    if (end.kind === 'done') this.ctx.toast.success(end.answer.msg);
    await this.list.reload();
  };

  open = async (row: StaffMessageRow): Promise<void> => {
    this.show({ row, people: null, error: null });
    try {
      const { data } = await this.client.info({ params: { id: row.id } }, { quiet: true });
      if (this.opened?.row.id === row.id) this.show({ row: data, people: data.people, error: null });
    } catch (error) {
      if (this.opened?.row.id === row.id) this.show({ row, people: null, error });
    }
  };
  closeOpened(): void {
    this.opened = null;
  }

  dispose(): void {
    this.list.dispose();
    this.writing?.dispose();
  }

  private show(opened: OpenMessage): void {
    runInAction(() => {
      this.opened = opened;
    });
  }
}
