import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, placeTree, type SaveAct, TreeStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type UserInfo, type UserRow, userContract } from '../../contract/index.ts';
import { USER_LENGTHS } from '../../contract/user/user-limits.ts';
import { userFields } from './user-fields.tsx';
import { bodyOf, emptyUser, type UserValues, valuesOf } from './user-values.ts';
import { IssuePasswordsStore } from './passwords/issue-passwords.store.ts';
import { PasswordStore } from './passwords/password.store.ts';
import { RolesToGive } from './roles-to-give.ts';

export interface UserFilter {
  keyword: string;
  enabledMark: '0' | '1' | '2';
}

export type UserContext = Pick<WebContext, 'http' | 't' | 'language' | 'drafts' | 'toast' | 'user' | 'can' | 'passwordHash'>;

export interface UserForm {
  readonly form: FormStore<UserValues>;
  /** Null: a new user. */
  readonly record: UserInfo | null;
}

/** One small question about a user: until when to lock, which messaging account. */
export interface Ask<Values extends object> {
  readonly form: FormStore<Values>;
  readonly row: UserRow;
}

/** State of the page of users: the tree of places, the users of the chosen one, and what is open beside them. */
export class UserStore {
  readonly places: TreeStore<StaffTreeNode>;
  readonly list: ListStore<UserRow, UserFilter>;
  editing: UserForm | null = null;
  password: PasswordStore | null = null;
  issuing: IssuePasswordsStore | null = null;
  locking: Ask<{ readonly until: number | null }> | null = null;
  messaging: Ask<{ readonly qyWxUserId: string }> | null = null;
  private readonly client: Client<typeof userContract.routes>;
  private readonly acts = new ActGroup({}, 'permission.user');
  private readonly roles: RolesToGive;

  constructor(private readonly ctx: UserContext) {
    this.client = createClient(userContract, ctx.http);
    this.roles = new RolesToGive(ctx.http);
    this.places = new TreeStore(placeTree(ctx.http));
    this.list = new ListStore<UserRow, UserFilter>({
      rowKey: 'id',
      load: (query, signal) => this.client.list({ query: { ...query, ...this.place } }, { signal, quiet: true }),
    });
    makeObservable(this, {
      editing: observableRef,
      password: observableRef,
      issuing: observableRef,
      locking: observableRef,
      messaging: observableRef,
      closeForm: action,
      closePassword: action,
      closeIssuing: action,
      closeLocking: action,
      closeMessaging: action,
    });
  }

  /** What the list shows now, for its export. */
  get query(): Partial<UserFilter> & { organizeId?: string; sidx?: string; sort?: 'asc' | 'desc'; currentPage: number; pageSize: number } {
    const { filter, sorting, currentPage, pageSize } = this.list;
    return { ...filter, ...this.place, ...sorting, currentPage, pageSize };
  }

  showPlace(id: string | null): void {
    this.places.select(id);
    void this.list.search();
  }

  create(): void {
    this.showForm(null, emptyUser(this.places.selected?.id ?? null));
  }

  async edit(row: Pick<UserRow, 'id'>): Promise<void> {
    const { data } = await this.client.info({ params: { id: row.id } });
    this.showForm(data, valuesOf(data));
  }

  save = async (values: UserValues, act: SaveAct): Promise<Pick<UserRow, 'id' | 'realName' | 'account'>> => {
    const record = this.editing?.record ?? null;
    const options = { ...act, quiet: true };
    const body = bodyOf(values, this.ctx.user.isAdministrator, record?.version);
    const { data, msg } = record ? await this.client.edit({ params: { id: record.id }, body }, options) : await this.client.create({ body }, options);
    this.ctx.toast.success(msg);
    return { id: data.id, realName: body.realName, account: body.account };
  };

  /** A new user cannot sign in before a password is set, so that is asked for next. */
  async saved(user: Pick<UserRow, 'id' | 'realName' | 'account'>): Promise<void> {
    const isNew = this.editing?.record === null;
    this.closeForm();
    // The form has gone before the question comes, so that the question can give the focus back to where all began.
    await this.list.reload();
    if (isNew && this.ctx.can('permission.user:btn_resetPassword')) this.askPassword(user, true);
  }

  async setEnabled(row: UserRow, enabledMark: '0' | '1'): Promise<void> {
    const end = await this.acts.run(row.id, ['state', enabledMark], (options) =>
      this.client.state({ params: { id: row.id }, query: { enabledMark } }, options),
    );
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    await this.done(msg);
  }

  async setSelectedEnabled(enabledMark: 0 | 1): Promise<void> {
    const ids = this.list.selectedRows.map((row) => row.id);
    if (ids.length === 0) return;
    const body = { ids, enabledMark };
    const end = await this.acts.run('selected', body, (options) => this.client.states({ body }, options));
    if (end.kind !== 'done') return;
    this.list.clearSelection();
    await this.done(end.answer.msg);
  }

  async remove(row: UserRow): Promise<void> {
    await this.done((await this.client.remove({ params: { id: row.id } })).msg);
  }

  async unlock(row: UserRow): Promise<void> {
    await this.done((await this.client.unlock({ params: { id: row.id } })).msg);
  }

  askPassword(user: Pick<UserRow, 'id' | 'realName' | 'account'>, isFirst: boolean): void {
    this.closePassword();
    const password = new PasswordStore(this.ctx, user, isFirst);
    runInAction(() => {
      this.password = password;
    });
  }

  /** One-time passwords for the chosen users. The own one is left out, which is said: it is changed on the profile page. */
  askIssue(): void {
    const chosen = this.list.selectedRows;
    const users = chosen.filter((row) => row.id !== this.ctx.user.userId);
    if (users.length === 0) {
      this.ctx.toast.warning(this.ctx.t('user.issue.own'));
      return;
    }
    const issuing = new IssuePasswordsStore(this.ctx, users, users.length < chosen.length);
    runInAction(() => {
      this.issuing = issuing;
    });
  }

  askLock(row: UserRow): void {
    const { t } = this.ctx;
    const form = new FormStore<{ readonly until: number | null }>({
      fields: () => [{ kind: 'dateTime', name: 'until', label: t('user.lock.until'), placeholder: t('user.untilUnlocked'), help: t('user.lock.help') }],
      initial: { until: null },
    });
    runInAction(() => {
      this.locking = { form, row };
    });
  }

  lock = async ({ until }: { readonly until: number | null }, act: SaveAct): Promise<void> => {
    const { row } = this.locking ?? {};
    if (!row) return;
    const { msg } = await this.client.lock({ params: { id: row.id }, query: until === null ? {} : { unLockTime: until } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
  };

  async askMessaging(row: UserRow): Promise<void> {
    const { t } = this.ctx;
    const { data } = await this.client.info({ params: { id: row.id } });
    const form = new FormStore<{ readonly qyWxUserId: string }>({
      fields: () => [
        { kind: 'text', name: 'qyWxUserId', label: t('user.messaging.field'), maxLength: USER_LENGTHS.qyWxUserId, help: t('user.messaging.help') },
      ],
      initial: { qyWxUserId: data.qyWxUserId },
    });
    runInAction(() => {
      this.messaging = { form, row };
    });
  }

  setMessaging = async (body: { readonly qyWxUserId: string }, act: SaveAct): Promise<void> => {
    const { row } = this.messaging ?? {};
    if (!row) return;
    const { msg } = await this.client.wechat({ params: { id: row.id }, body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
  };

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  closePassword(): void {
    this.password?.dispose();
    this.password = null;
  }

  closeIssuing(): void {
    this.issuing?.stop();
    this.issuing = null;
  }

  closeLocking(): void {
    this.locking?.form.dispose();
    this.locking = null;
  }

  closeMessaging(): void {
    this.messaging?.form.dispose();
    this.messaging = null;
  }

  dispose(): void {
    this.places.dispose();
    this.list.dispose();
    this.closeForm();
    this.closePassword();
    this.closeIssuing();
    this.closeLocking();
    this.closeMessaging();
  }

  private get place(): { organizeId?: string } {
    const { selectedId } = this.places;
    return selectedId === null ? {} : { organizeId: selectedId };
  }

  private async done(msg: string): Promise<void> {
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  private showForm(record: UserInfo | null, initial: UserValues): void {
    this.closeForm();
    const form: FormStore<UserValues> = new FormStore<UserValues>({
      fields: () => userFields(this.ctx, record, this.roles.at(form.values.organizeId)),
      initial,
      drafts: this.ctx.drafts,
      draftKey: record ? `user:${record.id}:${record.version}` : 'user:new',
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}
