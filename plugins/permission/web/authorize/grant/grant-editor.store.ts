import { Act, ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { authorityContract } from '../../../contract/authority.contract.ts';
import type { GrantObjectType, ObjectGrants, RightItem, RightMenu } from '../../../contract/authority.schema.ts';
import {
  diffTicks,
  itemsOf,
  listsOf,
  marksOf,
  type NodeMark,
  rebaseTicks,
  type RightNodeState,
  rightsTree,
  searchRights,
  type TickDiff,
  tickItems,
  tickNode,
  type Ticks,
  ticksOf,
} from '../../../domain/rights/rights-ticks.ts';

import { GrantDraft } from './grant-draft.ts';
import type { SharedCatalogue } from './shared-catalogue.ts';

export interface GrantObjectRef {
  readonly type: GrantObjectType;
  readonly id: string;
}

type State = { readonly kind: 'loading' } | { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown };

/** Changed rights of one menu, as the summary names them. */
export interface NamedChanges {
  readonly id: string;
  readonly menu: string;
  /** Empty when it is the page alone. */
  readonly names: readonly string[];
}

const NOTHING: Ticks = new Set();
const CONFLICT = 409;

export type EditorContext = Pick<WebContext, 'http' | 'drafts' | 'toast' | 't'>;

/** Rights of one role, position, user or group being edited: what is granted, what is ticked, what saving would change. */
export class GrantEditorStore {
  state: State = { kind: 'loading' };
  menus: readonly RightMenu[] = [];
  granted: ObjectGrants | null = null;
  ticks: Ticks = NOTHING;
  keyword = '';
  /** Node whose rights are shown at the right. */
  activeId: string | null = null;
  saving = false;
  failure: unknown = null;
  /** Why what somebody else saved could not be read; the conflict stands as long. */
  rebaseFailure: unknown = null;
  fromDraft = false;
  private readonly opened = observable.set<string>();
  private readonly client: Client<typeof authorityContract.routes>;
  private readonly draft: GrantDraft;
  private readonly act: Act;

  constructor(
    readonly object: GrantObjectRef,
    private readonly ctx: EditorContext,
    private readonly catalogue: SharedCatalogue,
  ) {
    this.draft = new GrantDraft(ctx.drafts, object);
    this.client = createClient(authorityContract, ctx.http);
    // The digest of what was seen goes with it.
    this.act = new Act({}, 'authorize', { changed: 'send' });
    makeObservable<this, 'setTicks'>(this, {
      state: observableRef,
      menus: observableRef,
      granted: observableRef,
      ticks: observableRef,
      keyword: observable,
      activeId: observable,
      saving: observable,
      failure: observableRef,
      rebaseFailure: observableRef,
      fromDraft: observable,
      tree: computed,
      found: computed,
      rows: computed,
      marks: computed,
      active: computed,
      original: computed,
      diff: computed,
      dirty: computed,
      setKeyword: action,
      setOpen: action,
      setAllOpen: action,
      setActive: action,
      setTicks: action,
      dismissFailure: action,
    });
  }

  get tree(): readonly RightNodeState[] {
    return rightsTree(this.menus);
  }

  /** What a search leaves of the tree. */
  get found(): readonly RightNodeState[] {
    return searchRights(this.tree, this.keyword);
  }

  /** What is ticked of each node that a search leaves, by id. */
  get marks(): ReadonlyMap<string, NodeMark> {
    return marksOf(this.found, this.ticks);
  }

  /** Visible nodes, from the top down; a search opens everything it finds. */
  get rows(): readonly RightNodeState[] {
    const searching = this.keyword.trim() !== '';
    const rows: RightNodeState[] = [];
    const walk = (nodes: readonly RightNodeState[]): void => {
      for (const node of nodes) {
        rows.push(node);
        if (searching || this.opened.has(node.menu.id)) walk(node.children);
      }
    };
    walk(this.found);
    return rows;
  }

  get active(): RightNodeState | undefined {
    const find = (nodes: readonly RightNodeState[]): RightNodeState | undefined => {
      for (const node of nodes) {
        const found = node.menu.id === this.activeId ? node : find(node.children);
        if (found) return found;
      }
      return undefined;
    };
    return find(this.tree);
  }

  get original(): Ticks {
    return this.granted ? ticksOf(this.granted) : NOTHING;
  }

  get diff(): TickDiff {
    return diffTicks(this.original, this.ticks);
  }

  get dirty(): boolean {
    return this.diff.added.length + this.diff.removed.length > 0;
  }

  /** True when the failure is that somebody else changed the same object. */
  get isStale(): boolean {
    return this.failure instanceof ApiError && this.failure.code === CONFLICT;
  }

  isOpen(id: string): boolean {
    return this.keyword.trim() !== '' || this.opened.has(id);
  }

  async load(): Promise<void> {
    runInAction(() => {
      this.state = { kind: 'loading' };
    });
    try {
      const [menus, granted] = await Promise.all([this.catalogue.read(), this.fetchGrants(this.object)]);
      runInAction(() => {
        this.menus = menus;
        this.accept(granted);
        if (this.opened.size === 0) for (const { menu } of this.tree) this.opened.add(menu.id);
        this.activeId ??= this.tree[0]?.children[0]?.menu.id ?? this.tree[0]?.menu.id ?? null;
        this.state = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  /** After data schemes were made or changed: what can be ticked is read again, the ticks stay. */
  async reloadCatalogue(): Promise<void> {
    try {
      const menus = await this.catalogue.refresh();
      runInAction(() => {
        this.menus = menus;
      });
    } catch (error) {
      // Ticks that were not saved are kept as a draft; they come back with what can be ticked.
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  setKeyword(keyword: string): void {
    this.keyword = keyword;
  }

  setOpen(id: string, open: boolean): void {
    if (open) this.opened.add(id);
    else this.opened.delete(id);
  }

  setAllOpen(open: boolean): void {
    this.opened.clear();
    if (open) for (const { id } of this.menus) this.opened.add(id);
  }

  setActive(id: string): void {
    this.activeId = id;
  }

  tickNode(node: RightNodeState, on: boolean): void {
    this.setTicks(tickNode(this.ticks, node, on));
  }

  tickItems(menu: RightMenu, items: readonly RightItem[], on: boolean): void {
    this.setTicks(tickItems(this.ticks, menu, items, on));
  }

  /** Everything, or what a search has left visible. */
  tickAll(on: boolean): void {
    let ticks = this.ticks;
    for (const node of this.found) ticks = tickNode(ticks, node, on);
    this.setTicks(ticks);
  }

  reset(): void {
    this.setTicks(this.original);
  }

  /** Ticks what another object has: instead of the present ticks, or in addition. */
  async copyFrom(object: GrantObjectRef, mode: 'replace' | 'add'): Promise<void> {
    const ids = ticksOf(await this.fetchGrants(object));
    runInAction(() => this.setTicks(mode === 'replace' ? ids : new Set([...this.ticks, ...ids])));
  }

  /** True when it was saved. */
  async save(): Promise<boolean> {
    const { granted } = this;
    if (this.saving || !granted) return false;
    runInAction(() => {
      this.saving = true;
      this.failure = null;
    });
    const body = { objectType: this.object.type, ...listsOf(this.menus, this.ticks), digest: granted.digest };
    const end = await this.act.run(
      body,
      (options) => this.client.replace({ params: { objectId: this.object.id }, body }, options),
      async ({ msg }) => {
        this.ctx.toast.success(msg);
        await this.acceptSaved();
      },
    );
    runInAction(() => {
      if ('error' in end) this.failure = end.error;
      this.saving = false;
    });
    return end.kind === 'done';
  }

  /** After somebody else was faster: what they saved, with the own changes on top. */
  async rebase(): Promise<void> {
    if (this.saving) return;
    const { diff } = this;
    runInAction(() => {
      this.saving = true;
    });
    try {
      const fresh = await this.fetchGrants(this.object);
      runInAction(() => {
        this.granted = fresh;
        this.failure = null;
        this.rebaseFailure = null;
        this.setTicks(rebaseTicks(ticksOf(fresh), diff));
      });
    } catch (error) {
      runInAction(() => {
        this.rebaseFailure = error;
      });
    } finally {
      runInAction(() => {
        this.saving = false;
      });
    }
  }

  dismissFailure(): void {
    this.failure = null;
    this.rebaseFailure = null;
  }

  dispose(): void {
    this.draft.flush();
  }

  /** Names of changed rights, menu by menu in the order of the catalogue. */
  named(ids: readonly string[]): NamedChanges[] {
    const wanted = new Set(ids);
    return this.menus.flatMap((menu) => {
      const names = itemsOf(menu).flatMap((item) => (wanted.has(item.id) ? [item.fullName] : []));
      return names.length > 0 || wanted.has(menu.id) ? [{ id: menu.id, menu: menu.fullName, names }] : [];
    });
  }

  /** What was saved is read anew. It is saved even when that fails: then it is the reading that is tried again. */
  private async acceptSaved(): Promise<void> {
    runInAction(() => this.draft.clear());
    try {
      const fresh = await this.fetchGrants(this.object);
      runInAction(() => this.accept(fresh));
    } catch (error) {
      runInAction(() => {
        this.granted = null;
        this.ticks = NOTHING;
        this.act.forget();
        this.state = { kind: 'failed', error };
      });
    }
  }

  private async fetchGrants({ type, id }: GrantObjectRef): Promise<ObjectGrants> {
    return (await this.client.grants({ params: { objectId: id }, query: { objectType: type } }, { quiet: true })).data;
  }

  /** Newly read grants. A draft counts only as long as nobody changed what it was made from. */
  private accept(granted: ObjectGrants): void {
    this.granted = granted;
    const draft = this.draft.load(granted.digest);
    this.fromDraft = draft !== undefined;
    this.ticks = draft ? rebaseTicks(this.original, draft) : this.original;
    this.act.forget();
  }

  private setTicks(ticks: Ticks): void {
    this.ticks = ticks;
    this.fromDraft = false;
    if (!this.granted) return;
    if (this.dirty) this.draft.keep(this.granted.digest, this.diff);
    else this.draft.clear();
  }
}
