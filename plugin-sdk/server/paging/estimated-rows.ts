import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';

interface Explained {
  readonly Plan: { readonly 'Plan Rows': number };
}

/**
 * How many rows the database expects of a query, from its statistics alone: nothing is read. For the choice between two ways to the same rows; never a
 * figure to show. Statistics that are missing expect few.
 */
export async function estimatedRows<DB, TB extends keyof DB, Row>(
  db: Pick<Kysely<DB>, 'getExecutor'>,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const { rows } = await sql<Record<string, string | readonly Explained[]>>`explain (format json) ${query}`.execute(db);
  const [plan = []] = Object.values(rows[0] ?? {});
  const [explained] = typeof plan === 'string' ? (JSON.parse(plan) as readonly Explained[]) : plan;
  return explained?.Plan['Plan Rows'] ?? 0;
}
