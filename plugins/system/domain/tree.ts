/** A row that hangs in a tree; `parentId` null at the top. */
export interface TreeEntry {
  readonly id: string;
  readonly parentId: string | null;
}

/** What the wire adds to a row in a tree (wire facts 1): `children` is null on leaves. */
export type Branch<Row extends TreeEntry> = Omit<Row, 'parentId'> & {
  readonly parentId: string;
  readonly hasChildren: boolean;
  readonly isLeaf: boolean;
  readonly num: number;
  readonly children: readonly Branch<Row>[] | null;
};

function byParent<Row extends TreeEntry>(rows: readonly Row[]): ReadonlyMap<string | null, Row[]> {
  const known = new Set(rows.map(({ id }) => id));
  const found = new Map<string | null, Row[]>();
  for (const row of rows) {
    // What stands below a row that is not there stands at the top.
    const parent = row.parentId !== null && known.has(row.parentId) ? row.parentId : null;
    const brothers = found.get(parent);
    if (brothers) brothers.push(row);
    else found.set(parent, [row]);
  }
  return found;
}

/** Rows as a tree, brothers in the order of the rows. Rows of a ring, which nothing leads to, are left out. @param top parent of the topmost on the wire */
export function treeOf<Row extends TreeEntry>(rows: readonly Row[], top: string): readonly Branch<Row>[] {
  const below = byParent(rows);
  const build = (row: Row, parentId: string): Branch<Row> => {
    const children = below.get(row.id)?.map((child) => build(child, row.id)) ?? null;
    return { ...row, parentId, hasChildren: children !== null, isLeaf: children === null, num: children?.length ?? 0, children };
  };
  return (below.get(null) ?? []).map((row) => build(row, top));
}

/** The rows without this one and what is below it. */
export function withoutBranch<Row extends TreeEntry>(rows: readonly Row[], id: string): readonly Row[] {
  const below = byParent(rows);
  const gone = new Set<string>();
  const walk = (at: string): void => {
    if (gone.has(at)) return;
    gone.add(at);
    for (const child of below.get(at) ?? []) walk(child.id);
  };
  walk(id);
  return rows.filter((row) => !gone.has(row.id));
}

/** The rows that are found and everything above them, in the order of the rows. */
export function withAncestors<Row extends TreeEntry>(rows: readonly Row[], isFound: (row: Row) => boolean): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<string>();
  for (const found of rows.filter(isFound))
    for (let row: Row | undefined = found; row && !kept.has(row.id); row = row.parentId === null ? undefined : byId.get(row.parentId)) kept.add(row.id);
  return rows.filter(({ id }) => kept.has(id));
}

/** Rows in an order in which each stands behind the one above it. */
export function parentsFirst<Row extends TreeEntry>(rows: readonly Row[]): readonly Row[] {
  const below = byParent(rows);
  const ordered: Row[] = [];
  const walk = (id: string | null): void => {
    for (const row of below.get(id) ?? []) {
      ordered.push(row);
      walk(row.id);
    }
  };
  walk(null);
  return ordered;
}
