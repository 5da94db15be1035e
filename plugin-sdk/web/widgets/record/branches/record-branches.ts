import type { RecordField } from '@nephra/plugin-sdk/record';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { ChoiceNode, Picked } from '../../pick/choice.ts';
import type { TreeNode } from '../../tree/tree-rows.ts';
import { TreeStore, type TreeStoreOptions } from '../../tree/tree-store.ts';
import type { AnyRow, RecordLeftTree } from '../record-code.ts';
import { nameOfRow, type RecordStore } from '../record-store.ts';

/** A row with those below it. */
export type RowNode = AnyRow & TreeNode;

export interface RowMove {
  readonly row: RowNode;
  /** Where it may stand. */
  readonly places: TreeStoreOptions<ChoiceNode>;
}

/** Levels that are open when a node is chosen. */
const OPEN_LEVELS = 2;

/** State of a list that comes whole: the tree at the left, the rows of its chosen node as a tree, and a row that moves. Knows no React. */
export class RecordBranches {
  readonly left: TreeStore<ChoiceNode>;
  readonly leftLabel: string;
  node: Picked | null = null;
  rows: TreeStore<RowNode> | null = null;
  moving: RowMove | null = null;

  constructor(
    private readonly store: RecordStore,
    { label, tree }: RecordLeftTree,
  ) {
    this.leftLabel = label;
    this.left = new TreeStore<ChoiceNode>({
      ...tree,
      load: async (signal) => {
        const answer = await tree.load(signal);
        this.chooseFirst(answer.data.list);
        return answer;
      },
    });
    makeObservable(this, { node: observableRef, rows: observableRef, moving: observableRef, choose: action, startMove: action, closeMove: action });
    store.branches = this;
  }

  choose({ id, fullName }: Picked): void {
    if (this.node?.id === id) return;
    this.rows?.dispose();
    this.node = { id, fullName };
    const load = async (keyword: string, signal: AbortSignal) => ({ data: { list: await this.load(id, keyword, signal) } });
    this.rows = new TreeStore<RowNode>({ load: (signal) => load('', signal), find: load, openLevels: OPEN_LEVELS });
  }

  async reload(): Promise<void> {
    await this.rows?.reload();
  }

  select(id: string): void {
    runInAction(() => this.rows?.select(id));
  }

  startMove(row: RowNode): void {
    this.moving = { row, places: this.placesFor(row.id) };
  }

  readonly closeMove = (): void => {
    this.moving = null;
  };

  async moveTo(placeId: string): Promise<void> {
    const { moving, store } = this;
    if (!moving) return;
    await store.move(moving.row, placeId);
    this.select(moving.row.id);
  }

  /** What the control of the parent knows besides its kind. @param above what a new row stands under */
  control({ name, kind }: RecordField, row: AnyRow | null, above: Picked | null): object {
    if (name !== this.store.record.tree?.parent || kind !== 'place') return {};
    const known = (row ? this.find(String(row[name])) : above) ?? this.node;
    return { tree: this.placesFor(row?.id ?? ''), ...(known && { names: [known] }) };
  }

  dispose(): void {
    this.left.dispose();
    this.rows?.dispose();
    this.closeMove();
  }

  private async load(id: string, keyword: string, signal: AbortSignal): Promise<readonly RowNode[]> {
    const { data } = await this.store.calls.list({ params: { id }, query: { keyword } }, { signal, quiet: true });
    return this.grow(data.list);
  }

  /** Rows below each other; one whose parent is not among them stands at the top. */
  private grow(rows: readonly AnyRow[]): readonly RowNode[] {
    const { record } = this.store;
    const parent = record.tree?.parent ?? '';
    const known = new Set(rows.map(({ id }) => id));
    const below = new Map<string, AnyRow[]>();
    for (const row of rows) {
      const above = String(row[parent] ?? '');
      const key = known.has(above) && above !== row.id ? above : '';
      below.set(key, [...(below.get(key) ?? []), row]);
    }
    const nodes = (above: string): RowNode[] | null =>
      below.get(above)?.map((row) => ({ ...row, fullName: nameOfRow(record, row), children: nodes(row.id) })) ?? null;
    return nodes('') ?? [];
  }

  /** Whoever opens the page sees their own organisation where the tree has it, or the topmost node. */
  private chooseFirst(roots: readonly ChoiceNode[]): void {
    if (this.node) return;
    const all = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
    const nodes = all(roots);
    const first = nodes.find(({ id }) => id === this.store.ctx.user.organizeId) ?? nodes[0];
    if (!first) return;
    runInAction(() => {
      this.choose(first);
      this.left.select(first.id);
    });
  }

  private find(id: string): Picked | undefined {
    const search = (nodes: readonly TreeNode[]): TreeNode | undefined => {
      for (const node of nodes) {
        const found = node.id === id ? node : search(node.children ?? []);
        if (found) return found;
      }
      return undefined;
    };
    return search(this.rows?.roots ?? []);
  }

  /** The chosen node and the rows of it, as the page shows them, without one of them and what is below it. */
  private placesFor(exceptId: string): TreeStoreOptions<ChoiceNode> {
    const { node } = this;
    const choices = (rows: readonly RowNode[]): ChoiceNode[] =>
      rows.flatMap((row) =>
        row.id === exceptId
          ? []
          : [
              {
                id: row.id,
                fullName: row.fullName,
                enabledMark: row.enabledMark === 0 ? 0 : 1,
                type: 'department' as const,
                children: row.children ? choices(row.children as readonly RowNode[]) : null,
              },
            ],
      );
    const under = (rows: readonly RowNode[]) => ({ data: { list: node ? [{ ...node, type: 'company' as const, children: choices(rows) }] : [] } });
    return {
      openLevels: 1,
      load: async () => under(this.rows?.roots ?? []),
      find: async (keyword, signal) => under(await this.load(node?.id ?? '', keyword, signal)),
    };
  }
}
