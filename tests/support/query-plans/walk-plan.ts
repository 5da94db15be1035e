/** A node of `explain (format json)`, as far as it is looked at. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Startup Cost': number;
  readonly 'Total Cost': number;
  readonly 'Parent Relationship'?: string;
  readonly Strategy?: string;
  readonly Schema?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  /** `false`: what stands below is never run. */
  readonly 'One-Time Filter'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** What a plan does that takes longer every year. */
export interface Finding {
  readonly what: 'whole table' | 'whole index' | 'sort' | 'aggregate';
  /** `charging.bill`; of sorts and aggregates the growing tables below them. */
  readonly tables: readonly string[];
  /** Estimated rows that are walked through, sorted or added up. */
  readonly rows: number;
  /** Index or condition that names the node. */
  readonly detail: string;
}

/** Rows that a query may walk through, sort or add up. */
export const MAX_ROWS = 100_000;

/** Reading a table whole is the right way to most of its rows; to fewer than this share an index would lead. */
const MOST = 0.3;

/** Rows of growing tables and of their indexes, by `charging.bill` and `charging.bill_list`; of other relations nothing. */
export type GrowingRows = (relation: string) => number | undefined;

const INDEX_WALKS = /^(Index Scan|Index Only Scan)$/;
const SORTS = /^(Sort|Incremental Sort)$/;
const AGGREGATES = /^(Aggregate|Group|WindowAgg|Unique|SetOp)$/;
/** Nodes that take all rows below them before they give one, so that a limit above does not end the reading below. */
const TAKES_ALL = /^(Sort|Hash|Materialize|Memoize|BitmapAnd|BitmapOr|ModifyTable)$/;

const takesAll = (node: PlanNode): boolean => TAKES_ALL.test(node['Node Type']) || (node['Node Type'] === 'Aggregate' && node.Strategy !== 'Sorted');

/** How much of the work below a limit is done until it has enough, as the planner sees it; what is skipped before the first row counts. */
function shareOf(limit: PlanNode): number {
  const [child] = limit.Plans ?? [];
  const run = (child?.['Total Cost'] ?? 0) - (child?.['Startup Cost'] ?? 0);
  return run <= 0 ? 1 : Math.min(1, Math.max(0, (limit['Total Cost'] - (child?.['Startup Cost'] ?? 0)) / run));
}

/** Tables that a plan reads or writes, by schema and name. */
export const tablesOf = (plan: PlanNode): readonly string[] => [
  ...(plan['Relation Name'] ? [`${plan.Schema ?? 'public'}.${plan['Relation Name']}`] : []),
  ...(plan.Plans ?? []).flatMap(tablesOf),
];

/** Looks at each node of a plan. */
export function walkPlan(plan: PlanNode, rowsIn: GrowingRows): Finding[] {
  const findings: Finding[] = [];
  /** `share` of its rows that a node is asked for. @returns growing tables that are read below */
  const walk = (node: PlanNode, share: number): readonly string[] => {
    if (node['One-Time Filter'] === 'false') return [];
    const type = node['Node Type'];
    const shareBelow = type === 'Limit' ? share * shareOf(node) : takesAll(node) ? 1 : share;
    const tables = [...new Set((node.Plans ?? []).flatMap((child) => walk(child, child['Parent Relationship'] === 'InitPlan' ? 1 : shareBelow)))];
    const schema = node.Schema ?? 'public';
    const own = `${schema}.${node['Relation Name']}`;
    const rows = node['Relation Name'] ? rowsIn(own) : undefined;
    if (rows !== undefined) {
      const read = rows * share;
      if (type === 'Seq Scan' && (read > MAX_ROWS || (share > MOST && node['Plan Rows'] < rows * MOST)))
        findings.push({ what: 'whole table', tables: [own], rows: read, detail: node.Filter ?? '' });
      const walked = (rowsIn(`${schema}.${node['Index Name']}`) ?? rows) * share;
      if (INDEX_WALKS.test(type) && !node['Index Cond'] && walked > MAX_ROWS)
        findings.push({ what: 'whole index', tables: [own], rows: walked, detail: node['Index Name'] ?? '' });
      return [...tables, own];
    }
    const taken = Math.max(0, ...(node.Plans ?? []).map((child) => child['Plan Rows'])) * shareBelow;
    if (tables.length > 0 && taken > MAX_ROWS) {
      if (SORTS.test(type)) findings.push({ what: 'sort', tables, rows: taken, detail: '' });
      if (AGGREGATES.test(type)) findings.push({ what: 'aggregate', tables, rows: taken, detail: '' });
    }
    return tables;
  };
  walk(plan, 1);
  return findings;
}
