import { canonicalJson } from '../../contract/index.ts';
import type { BundleFinding, BundleRow } from './bundle-points.ts';

/** Members in which an entry of a bundle differs from what stands here; of one that is not here all of them. */
export function bundleDifference(before: BundleRow | undefined, { values }: BundleRow): BundleFinding['fields'] {
  return Object.keys(values)
    .sort()
    .flatMap((field) => {
      const [from, to] = [before?.values[field] ?? null, values[field] ?? null];
      return before && canonicalJson(from) === canonicalJson(to) ? [] : [{ field, from, to }];
    });
}

/** Entries in an order in which each stands behind the one that it needs; those of a ring stand last, as they came. */
export function parentsBefore(rows: readonly BundleRow[]): readonly BundleRow[] {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const placed = new Set<string>();
  const ordered: BundleRow[] = [];
  for (const row of rows) {
    const chain: BundleRow[] = [];
    const onWay = new Set<string>();
    for (let at: BundleRow | undefined = row; at && !placed.has(at.code) && !onWay.has(at.code); ) {
      onWay.add(at.code);
      chain.push(at);
      at = at.parent === undefined ? undefined : byCode.get(at.parent);
    }
    for (const one of chain.reverse()) {
      placed.add(one.code);
      ordered.push(one);
    }
  }
  return ordered;
}
