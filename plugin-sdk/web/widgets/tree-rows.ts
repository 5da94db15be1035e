/** A node of a tree as it stands on the wire. */
export interface TreeNode {
  readonly id: string;
  readonly fullName: string;
  readonly children?: readonly TreeNode[] | null;
}

export interface TreeRow<Node extends TreeNode> {
  readonly node: Node;
  /** 1 at the top. */
  readonly level: number;
  readonly expandable: boolean;
  readonly expanded: boolean;
}

const childrenOf = <Node extends TreeNode>(node: Node): readonly Node[] => (node.children ?? []) as readonly Node[];

/** The rows in sight, from the top down. */
export function visibleRows<Node extends TreeNode>(roots: readonly Node[], isExpanded: (id: string) => boolean): readonly TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = [];
  const walk = (nodes: readonly Node[], level: number) => {
    for (const node of nodes) {
      const children = childrenOf(node);
      const expanded = children.length > 0 && isExpanded(node.id);
      rows.push({ node, level, expandable: children.length > 0, expanded });
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
export function pathTo<Node extends TreeNode>(roots: readonly Node[], id: string): readonly Node[] {
  for (const node of roots) {
    if (node.id === id) return [node];
    const below = pathTo(childrenOf(node), id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
