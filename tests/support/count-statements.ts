import pg from 'pg';

type Query = typeof pg.Client.prototype.query;

/** Texts of the statements that the databases of this process are asked while `work` runs, without those that begin and end transactions. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = [];
  const real = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: unknown, ...given: unknown[]) {
    const [query] = given as [string | { readonly text?: string }];
    texts.push(typeof query === 'string' ? query : (query.text ?? ''));
    return real.apply(this, given);
  } as unknown as Query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = real as unknown as Query;
  }
  return texts.filter((text) => !/^(?:begin|commit|rollback)\b/.test(text));
}

/** Rows that the databases of this process answered while `work` ran: what a call reads, whatever machine it runs on. */
export async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  const query = pg.Query.prototype as unknown as { handleDataRow: (...given: unknown[]) => unknown };
  const real = query.handleDataRow;
  let rows = 0;
  query.handleDataRow = function (this: unknown, ...given: unknown[]) {
    rows += 1;
    return real.apply(this, given);
  };
  try {
    await work();
  } finally {
    query.handleDataRow = real;
  }
  return rows;
}
