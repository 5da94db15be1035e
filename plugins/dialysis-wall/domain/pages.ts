/** The rows of a page of a list that turns; the page is counted on and starts over. */
export function pageOf<T>(rows: readonly T[], perPage: number, turn: number): { readonly rows: readonly T[]; readonly page: number; readonly pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const page = turn % pages;
  return { rows: rows.slice(page * perPage, (page + 1) * perPage), page: page + 1, pages };
}
