import { type ActCall, ActGroup, type CallResult, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { listViewContract } from '../../../../contract/list-view/list-view.contract.ts';
import type { Audience, ListView, ViewContent } from '../../../../contract/list-view/list-view.schema.ts';
import type { LoadState } from '../list-store.ts';

/** Saved views of one list. Knows no React. */
export class ViewStore {
  list: readonly ListView[] = [];
  /** The one that the list opens with; empty: none. */
  defaultId = '';
  mayShare = false;
  state: LoadState = { kind: 'idle' };
  readonly client;
  private readonly acts: ActGroup;

  constructor(
    private readonly ctx: WebContext,
    readonly modelId: string,
  ) {
    this.client = createClient(listViewContract, ctx.http);
    this.acts = new ActGroup(ctx, 'list-view');
    makeObservable(this, {
      list: observableRef,
      defaultId: observable,
      mayShare: observable,
      state: observableRef,
      mine: computed,
      others: computed,
      load: action,
    });
  }

  get mine(): readonly ListView[] {
    return this.list.filter((view) => view.mine);
  }

  get others(): readonly ListView[] {
    return this.list.filter((view) => !view.mine);
  }

  async load(): Promise<void> {
    this.state = { kind: 'loading', first: this.list.length === 0 };
    try {
      const { data } = await this.client.list({ params: { moduleId: this.modelId } }, { quiet: true });
      runInAction(() => {
        this.list = data.list;
        this.defaultId = data.defaultId;
        this.mayShare = data.mayShare;
        this.state = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  /** @throws what the call failed with; the form says it */
  async create(name: string, content: ViewContent, opensWith: boolean, act: Pick<ActCall, 'idempotencyKey'>): Promise<ListView> {
    const { modelId } = this;
    const { data, msg } = await this.client.create({ body: { moduleId: modelId, name, content } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    if (opensWith) await this.choose(data.id);
    await this.load();
    return data;
  }

  /** @throws what the call failed with; the form says it */
  async rename({ id, content }: ListView, name: string, act: Pick<ActCall, 'idempotencyKey'>): Promise<void> {
    const { msg } = await this.client.change({ params: { id }, body: { name, content } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    await this.load();
  }

  /** @throws what the call failed with; the form says it */
  async share({ id }: ListView, audiences: readonly Audience[], act: Pick<ActCall, 'idempotencyKey'>): Promise<void> {
    const body = { audiences: audiences.map(({ orgId, roleId }) => ({ orgId, roleId })) };
    const { msg } = await this.client.share({ params: { id }, body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    await this.load();
  }

  async change({ id, name }: ListView, content: ViewContent): Promise<void> {
    await this.tell(id, ['change', name, content], (options) => this.client.change({ params: { id }, body: { name, content } }, options));
  }

  async remove({ id }: ListView): Promise<void> {
    await this.tell(id, 'remove', (options) => this.client.remove({ params: { id } }, options));
  }

  /** @param id empty: the list opens as it is */
  async choose(id: string): Promise<void> {
    const { modelId } = this;
    await this.acts.run('default', id, (options) => this.client.choose({ params: { moduleId: modelId }, body: { id } }, options));
    runInAction(() => {
      this.defaultId = id;
    });
  }

  /** Moves an own view by one place. */
  async move({ id }: ListView, by: 1 | -1): Promise<void> {
    const { modelId, mine } = this;
    const at = mine.findIndex((view) => view.id === id);
    const [moved, other] = [mine[at], mine[at + by]];
    if (!moved || !other) return;
    const next = mine.map((view) => (view === moved ? other : view === other ? moved : view));
    const ids = next.map((view) => view.id);
    const end = await this.acts.run('order', ids, (options) => this.client.order({ params: { moduleId: modelId }, body: { ids } }, options));
    if (end.kind !== 'done') return;
    runInAction(() => {
      this.list = [...next, ...this.others];
    });
  }

  private async tell(row: string, content: unknown, call: (options: ActCall) => Promise<CallResult<unknown>>): Promise<void> {
    const end = await this.acts.run(row, content, call);
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await this.load();
  }
}
