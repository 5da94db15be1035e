/** A row of something that hangs in a tree; `parentId` null at the top. */
export interface TreeEntry {
  readonly id: string;
  readonly parentId: string | null;
}

/** What the wire adds to a row in a tree (wire facts 1): `children` is null on leaves, the parent of the top is -1. */
export type Branch<Row extends TreeEntry> = Omit<Row, 'parentId'> & {
  parentId: string;
  hasChildren: boolean;
  isLeaf: boolean;
  num: number;
  children: Branch<Row>[] | null;
};

const childrenByParent = <Row extends TreeEntry>(rows: readonly Row[]): Map<string | null, Row[]> => {
  const known = new Set(rows.map((row) => row.id));
  const byParent = new Map<string | null, Row[]>();
  for (const row of rows) {
    // Whose parent is hidden stands at the top.
    const parent = row.parentId !== null && known.has(row.parentId) ? row.parentId : null;
    const siblings = byParent.get(parent);
    if (siblings) siblings.push(row);
    else byParent.set(parent, [row]);
  }
  return byParent;
};

/** Rows as a tree, siblings in the order of the rows. Rows of a loop, which nothing leads to, are left out. */
export function treeOf<Row extends TreeEntry>(rows: readonly Row[]): Branch<Row>[] {
  const byParent = childrenByParent(rows);
  const build = (row: Row, parentId: string): Branch<Row> => {
    const children = byParent.get(row.id)?.map((child) => build(child, row.id)) ?? null;
    return { ...row, parentId, hasChildren: children !== null, isLeaf: children === null, num: children?.length ?? 0, children };
  };
  return (byParent.get(null) ?? []).map((row) => build(row, '-1'));
}

/** The rows whose ids are given and everything above them, in the order of the rows. */
export function withAncestors<Row extends TreeEntry>(rows: readonly Row[], ids: ReadonlySet<string>): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<string>();
  for (const id of ids) {
    for (let row = byId.get(id); row && !kept.has(row.id); row = row.parentId === null ? undefined : byId.get(row.parentId)) kept.add(row.id);
  }
  return rows.filter((row) => kept.has(row.id));
}

/** A row and everything below it. */
export function branchIds(rows: readonly TreeEntry[], id: string): Set<string> {
  const byParent = childrenByParent(rows);
  const found = new Set<string>();
  const walk = (at: string): void => {
    if (found.has(at)) return;
    found.add(at);
    for (const child of byParent.get(at) ?? []) walk(child.id);
  };
  walk(id);
  return found;
}
