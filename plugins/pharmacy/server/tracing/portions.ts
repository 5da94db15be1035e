const ROWS_AT_ONCE = 500;

/** Cuts rows into portions that one statement can carry. */
export function* portions<Row>(rows: readonly Row[], size = ROWS_AT_ONCE): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
