export type PagerItem = { readonly kind: 'page'; readonly page: number } | { readonly kind: 'gap'; readonly after: number };

/** Page buttons: first, last, the current one with two on each side; at most seven, gaps in between. */
export function pagerItems(current: number, pages: number): readonly PagerItem[] {
  const from = Math.max(2, Math.min(current - 2, pages - 5));
  const to = Math.min(pages - 1, Math.max(current + 2, 6));
  const items: PagerItem[] = [{ kind: 'page', page: 1 }];
  if (from > 2) items.push({ kind: 'gap', after: 1 });
  for (let page = from; page <= to; page += 1) items.push({ kind: 'page', page });
  if (to < pages - 1) items.push({ kind: 'gap', after: to });
  if (pages > 1) items.push({ kind: 'page', page: pages });
  return items;
}
