import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import {
  type BindablePatient,
  type PublicSync,
  type PublicTag,
  publicUserContract,
  type PublicUserRow,
} from '../../../contract/public/public-user.contract.ts';

export interface UserFilter {
  readonly keyword: string;
  readonly bound: '' | 'yes' | 'no';
  readonly tagId: number | null;
}
export interface ShownCode {
  readonly code: string;
  readonly minutes: number;
  readonly patientName: string;
}

const LOOK_EVERY_MS = 1_500;
const isAtWork = (run: PublicSync | null): boolean => run?.state === 'waiting' || run?.state === 'running';

/** Followers, their tags, and whom they are bound to. */
export class MpUsersStore {
  readonly list: ListStore<PublicUserRow, UserFilter>;
  tags: readonly PublicTag[] = [];
  sync: PublicSync | null = null;
  /** Patients to choose from; null: nobody is being bound. */
  picking: ListStore<BindablePatient, { keyword: string }> | null = null;
  code: ShownCode | null = null;
  tagging = false;
  managing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly client: Client<typeof publicUserContract.routes>;
  private readonly acts: ActGroup;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(publicUserContract, ctx.http);
    this.acts = new ActGroup(ctx, 'wechat.mpUsers');
    this.list = new ListStore<PublicUserRow, UserFilter>({
      rowKey: 'id',
      filter: { bound: '', tagId: null },
      load: ({ tagId, ...query }, signal) => this.client.list({ query: { ...query, ...(tagId != null && { tagId }) } }, { signal, quiet: true }),
    });
    makeObservable(this, {
      ...{ tags: observableRef, sync: observableRef, picking: observableRef, code: observableRef, tagging: observable, managing: observable },
      ...{ pick: action, closePicking: action, closeCode: action, openTagging: action, openManaging: action },
    });
  }

  get tagName(): (id: number) => string {
    const names = new Map(this.tags.map(({ id, fullName }) => [id, fullName]));
    return (id) => names.get(id) ?? String(id);
  }

  load = async (): Promise<void> => {
    await Promise.all([this.loadTags(), this.look()]);
  };

  loadTags = async (): Promise<void> => {
    const { data } = await this.client.tags({}, { quiet: true });
    runInAction(() => {
      this.tags = data.list;
    });
  };

  /** How far the sync is; while one is at work it is asked again by itself. */
  private look = async (): Promise<void> => {
    const { data } = await this.client.progress({}, { quiet: true });
    const was = this.sync;
    const now = data.list[0] ?? null;
    runInAction(() => {
      this.sync = now;
    });
    clearTimeout(this.timer);
    if (isAtWork(now)) this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
    else if (isAtWork(was)) await Promise.all([this.list.reload(), this.loadTags()]);
  };

  startSync = async (): Promise<void> => {
    await this.acts.run('sync', [this.sync?.id ?? ''], (options) => this.client.sync({}, options));
    await this.look();
  };

  cancelSync = async (): Promise<void> => {
    if (!this.sync) return;
    const { id } = this.sync;
    await this.acts.run('cancel', [id], (options) => this.client.cancelSync({ params: { id } }, options));
    await this.look();
  };

  pick(): void {
    this.picking = new ListStore<BindablePatient, { keyword: string }>({
      rowKey: 'id',
      load: (query, signal) => this.client.patients({ query }, { signal, quiet: true }),
    });
  }
  closePicking(): void {
    this.picking = null;
  }

  makeCode = async ({ id }: BindablePatient): Promise<void> => {
    const { data } = await this.client.bindCode({ body: { patientId: id } });
    runInAction(() => {
      this.code = data;
    });
  };
  closeCode(): void {
    this.code = null;
    void this.list.reload();
  }

  unbind = async ({ id, patientId }: PublicUserRow): Promise<void> => {
    const end = await this.acts.run(id, ['unbind', patientId], (options) => this.client.unbind({ params: { id } }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await this.list.reload();
  };

  remind = async (rows: readonly PublicUserRow[]): Promise<void> => {
    const userIds = rows.map(({ id }) => id);
    const end = await this.acts.run('remind', ['remind', userIds], (options) => this.client.remind({ body: { userIds } }, options));
    if (end.kind === 'done') this.ctx.toast.success(end.answer.msg);
  };

  openTagging(open: boolean): void {
    this.tagging = open;
  }
  openManaging(open: boolean): void {
    this.managing = open;
  }

  tagPeople = async (tagId: number, on: boolean): Promise<void> => {
    const userIds = this.list.selectedRows.map(({ id }) => id);
    const end = await this.acts.run('tag', [tagId, on, userIds], (options) => this.client.tagPeople({ params: { tagId }, body: { userIds, on } }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await Promise.all([this.list.reload(), this.loadTags()]);
  };

  saveTag = async (id: number | null, fullName: string): Promise<void> => {
    if (id === null) await this.acts.run('addTag', [fullName], (options) => this.client.addTag({ body: { fullName } }, options));
    else await this.acts.run(`tag ${id}`, ['rename', fullName], (options) => this.client.renameTag({ params: { tagId: id }, body: { fullName } }, options));
    await this.loadTags();
  };

  removeTag = async ({ id }: PublicTag): Promise<void> => {
    await this.acts.run(`tag ${id}`, ['remove'], (options) => this.client.removeTag({ params: { tagId: id } }, options));
    await Promise.all([this.list.reload(), this.loadTags()]);
  };

  dispose(): void {
    clearTimeout(this.timer);
    this.list.dispose();
  }
}
