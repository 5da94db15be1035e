import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, type SaveAct, TreeStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type DepartmentRecord, type DepartmentRow, departmentContract, organizeContract } from '../../contract/index.ts';
import { type Branch, branchIds, treeOf } from '../../domain/tree.ts';
import { type DepartmentValues, departmentFields, emptyDepartment, valuesOfDepartment } from './department-fields.tsx';

export type DepartmentNode = Branch<DepartmentRow>;

/** An entry of the tree of possible parents: the organisation, then its departments. */
export interface PlaceNode {
  readonly id: string;
  readonly fullName: string;
  readonly children: readonly PlaceNode[] | null;
}

export interface DepartmentForm {
  readonly form: FormStore<DepartmentValues>;
  /** Null: a new department. */
  readonly record: DepartmentRecord | null;
}

export interface DepartmentMove {
  readonly node: DepartmentNode;
  readonly places: TreeStore<PlaceNode>;
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
    this.showForm(null, emptyDepartment(parent ?? this.org));
  }

  async edit(node: DepartmentNode): Promise<void> {
    const { data } = await this.client.one({ params: { id: node.id } });
    const above = node.parentId === '-1' ? this.org : (await this.placeNodes('')).find((place) => place.id === data.parentId);
    this.showForm(data, valuesOfDepartment(data, above?.fullName ?? this.org?.fullName ?? ''));
  }

  save = async (values: DepartmentValues, act: SaveAct): Promise<string> => {
    const record = this.editing?.record ?? null;
    const body = {
      parentId: values.parentId,
      fullName: values.fullName.trim(),
      enCode: values.enCode.trim(),
      managerId: values.managerId,
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

  async turn(node: DepartmentNode): Promise<void> {
    const { msg } = await this.client.state({ params: { id: node.id } });
    this.ctx.toast.success(msg);
    await this.departments?.reload();
  }

  async remove(node: DepartmentNode): Promise<void> {
    const { msg } = await this.client.remove({ params: { id: node.id } });
    this.ctx.toast.success(msg);
    await this.departments?.reload();
  }

  startMove(node: DepartmentNode): void {
    this.moving = { node, places: new TreeStore<PlaceNode>({ load: () => this.places(node.id), openLevels: 3 }) };
  }

  async moveTo(place: PlaceNode): Promise<void> {
    const { moving } = this;
    if (!moving) return;
    const { data } = await this.client.one({ params: { id: moving.node.id } });
    const { msg } = await this.client.edit({
      params: { id: data.id },
      body: { parentId: place.id, fullName: data.fullName, enCode: data.enCode, version: data.version },
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

  private async placeNodes(exceptId: string): Promise<readonly DepartmentRow[]> {
    if (!this.org) return [];
    const { data } = await this.client.list({ params: { id: this.org.id }, query: {} }, { quiet: true });
    const own = exceptId === '' ? new Set<string>() : branchIds(data.list, exceptId);
    return data.list.filter((row) => !own.has(row.id));
  }

  /** The organisation and its departments, without one of them and what is below it. */
  private async places(exceptId: string): Promise<{ data: { list: readonly PlaceNode[] } }> {
    const { org } = this;
    if (!org) return { data: { list: [] } };
    return { data: { list: [{ ...org, children: treeOf(await this.placeNodes(exceptId)) }] } };
  }

  private showForm(record: DepartmentRecord | null, initial: DepartmentValues): void {
    this.closeForm();
    const form = new FormStore<DepartmentValues>({
      fields: () => departmentFields(this.ctx.t, { loadPlaces: () => this.places(record?.id ?? ''), storedCode: record?.enCode ?? '' }),
      initial,
      drafts: this.ctx.drafts,
      draftKey: record ? `department:${record.id}:${record.version}` : `department:new:${this.org?.id ?? ''}`,
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}
