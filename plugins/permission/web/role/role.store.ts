import { staffDirectory, type StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct, type TreeNode, TreeStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { roleContract, type RoleRow } from '../../contract/role.contract.ts';
import type { MemberObjectRef } from '../members/members.store.ts';
import { bodyOfRole, emptyRole, roleFields, type RoleValues } from './role-fields.tsx';

export interface RoleFilter {
  keyword: string;
  organizeId: string;
  enabledMark: 0 | 1;
}

interface RoleForm {
  readonly form: FormStore<RoleValues>;
  /** Null: a new role. */
  readonly record: { readonly id: string; readonly fullName: string; readonly version: number } | null;
}

/** `organizeId` of roles for every organisation. */
export const GLOBAL = '0';
/** Heading above all; asks for nothing. */
export const EVERYWHERE = 'all';

export type RoleContext = Pick<WebContext, 'http' | 't' | 'drafts' | 'toast' | 'user'>;

/** State of the page of roles: organisations left, roles right, and what is open beside them. */
export class RoleStore {
  readonly tree: TreeStore;
  readonly list: ListStore<RoleRow, RoleFilter>;
  editing: RoleForm | null = null;
  members: MemberObjectRef | null = null;
  private readonly client: Client<typeof roleContract.routes>;
  private readonly acts = new ActGroup({}, 'permission.role');

  constructor(private readonly ctx: RoleContext) {
    this.client = createClient(roleContract, ctx.http);
    const directory = createClient(staffDirectory, ctx.http);
    this.tree = new TreeStore<TreeNode>({
      openLevels: 3,
      load: async (signal) => {
        const { data } = await directory.organizeTree({}, { signal, quiet: true });
        return { data: { list: [this.heading(EVERYWHERE), this.heading(GLOBAL), ...(data.list as readonly StaffTreeNode[])] } };
      },
    });
    this.tree.select(EVERYWHERE);
    this.list = new ListStore<RoleRow, RoleFilter>({
      rowKey: 'id',
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    makeObservable(this, { editing: observableRef, members: observableRef, closeForm: action, openMembers: action, closeMembers: action });
  }

  choose(id: string): void {
    void this.list.within({ organizeId: id === EVERYWHERE ? '' : id });
  }

  create(): void {
    const chosen = this.tree.selectedId;
    const orgIds = chosen === null || chosen === EVERYWHERE || chosen === GLOBAL ? [] : [chosen];
    const globalMark = chosen === GLOBAL && this.ctx.user.isAdministrator;
    this.showForm(null, { ...emptyRole(), globalMark: globalMark ? 1 : 0, orgIds: orgIds.length > 0 ? orgIds : [this.ctx.user.organizeId] });
  }

  async edit(row: RoleRow): Promise<void> {
    const { data } = await this.client.get({ params: { id: row.id } });
    this.showForm(data, { ...data, type: data.type || null, orgIds: data.organizeIdsTree.flatMap((path) => path.at(-1) ?? []) });
  }

  save = async (values: RoleValues, act: SaveAct): Promise<void> => {
    const record = this.editing?.record;
    const options = { ...act, quiet: true };
    const { msg } = record
      ? await this.client.edit({ params: { id: record.id }, body: { ...bodyOfRole(values), version: record.version } }, options)
      : await this.client.create({ body: bodyOfRole(values) }, options);
    this.ctx.toast.success(msg);
  };

  async saved(): Promise<void> {
    this.closeForm();
    await this.list.reload();
  }

  async toggle(row: RoleRow): Promise<void> {
    const end = await this.acts.run(row.id, ['state', row.enabledMark], (options) => this.client.state({ params: { id: row.id } }, options));
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  async remove(row: RoleRow): Promise<void> {
    const end = await this.acts.run(row.id, 'remove', (options) => this.client.remove({ params: { id: row.id } }, options));
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  openMembers(row: RoleRow): void {
    this.members = { type: 'Role', id: row.id, name: row.fullName };
  }

  closeMembers(): void {
    this.members = null;
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.tree.dispose();
    this.list.dispose();
    this.closeForm();
  }

  private heading(id: string): TreeNode {
    return { id, fullName: this.ctx.t(`role.${id === GLOBAL ? 'global' : 'everywhere'}`), children: null };
  }

  private showForm(record: RoleForm['record'], initial: RoleValues): void {
    this.closeForm();
    const form = new FormStore<RoleValues>({
      fields: () => roleFields(this.ctx.t, this.ctx.user.isAdministrator, initial.type ?? ''),
      initial,
      drafts: this.ctx.drafts,
      draftKey: record ? `role:${record.id}:${record.version}` : 'role:new',
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}
