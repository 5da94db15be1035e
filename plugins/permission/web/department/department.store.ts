import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type ChoiceNode, FormStore, type Picked, type SaveAct, TreeStore, type TreeStoreOptions } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type DepartmentRecord, type DepartmentRow, departmentContract, organizeContract } from '../../contract/index.ts';
import { type Branch, treeOf } from '../../domain/tree.ts';
import { type DepartmentValues, departmentFields, emptyDepartment, valuesOfDepartment } from './department-fields.ts';

export type DepartmentNode = Branch<DepartmentRow>;

export interface DepartmentForm {
  readonly form: FormStore<DepartmentValues>;
  /** Null: a new department. */
  readonly record: DepartmentRecord | null;
}

export interface DepartmentMove {
  readonly node: DepartmentNode;
  readonly places: TreeStoreOptions<ChoiceNode>;
}

type Org = Pick<StaffTreeNode, 'id' | 'fullName'>;

/** State of the page of departments: organisations, the departments of the chosen one, and what is open. */
export class DepartmentStore {
  readonly orgs: TreeStore<StaffTreeNode>;
  org: Org | null = null;
  departments: TreeStore<DepartmentNode> | null = null;
  editing: DepartmentForm | null = null;
  moving: DepartmentMove | null = null;
  private readonly client: Client<typeof departmentContract.routes>;
  private readonly acts = new ActGroup({}, 'permission.department');

  constructor(private readonly ctx: Pick<WebContext, 'http' | 't' | 'drafts' | 'toast' | 'user'>) {
    this.client = createClient(departmentContract, ctx.http);
    const organisations = createClient(organizeContract, ctx.http);
    this.orgs = new TreeStore({
      openLevels: 3,
      load: async (signal) => {
        const answer = await organisations.parents({ params: { id: '0' } }, { signal, quiet: true });
        this.chooseFirst(answer.data.list);
        return answer;
      },
    });
    makeObservable(this, {
      org: observableRef,
      departments: observableRef,
      editing: observableRef,
      moving: observableRef,
      choose: action,
      startMove: action,
      closeForm: action,
      closeMove: action,
    });
  }

  choose(org: Org): void {
    if (this.org?.id === org.id) return;
    this.departments?.dispose();
    this.org = { id: org.id, fullName: org.fullName };
    const load = async (keyword: string, signal: AbortSignal) => {
      const { data } = await this.client.list({ params: { id: org.id }, query: { keyword } }, { signal, quiet: true });
      return { data: { list: treeOf(data.list) } };
    };
    this.departments = new TreeStore<DepartmentNode>({ load: (signal) => load('', signal), find: load, openLevels: 2 });
  }

  create(parent: DepartmentNode | null): void {
    if (!this.org) return;
    const above = parent ?? this.org;
    this.showForm(null, emptyDepartment(above.id), above);
  }

  async edit(node: DepartmentNode): Promise<void> {
    const { data } = await this.client.one({ params: { id: node.id } });
    const above = this.find(data.parentId) ?? this.org;
    if (above) this.showForm(data, valuesOfDepartment(data), above);
  }

  save = async (values: DepartmentValues, act: SaveAct): Promise<string> => {
    const record = this.editing?.record ?? null;
    const body = {
      parentId: values.parentId,
      fullName: values.fullName.trim(),
      enCode: values.enCode.trim(),
      managerId: values.managerId ?? '',
      sortCode: values.sortCode ?? 0,
      description: values.description,
    };
    const options = { ...act, quiet: true };
    const { data, msg } = record
      ? await this.client.edit({ params: { id: record.id }, body: { ...body, version: record.version } }, options)
      : await this.client.create({ body }, options);
    this.ctx.toast.success(msg);
    return data.id;
  };

  async saved(id: string): Promise<void> {
    await this.departments?.reload();
    runInAction(() => this.departments?.select(id));
  }

  async toggle(node: DepartmentNode): Promise<void> {
    const end = await this.acts.run(node.id, ['state', node.enabledMark], (options) => this.client.state({ params: { id: node.id } }, options));
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    this.ctx.toast.success(msg);
    await this.departments?.reload();
  }

  async remove(node: DepartmentNode): Promise<void> {
    const end = await this.acts.run(node.id, 'remove', (options) => this.client.remove({ params: { id: node.id } }, options));
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    this.ctx.toast.success(msg);
    await this.departments?.reload();
  }

  startMove(node: DepartmentNode): void {
    this.moving = { node, places: this.placesFor(node.id) };
  }

  async moveTo(placeId: string): Promise<void> {
    const { moving } = this;
    if (!moving) return;
    const { data } = await this.client.one({ params: { id: moving.node.id } });
    const { msg } = await this.client.edit({
      params: { id: data.id },
      body: { parentId: placeId, fullName: data.fullName, enCode: data.enCode, version: data.version },
    });
    this.ctx.toast.success(msg);
    await this.saved(data.id);
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  closeMove(): void {
    this.moving = null;
  }

  dispose(): void {
    this.orgs.dispose();
    this.departments?.dispose();
    this.closeForm();
  }

  /** Whoever opens the page sees their own organisation, or the topmost. */
  private chooseFirst(roots: readonly StaffTreeNode[]): void {
    if (this.org) return;
    const all = (nodes: readonly StaffTreeNode[]): StaffTreeNode[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
    const nodes = all(roots);
    const first = nodes.find((node) => node.id === this.ctx.user.organizeId) ?? nodes[0];
    if (!first) return;
    runInAction(() => {
      this.choose(first);
      this.orgs.select(first.id);
    });
  }

  private find(id: string): DepartmentNode | undefined {
    const search = (nodes: readonly DepartmentNode[]): DepartmentNode | undefined => {
      for (const node of nodes) {
        const found = node.id === id ? node : search(node.children ?? []);
        if (found) return found;
      }
      return undefined;
    };
    return search(this.departments?.roots ?? []);
  }

  /** The organisation and its departments as the page shows them, without one of them and what is below it. */
  private placesFor(exceptId: string): TreeStoreOptions<ChoiceNode> {
    const choices = (nodes: readonly DepartmentNode[]): ChoiceNode[] =>
      nodes.flatMap(({ id, fullName, enabledMark, children }) =>
        id === exceptId ? [] : [{ id, fullName, enabledMark, type: 'department' as const, children: children && choices(children) }],
      );
    const { org } = this;
    const below = (nodes: readonly DepartmentNode[]) => ({ data: { list: org ? [{ ...org, type: 'company' as const, children: choices(nodes) }] : [] } });
    return {
      openLevels: 1,
      load: async () => below(this.departments?.roots ?? []),
      find: async (keyword, signal) => {
        const { data } = await this.client.list({ params: { id: org?.id ?? '' }, query: { keyword } }, { signal, quiet: true });
        return below(treeOf(data.list));
      },
    };
  }

  private showForm(record: DepartmentRecord | null, initial: DepartmentValues, place: Picked): void {
    this.closeForm();
    const places = this.placesFor(record?.id ?? '');
    const form = new FormStore<DepartmentValues>({
      fields: () => departmentFields(this.ctx.t, { places, place, stored: record }),
      initial,
      drafts: this.ctx.drafts,
      draftKey: record ? `department:${record.id}:${record.version}` : `department:new:${this.org?.id ?? ''}`,
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}
