import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type ChoiceNode, FormStore, type Picked, type SaveAct, TreeStore, type TreeStoreOptions } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type OrganizeNode, type OrganizeRecord, organizeContract } from '../../contract/index.ts';
import { OpenOrganizeStore } from './open-organize.store.ts';
import { organizeFields } from './organize-fields.ts';
import { organizeTop } from './organize-top.ts';
import { bodyOf, emptyValues, type OrganizeValues, valuesOf } from './organize-values.ts';

export interface OrganizeForm {
  readonly form: FormStore<OrganizeValues>;
  /** Null: a new organisation. */
  readonly record: OrganizeRecord | null;
}

export interface OrganizeMove {
  readonly node: OrganizeNode;
  /** Where it may hang. */
  readonly parents: TreeStoreOptions<ChoiceNode>;
}

/** State of the page of organisations: the tree, and what is open beside it. */
export class OrganizeStore {
  readonly tree: TreeStore<OrganizeNode>;
  opened: OpenOrganizeStore | null = null;
  editing: OrganizeForm | null = null;
  moving: OrganizeMove | null = null;
  private readonly client: Client<typeof organizeContract.routes>;
  private readonly acts = new ActGroup({}, 'permission.organize');

  constructor(private readonly ctx: Pick<WebContext, 'http' | 't' | 'drafts' | 'toast' | 'user'>) {
    this.client = createClient(organizeContract, ctx.http);
    const load = (keyword: string, signal: AbortSignal) => this.client.list({ query: { keyword } }, { signal, quiet: true });
    this.tree = new TreeStore({ load: (signal) => load('', signal), find: load, openLevels: 3 });
    makeObservable(this, {
      opened: observableRef,
      editing: observableRef,
      moving: observableRef,
      close: action,
      closeForm: action,
      closeMove: action,
      startMove: action,
    });
  }

  async open(id: string): Promise<void> {
    const opened = new OpenOrganizeStore(id, this.ctx);
    runInAction(() => {
      this.opened = opened;
    });
    await opened.load();
  }

  /** A new organisation, below the given one. */
  create(parent: Pick<OrganizeNode, 'id' | 'fullName'> | null): void {
    const above = parent ?? organizeTop(this.ctx.t);
    this.showForm(null, emptyValues(above.id), above);
  }

  edit(record: OrganizeRecord): void {
    const above = record.parentId === '-1' ? organizeTop(this.ctx.t) : { id: record.parentId, fullName: record.parentName };
    this.showForm(record, valuesOf(record), above);
  }

  /** From a row of the tree: the form needs the whole record, and its newest state. */
  async editNode(node: OrganizeNode): Promise<void> {
    const { data } = await this.client.one({ params: { id: node.id } });
    this.edit(data);
  }

  save = async (values: OrganizeValues, act: SaveAct): Promise<string> => {
    const record = this.editing?.record ?? null;
    const options = { ...act, quiet: true };
    const { data, msg } = record
      ? await this.client.edit({ params: { id: record.id }, body: { ...bodyOf(values), version: record.version } }, options)
      : await this.client.create({ body: bodyOf(values) }, options);
    this.ctx.toast.success(msg);
    return data.id;
  };

  async saved(id: string): Promise<void> {
    this.closeForm();
    await this.tree.reload();
    runInAction(() => this.tree.select(id));
    if (this.opened?.id === id) await this.open(id);
  }

  async toggle(node: OrganizeNode): Promise<void> {
    const end = await this.acts.run(node.id, ['state', node.enabledMark], (options) =>
      this.client.act({ params: { id: node.id, action: node.enabledMark === 1 ? 'disable' : 'enable' } }, options),
    );
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    this.ctx.toast.success(msg);
    await this.tree.reload();
  }

  async remove(node: OrganizeNode): Promise<void> {
    const end = await this.acts.run(node.id, 'remove', (options) => this.client.remove({ params: { id: node.id } }, options));
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    this.ctx.toast.success(msg);
    if (this.opened?.id === node.id) this.close();
    await this.tree.reload();
  }

  startMove(node: OrganizeNode): void {
    this.moving = { node, parents: this.parentsOf(node.id, false) };
  }

  /** Hangs the organisation below another one; the rest of it stays. */
  async moveTo(parentId: string): Promise<void> {
    const { moving } = this;
    if (!moving) return;
    const { data } = await this.client.one({ params: { id: moving.node.id } });
    const { msg } = await this.client.edit({
      params: { id: data.id },
      body: { parentId, fullName: data.fullName, enCode: data.enCode, version: data.version },
    });
    this.ctx.toast.success(msg);
    await this.tree.reload();
    runInAction(() => this.tree.select(data.id));
  }

  close(): void {
    this.opened = null;
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  closeMove(): void {
    this.moving = null;
  }

  dispose(): void {
    this.tree.dispose();
    this.closeForm();
  }

  /** Possible parents; an administrator of everything may also choose the top. */
  private parentsOf(id: string, withTop: boolean): TreeStoreOptions<ChoiceNode> {
    return {
      openLevels: 3,
      load: async (signal) => {
        const { data } = await this.client.parents({ params: { id } }, { signal, quiet: true });
        return { data: { list: [...(withTop ? [organizeTop(this.ctx.t)] : []), ...data.list] } };
      },
    };
  }

  private showForm(record: OrganizeRecord | null, initial: OrganizeValues, parent: Picked): void {
    this.closeForm();
    const parents = this.parentsOf(record?.id ?? '0', this.ctx.user.isAdministrator);
    const form = new FormStore<OrganizeValues>({
      fields: () =>
        organizeFields(this.ctx.t, {
          parents,
          parent,
          storedCode: record?.enCode ?? '',
        }),
      initial,
      drafts: this.ctx.drafts,
      draftKey: record ? `organize:${record.id}:${record.version}` : 'organize:new',
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}
