const BATCH_ROWS = 1_000;

/** Any query of `ctx.db` that can be read row by row. */
export interface RowSource<Row> {
  stream(batchRows?: number): AsyncIterable<Row>;
}

/**
 * Rows of a query one by one in constant memory, on both engines: for exports and for jobs that walk a whole table.
 * The database is read at its own speed and put down in a temporary file, so a slow reader (a download over a bad line)
 * holds neither a connection nor a transaction. Nothing runs before the first row is asked for; leaving the loop early,
 * or a caller who hangs up, frees everything. Inside a transaction it sees the transaction's own rows.
 * @param query give it an order; it is not paged.
 */
export function streamRows<Row>(query: RowSource<Row>): AsyncIterable<Row> {
  return query.stream(BATCH_ROWS);
}
