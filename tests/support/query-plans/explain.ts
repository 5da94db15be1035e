import { CompiledQuery } from 'kysely';
import type { Database } from '../../../shell/server/db/index.ts';
import type { SentStatement } from './statement-recorder.ts';
import type { PlanNode } from './walk-plan.ts';

/** How the database would answer a statement; `error` when it would not. */
export interface Explained {
  readonly statement: SentStatement;
  readonly plan?: PlanNode;
  readonly error?: string;
}

/** What has a plan; the rest is BEGIN, LOCK and the like. */
const PLANNED = /^\s*\(*\s*(select|insert|update|delete|merge|with|values)\b/i;

/** Asks for the plan of each statement with its own values; nothing is run. One process each, so that estimates are those of the whole. */
export async function explainAll(db: Database, statements: readonly SentStatement[]): Promise<Explained[]> {
  const explained: Explained[] = [];
  await db.transaction(
    async () => {
      await db.script('set local max_parallel_workers_per_gather = 0; savepoint asked');
      for (const statement of statements) {
        if (!PLANNED.test(statement.text)) continue;
        try {
          const { rows } = await db.kysely.executeQuery(CompiledQuery.raw(`explain (format json, verbose) ${statement.text}`, [...statement.values]));
          const [answer] = Object.values(rows[0] as Record<string, [{ Plan: PlanNode }]>);
          explained.push({ statement, plan: answer?.[0].Plan });
        } catch (error) {
          explained.push({ statement, error: String(error) });
          await db.script('rollback to asked');
        }
      }
    },
    { limitMs: 0 },
  );
  return explained;
}
