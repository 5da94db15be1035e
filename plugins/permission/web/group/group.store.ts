import { type ActCall, ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type GroupBody, groupContract, type GroupRow } from '../../contract/group.contract.ts';
import type { MemberObjectRef } from '../members/members.store.ts';
import { groupFields, type GroupValues } from './group-fields.ts';

export interface GroupFilter {
  keyword: string;
  enabledMark: 0 | 1;
}

interface GroupForm {
  readonly form: FormStore<GroupValues>;
  /** Null: a new group. */
  readonly record: { readonly id: string; readonly fullName: string; readonly version: number } | null;
}

const EMPTY: GroupValues = { fullName: '', enCode: '', type: null, enabledMark: 1, sortCode: 0, description: '' };

const bodyOf = ({ fullName, enCode, type, enabledMark, sortCode, description }: GroupValues): GroupBody => ({
  fullName,
  enCode,
  type: type ?? '',
  enabledMark,
  sortCode,
  description,
});

/** State of the page of groups. */
export class GroupStore {
  readonly list: ListStore<GroupRow, GroupFilter>;
  editing: GroupForm | null = null;
  members: MemberObjectRef | null = null;
  private readonly client: Client<typeof groupContract.routes>;
  private readonly acts = new ActGroup({}, 'permission.group');

  constructor(private readonly ctx: Pick<WebContext, 'http' | 't' | 'language' | 'drafts' | 'toast'>) {
    this.client = createClient(groupContract, ctx.http);
    this.list = new ListStore<GroupRow, GroupFilter>({ rowKey: 'id', load: (query, signal) => this.client.list({ query }, { signal, quiet: true }) });
    makeObservable(this, { editing: observableRef, members: observableRef, closeForm: action, openMembers: action, closeMembers: action });
  }

  create(): void {
    this.showForm(null, EMPTY);
  }

  async edit(row: GroupRow): Promise<void> {
    const { data } = await this.client.one({ params: { id: row.id } });
    this.showForm(data, { ...data, type: data.type || null });
  }

  save = async (values: GroupValues, act: SaveAct): Promise<void> => {
    const record = this.editing?.record;
    const options = { ...act, quiet: true };
    const { msg } = record
      ? await this.client.edit({ params: { id: record.id }, body: { ...bodyOf(values), version: record.version } }, options)
      : await this.client.create({ body: bodyOf(values) }, options);
    this.ctx.toast.success(msg);
  };

  async saved(): Promise<void> {
    this.closeForm();
    await this.list.reload();
  }

  async toggle(row: GroupRow): Promise<void> {
    await this.tell(row, ['state', row.enabledMark], (options) => this.client.state({ params: { id: row.id } }, options));
  }

  async remove(row: GroupRow): Promise<void> {
    await this.tell(row, 'remove', (options) => this.client.remove({ params: { id: row.id } }, options));
  }

  openMembers(row: GroupRow): void {
    this.members = { type: 'Group', id: row.id, name: row.fullName };
  }

  closeMembers(): void {
    this.members = null;
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.list.dispose();
    this.closeForm();
  }

  private async tell(row: GroupRow, content: unknown, call: (options: ActCall) => Promise<{ readonly msg: string }>): Promise<void> {
    const end = await this.acts.run(row.id, content, call);
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await this.list.reload();
  }

  private showForm(record: GroupForm['record'], initial: GroupValues): void {
    this.closeForm();
    const form = new FormStore<GroupValues>({
      fields: () => groupFields(this.ctx, initial.type ?? ''),
      initial,
      drafts: this.ctx.drafts,
      draftKey: record ? `group:${record.id}:${record.version}` : 'group:new',
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}
