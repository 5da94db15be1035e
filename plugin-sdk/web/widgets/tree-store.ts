import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { LoadState } from './list-store.ts';
import { filterTree, pathTo, type TreeNode, type TreeRow, visibleRows } from './tree-rows.ts';

export interface TreeStoreOptions<Node extends TreeNode> {
  /** The whole tree: the `{ data }` of a client call. */
  readonly load: (signal: AbortSignal) => Promise<{ readonly data: { readonly list: readonly Node[] } }>;
  /** Levels that are open after loading. Default 1. */
  readonly openLevels?: number;
}

/** State of one tree: nodes, open branches, filter, the chosen node. Knows no React. */
export class TreeStore<Node extends TreeNode = TreeNode> {
  roots: readonly Node[] = [];
  state: LoadState = { kind: 'idle' };
  keyword = '';
  selectedId: string | null = null;
  /** Node that the arrow keys stand on. */
  activeId: string | null = null;
  private readonly opened = observable.set<string>();
  private readonly options: TreeStoreOptions<Node>;
  private running: AbortController | null = null;

  constructor(options: TreeStoreOptions<Node>) {
    this.options = options;
    makeObservable(this, {
      roots: observableRef,
      state: observableRef,
      keyword: observable,
      selectedId: observable,
      activeId: observable,
      rows: computed,
      selected: computed,
      setKeyword: action,
      setOpen: action,
      select: action,
      setActive: action,
    });
  }

  /** While a filter is set every branch that holds a match is open. */
  get rows(): readonly TreeRow<Node>[] {
    const filtered = this.keyword.trim() !== '';
    return visibleRows(filterTree(this.roots, this.keyword), (id) => filtered || this.opened.has(id));
  }

  get selected(): Node | undefined {
    return this.selectedId === null ? undefined : pathTo(this.roots, this.selectedId).at(-1);
  }

  async start(): Promise<void> {
    if (this.state.kind === 'idle') await this.reload();
  }

  /** Loads again; open branches and the choice stay as long as their nodes do. Never rejects. */
  async reload(): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.state = { kind: 'loading', first: this.roots.length === 0 };
    });
    try {
      const { data } = await this.options.load(running.signal);
      if (running.signal.aborted) return;
      runInAction(() => {
        if (this.roots.length === 0) this.openFirst(data.list, this.options.openLevels ?? 1);
        this.roots = data.list;
        this.state = { kind: 'ready' };
        if (this.selectedId !== null && pathTo(data.list, this.selectedId).length === 0) this.selectedId = null;
      });
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  dispose(): void {
    if (this.state.kind !== 'loading') return;
    this.running?.abort();
    runInAction(() => {
      this.state = this.roots.length > 0 ? { kind: 'ready' } : { kind: 'idle' };
    });
  }

  setKeyword(keyword: string): void {
    this.keyword = keyword;
  }

  setOpen(id: string, open: boolean): void {
    if (open) this.opened.add(id);
    else this.opened.delete(id);
  }

  /** Chooses a node and opens the way to it; null chooses nothing. */
  select(id: string | null): void {
    this.selectedId = id;
    this.activeId = id;
    if (id === null) return;
    for (const node of pathTo(this.roots, id).slice(0, -1)) this.opened.add(node.id);
  }

  setActive(id: string | null): void {
    this.activeId = id;
  }

  private openFirst(nodes: readonly Node[], levels: number): void {
    if (levels <= 0) return;
    for (const node of nodes) {
      this.opened.add(node.id);
      this.openFirst((node.children ?? []) as readonly Node[], levels - 1);
    }
  }
}
