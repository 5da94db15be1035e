import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { LoadState } from '../list/list-store.ts';
import { type BranchState, childrenOf, filterTree, pathTo, type TreeNode, type TreeRow, visibleRows } from './tree-rows.ts';

/** The `{ data }` of a client call. */
interface TreeAnswer<Node extends TreeNode> {
  readonly data: { readonly list: readonly Node[] };
}

export interface TreeStoreOptions<Node extends TreeNode> {
  /** The whole tree, or its top where `loadChildren` fetches the rest. */
  readonly load: (signal: AbortSignal) => Promise<TreeAnswer<Node>>;
  /** Levels that are open after loading. Default 1. */
  readonly openLevels?: number;
  /** For trees too big for one answer: what is directly below a node that came closed. */
  readonly loadChildren?: (node: Node, signal: AbortSignal) => Promise<TreeAnswer<Node>>;
  /** Searches on the server instead of filtering the nodes that are here: a tree, or a flat list of hits. */
  readonly find?: (keyword: string, signal: AbortSignal) => Promise<TreeAnswer<Node>>;
  /** Wait after the last key before `find`. Default 200. */
  readonly delayMs?: number;
}

/** State of one tree: nodes, open branches, filter, the chosen node. Knows no React. */
export class TreeStore<Node extends TreeNode = TreeNode> {
  roots: readonly Node[] = [];
  keyword = '';
  selectedId: string | null = null;
  /** Key of the row that the arrow keys stand on. */
  activeId: string | null = null;
  private treeState: LoadState = { kind: 'idle' };
  private findState: LoadState = { kind: 'idle' };
  private hits: readonly Node[] = [];
  private readonly opened = observable.set<string>();
  private readonly fetched = observable.map<string, readonly Node[]>({}, { deep: false });
  private readonly branches = observable.map<string, BranchState>({}, { deep: false });
  private readonly options: TreeStoreOptions<Node>;
  /** Rows as they were shown last, by key. */
  private shown: ReadonlyMap<string, TreeRow<Node>> = new Map();
  private running: AbortController | null = null;
  private finding: AbortController | null = null;
  /** Ends what branches are fetching. */
  private branchLife = new AbortController();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: TreeStoreOptions<Node>) {
    this.options = options;
    makeObservable<this, 'treeState' | 'findState' | 'hits'>(this, {
      roots: observableRef,
      treeState: observableRef,
      findState: observableRef,
      hits: observableRef,
      keyword: observable,
      selectedId: observable,
      activeId: observable,
      state: computed,
      rows: computed,
      selected: computed,
      setKeyword: action,
      setOpen: action,
      select: action,
      setActive: action,
    });
  }

  /** Of the search while one is on, else of the tree. */
  get state(): LoadState {
    return this.searching ? this.findState : this.treeState;
  }

  /** True while hits of the server stand where the tree was. */
  get searching(): boolean {
    return this.options.find !== undefined && this.keyword.trim() !== '';
  }

  /** While a filter is set every branch that holds a match is open. */
  get rows(): readonly TreeRow<Node>[] {
    const filtered = this.keyword.trim() !== '';
    const roots = this.searching ? this.hits : filterTree(this.roots, this.keyword);
    const isExpanded = (node: Node) => (filtered && childrenOf(node).length > 0) || this.opened.has(node.id);
    const rows = visibleRows(roots, isExpanded, { childrenOf: this.below, isClosed: (node) => this.isClosed(node) }, this.shown);
    this.shown = new Map(rows.map((row) => [row.key, row]));
    return rows;
  }

  get selected(): Node | undefined {
    return this.selectedId === null ? undefined : pathTo(this.roots, this.selectedId, this.below).at(-1);
  }

  /** What a branch is doing that was opened before its children were here. */
  branchState(id: string): BranchState | undefined {
    return this.branches.get(id);
  }

  async start(): Promise<void> {
    if (this.treeState.kind === 'idle') await this.reload();
  }

  /** Loads again what is shown; open branches and the choice stay as long as their nodes do. Never rejects. */
  async reload(): Promise<void> {
    if (this.searching) {
      await this.search();
      return;
    }
    this.running?.abort();
    this.dropBranches();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.treeState = { kind: 'loading', first: this.roots.length === 0 };
    });
    try {
      const { data } = await this.options.load(running.signal);
      if (running.signal.aborted) return;
      const toFetch = runInAction(() => {
        // Each branch that must be fetched is a call of its own: only a lonely root is opened without being asked.
        if (this.roots.length === 0 && (this.options.loadChildren === undefined || data.list.length === 1))
          this.openFirst(data.list, this.options.openLevels ?? 1);
        this.fetched.clear();
        this.roots = data.list;
        this.treeState = { kind: 'ready' };
        if (this.options.loadChildren === undefined && this.selectedId !== null && this.selected === undefined) this.selectedId = null;
        return this.rows.filter(({ node, expanded }) => expanded && this.isClosed(node));
      });
      await Promise.all(toFetch.map(({ node }) => this.fetchBranch(node)));
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.treeState = { kind: 'failed', error };
      });
    }
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
    this.finding?.abort();
    this.running?.abort();
    this.dropBranches();
    runInAction(() => {
      if (this.findState.kind === 'loading') {
        this.keyword = '';
        this.findState = { kind: 'idle' };
      }
      if (this.treeState.kind === 'loading') this.treeState = this.roots.length > 0 ? { kind: 'ready' } : { kind: 'idle' };
    });
  }

  setKeyword(keyword: string): void {
    this.keyword = keyword;
    if (this.options.find === undefined) return;
    if (this.timer) clearTimeout(this.timer);
    this.finding?.abort();
    this.activeId = null;
    if (!this.searching) {
      this.hits = [];
      this.findState = { kind: 'idle' };
      return;
    }
    this.findState = { kind: 'loading', first: this.hits.length === 0 };
    this.timer = setTimeout(() => void this.search(), this.options.delayMs ?? 200);
  }

  setOpen(id: string, open: boolean): void {
    if (!open) {
      this.opened.delete(id);
      return;
    }
    this.opened.add(id);
    const row = this.rows.find(({ node }) => node.id === id);
    if (row && this.isClosed(row.node)) void this.fetchBranch(row.node);
  }

  /** Chooses a node and opens the way to it; null chooses nothing. */
  select(id: string | null, rowKey = id): void {
    this.selectedId = id;
    this.activeId = rowKey;
    if (id === null) return;
    for (const node of pathTo(this.roots, id, this.below).slice(0, -1)) this.opened.add(node.id);
  }

  setActive(rowKey: string | null): void {
    this.activeId = rowKey;
  }

  private readonly below = (node: Node): readonly Node[] => this.fetched.get(node.id) ?? childrenOf(node);

  /** Its children were neither sent nor fetched. */
  private isClosed(node: Node): boolean {
    return this.options.loadChildren !== undefined && node.hasChildren === true && !node.children && !this.fetched.has(node.id);
  }

  private async fetchBranch(node: Node): Promise<void> {
    const { loadChildren } = this.options;
    if (!loadChildren || this.branches.get(node.id)?.kind === 'loading') return;
    const { signal } = this.branchLife;
    const set = (state: BranchState | null) => runInAction(() => (state ? this.branches.set(node.id, state) : this.branches.delete(node.id)));
    set({ kind: 'loading' });
    try {
      const { data } = await loadChildren(node, signal);
      if (signal.aborted) return;
      runInAction(() => {
        this.fetched.set(node.id, data.list);
        this.branches.delete(node.id);
      });
    } catch (error) {
      if (!signal.aborted) set({ kind: 'failed', error });
    }
  }

  private dropBranches(): void {
    this.branchLife.abort();
    this.branchLife = new AbortController();
    runInAction(() => this.branches.clear());
  }

  private async search(): Promise<void> {
    const { find } = this.options;
    if (!find) return;
    this.finding?.abort();
    const finding = new AbortController();
    this.finding = finding;
    runInAction(() => {
      this.findState = { kind: 'loading', first: this.hits.length === 0 };
    });
    try {
      const { data } = await find(this.keyword.trim(), finding.signal);
      if (finding.signal.aborted) return;
      runInAction(() => {
        this.hits = data.list;
        this.findState = { kind: 'ready' };
      });
    } catch (error) {
      if (finding.signal.aborted) return;
      runInAction(() => {
        this.hits = [];
        this.findState = { kind: 'failed', error };
      });
    }
  }

  private openFirst(nodes: readonly Node[], levels: number): void {
    if (levels <= 0) return;
    for (const node of nodes) {
      this.opened.add(node.id);
      this.openFirst(childrenOf(node), levels - 1);
    }
  }
}
