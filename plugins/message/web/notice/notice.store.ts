import { startOfDay } from '@nephra/plugin-sdk/contract';
import { ActGroup, ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type NoticeInfo, type NoticeRow, noticeContract } from '../../contract/notice.contract.ts';
import { lastMoment } from './notice-form.ts';
import { NoticeEditorStore, type SavedNotice } from './notice-editor.store.ts';

export interface NoticeFilter {
  readonly keyword: string;
  readonly enabledMark: '0' | '1' | '2';
}

/** What of a released notice may still be changed. */
export interface DisplayForm {
  readonly pinned: boolean;
  readonly validUntil: number | null;
}

type Send = Parameters<ActGroup['run']>[2];

/** Notices of those who write them. */
export class NoticeStore {
  readonly list: ListStore<NoticeRow, NoticeFilter>;
  editing: NoticeEditorStore | null = null;
  /** The one whose readers are shown. */
  readersOf: NoticeRow | null = null;
  /** The one that is looked at. */
  viewing: NoticeInfo | null = null;
  display: FormStore<DisplayForm> | null = null;
  private displayed = '';
  readonly client;
  private readonly acts = new ActGroup({}, 'message.notice');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(noticeContract, ctx.http);
    this.list = new ListStore<NoticeRow, NoticeFilter>({
      rowKey: 'id',
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    makeObservable(this, {
      editing: observableRef,
      readersOf: observableRef,
      viewing: observableRef,
      display: observableRef,
      add: action,
      closeEditor: action,
      showReaders: action,
      closeView: action,
      openDisplay: action,
      closeDisplay: action,
    });
  }

  add = (): void => {
    this.editing = new NoticeEditorStore(this.ctx, null);
  };

  edit = async ({ id }: NoticeRow): Promise<void> => {
    const { data } = await this.client.info({ params: { id } });
    runInAction(() => {
      this.editing = new NoticeEditorStore(this.ctx, data);
    });
  };

  view = ({ id }: NoticeRow): Promise<void> =>
    this.told(async () => {
      const { data } = await this.client.info({ params: { id } });
      runInAction(() => {
        this.viewing = data;
      });
    });

  closeView = (): void => {
    this.viewing = null;
  };

  closeEditor = (): void => {
    this.editing?.dispose();
    this.editing = null;
  };

  /** The sheet goes first: should the release be refused, the notice is a draft in the list. */
  saved = async ({ id, version }: SavedNotice, release: boolean): Promise<void> => {
    const title = this.editing?.form.values.title ?? '';
    this.closeEditor();
    await (release ? this.told(() => this.release({ id, version, title })) : this.list.reload());
  };

  /** Asks with the number of people whom it reaches. */
  release = async ({ id, version, title }: Pick<NoticeRow, 'id' | 'version' | 'title'>): Promise<void> => {
    const { t, confirm } = this.ctx;
    try {
      const { data: info } = await this.client.info({ params: { id } });
      const { data: reached } = await this.client.countReceivers({ body: { receivers: info.receivers.map(({ kind, id }) => ({ kind, id })) } });
      const content = t(reached.everybody ? 'notice.releaseAskAll' : 'notice.releaseAsk', { name: title, n: reached.count });
      if (!(await confirm({ content, okText: t('notice.release') }))) return;
      await this.act(id, ['release', version], (options) => this.client.release({ params: { id }, query: { version } }, options));
    } finally {
      await this.list.reload();
    }
  };

  withdraw = ({ id, version }: NoticeRow): Promise<void> =>
    this.act(id, ['withdraw', version], (options) => this.client.withdraw({ params: { id } }, options), true);

  remove = ({ id, version }: NoticeRow): Promise<void> => this.act(id, ['remove', version], (options) => this.client.remove({ params: { id } }, options), true);

  showReaders = (row: NoticeRow | null): void => {
    this.readersOf = row;
  };

  openDisplay = ({ id, pinned, validUntil }: NoticeRow): void => {
    const { t } = this.ctx;
    this.displayed = id;
    this.display = new FormStore<DisplayForm>({
      fields: () => [
        { kind: 'switch', name: 'pinned', label: t('notice.pinned') },
        { kind: 'date', name: 'validUntil', label: t('notice.validUntil'), min: 'today', help: t('notice.validUntilHelp') },
      ],
      initial: { pinned: pinned === 1, validUntil: validUntil === null ? null : startOfDay(validUntil) },
    });
  };

  closeDisplay = (): void => {
    this.display?.dispose();
    this.display = null;
  };

  saveDisplay = async ({ pinned, validUntil }: DisplayForm, act: SaveAct): Promise<void> => {
    const body = { pinned: pinned ? (1 as const) : (0 as const), validUntil: lastMoment(validUntil) };
    const { msg } = await this.client.display({ params: { id: this.displayed }, body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
  };

  dispose(): void {
    this.list.dispose();
    this.editing?.dispose();
    this.display?.dispose();
  }

  /** For what no button waits for: a refusal was told by the shell. */
  private async told(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) this.ctx.report(error, 'notice');
    }
  }

  private async act(id: string, content: unknown, send: Send, reload = false): Promise<void> {
    const end = await this.acts.run(id, content, send);
    if (end.kind !== 'done') return;
    this.ctx.toast.success((end.answer as { readonly msg: string }).msg);
    if (reload) await this.list.reload();
  }
}
