/** A node of a tree as it stands on the wire. */
export interface TreeNode {
  readonly id: string;
  readonly fullName: string;
  readonly children?: readonly TreeNode[] | null;
  /** True with `children` null: what is below was not sent; a store with `loadChildren` fetches it when the branch is opened. */
  readonly hasChildren?: boolean;
}

/** What a branch is doing whose children come on demand. */
export type BranchState = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown };

export interface TreeRow<Node extends TreeNode> {
  readonly node: Node;
  /** The node's id; where the same node stands in two branches, the second has a key of its own. */
  readonly key: string;
  /** 1 at the top. */
  readonly level: number;
  readonly expandable: boolean;
  readonly expanded: boolean;
}

/** Children as they came with the node. */
export const childrenOf = <Node extends TreeNode>(node: Node): readonly Node[] => (node.children ?? []) as readonly Node[];

interface Growth<Node extends TreeNode> {
  /** Children that are here. Default: those that came with the node. */
  readonly childrenOf?: (node: Node) => readonly Node[];
  /** Something is below that is not here yet. */
  readonly isClosed?: (node: Node) => boolean;
}

/** The visible rows, from the top down. A row that is as it was before is the same object, so that what draws it has nothing to do. */
export function visibleRows<Node extends TreeNode>(
  roots: readonly Node[],
  isExpanded: (node: Node) => boolean,
  { childrenOf: below = childrenOf, isClosed = () => false }: Growth<Node> = {},
  before: ReadonlyMap<string, TreeRow<Node>> = new Map(),
): readonly TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = [];
  const times = new Map<string, number>();
  const walk = (nodes: readonly Node[], level: number) => {
    for (const node of nodes) {
      const children = below(node);
      const expandable = children.length > 0 || isClosed(node);
      const expanded = expandable && isExpanded(node);
      const time = times.get(node.id) ?? 0;
      times.set(node.id, time + 1);
      const key = time === 0 ? node.id : `${node.id}~${time}`;
      const old = before.get(key);
      const same = old?.node === node && old.level === level && old.expandable === expandable && old.expanded === expanded;
      rows.push(same ? old : { node, key, level, expandable, expanded });
      if (expanded) walk(children, level + 1);
    }
  };
  walk(roots, 1);
  return rows;
}

/** The branches that hold a match, with everything above it; a matching node keeps all below it. */
export function filterTree<Node extends TreeNode>(roots: readonly Node[], keyword: string): readonly Node[] {
  const wanted = keyword.trim().toLowerCase();
  if (wanted === '') return roots;
  const keep = (node: Node): Node | undefined => {
    if (node.fullName.toLowerCase().includes(wanted)) return node;
    const children = childrenOf(node).flatMap((child) => keep(child) ?? []);
    return children.length > 0 ? { ...node, children } : undefined;
  };
  return roots.flatMap((root) => keep(root) ?? []);
}

/** Way from the top to a node, both included; empty when it is not there. */
export function pathTo<Node extends TreeNode>(roots: readonly Node[], id: string, below: (node: Node) => readonly Node[] = childrenOf): readonly Node[] {
  for (const node of roots) {
    if (node.id === id) return [node];
    const rest = pathTo(below(node), id, below);
    if (rest.length > 0) return [node, ...rest];
  }
  return [];
}
