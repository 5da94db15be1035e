import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type Picked, type SaveAct, TreeStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type PositionRow, positionContract } from '../../contract/index.ts';
import type { MemberObjectRef } from '../members/members.store.ts';
import { placeTree } from '../parts/place-tree.ts';
import { emptyPosition, type PositionValues, positionFields, valuesOfPosition } from './position-fields.ts';

export interface PositionForm {
  readonly form: FormStore<PositionValues>;
  /** Null: a new position. */
  readonly record: PositionRow | null;
}

/** State of the page of positions: the tree of organisations and departments, the positions of what is chosen, and what is open. */
export class PositionStore {
  readonly places: TreeStore<StaffTreeNode>;
  readonly list: ListStore<PositionRow, { keyword: string; organizeId: string }>;
  editing: PositionForm | null = null;
  /** Position whose members are open. */
  members: MemberObjectRef | null = null;
  private readonly client: Client<typeof positionContract.routes>;
  private readonly acts = new ActGroup({}, 'permission.position');

  constructor(private readonly ctx: Pick<WebContext, 'http' | 't' | 'language' | 'drafts' | 'toast'>) {
    this.client = createClient(positionContract, ctx.http);
    this.places = new TreeStore(placeTree(ctx.http));
    this.list = new ListStore<PositionRow, { keyword: string; organizeId: string }>({
      rowKey: 'id',
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    makeObservable(this, { editing: observableRef, members: observableRef, openMembers: action, closeMembers: action, closeForm: action });
  }

  create(): void {
    const place = this.places.selected ?? null;
    this.showForm(null, emptyPosition(place?.id ?? ''), place);
  }

  async edit(row: PositionRow): Promise<void> {
    const { data } = await this.client.one({ params: { id: row.id } });
    this.showForm(data, valuesOfPosition(data), { id: data.organizeId, fullName: row.department.split('/').slice(-2).join(' / ') });
  }

  save = async (values: PositionValues, act: SaveAct): Promise<string> => {
    const record = this.editing?.record ?? null;
    const body = {
      organizeId: values.organizeId,
      fullName: values.fullName.trim(),
      enCode: values.enCode.trim(),
      type: values.type ?? '',
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

  async turn(row: PositionRow): Promise<void> {
    const end = await this.acts.run(row.id, ['state', row.enabledMark], (options) => this.client.state({ params: { id: row.id } }, options));
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  async remove(row: PositionRow): Promise<void> {
    const end = await this.acts.run(row.id, 'remove', (options) => this.client.remove({ params: { id: row.id } }, options));
    if (end.kind !== 'done') return;
    const { msg } = end.answer;
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  openMembers(row: PositionRow): void {
    this.members = { type: 'Position', id: row.id, name: row.fullName };
  }

  closeMembers(): void {
    this.members = null;
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.places.dispose();
    this.list.dispose();
    this.closeForm();
  }

  private showForm(record: PositionRow | null, initial: PositionValues, place: Picked | null): void {
    this.closeForm();
    const form = new FormStore<PositionValues>({
      fields: () => positionFields(this.ctx, { place, stored: record }),
      initial,
      drafts: this.ctx.drafts,
      draftKey: record ? `position:${record.id}:${record.version}` : 'position:new',
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}
