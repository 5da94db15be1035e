/**
 * Settings of both engines for the pieces that keyword searches look up. What a write adds to such an index is put into a list of its own first, and each search reads
 * that list whole. By default it grows to 4 MB before it is emptied: a search of 10,000 rows then seemed dearer than reading all of them, 20 ms instead of 0.3.
 * At 128 kB writing one row or ten thousand takes as long as before.
 */
export const SEARCH_SETTINGS = { gin_pending_list_limit: '128kB' } as const;
