import type { CompiledQuery, Kysely } from 'kysely';
import type { Asker, Door } from './door.ts';

/** A statement as the query builder of the process compiled it. */
interface SentStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Kind of its root node; says alone whether a full disk refuses it. */
  readonly kind: string;
  readonly returning?: boolean;
}

const MAX_ROWS_AT_ONCE = 5_000;

/** Reads as the database layer needs it; the fence of the package's context reads the text before anything runs. */
function compiled({ sql, parameters, kind, returning }: SentStatement): CompiledQuery {
  if (typeof sql !== 'string' || !Array.isArray(parameters)) throw new TypeError('a statement has a text and a list of parameters');
  const node = { kind: String(kind), ...(returning ? { returning: true } : {}) };
  return { sql, parameters, query: node, queryId: { queryId: 'apart' } } as unknown as CompiledQuery; // built elsewhere: only these members are read here
}

const dbOf = (asker: Asker, late: boolean): Kysely<never> => (late ? asker.owner.context.lateDb : asker.owner.context.db);

/** Statements and transactions. They run where the call runs that asks for them. */
export const sqlDoor: Door = {
  sql: async (asker, statement: SentStatement) => await dbOf(asker, false).executeQuery(compiled(statement)),
  late: async (asker, statement: SentStatement) => {
    await dbOf(asker, true).executeQuery(compiled(statement));
  },
  /** Hands out batches of rows, one for each call. */
  rows: (asker, statement: SentStatement, batchRows: number) => {
    const batches = dbOf(asker, false)
      .getExecutor()
      .stream(compiled(statement), Math.min(MAX_ROWS_AT_ONCE, Math.max(1, Math.trunc(Number(batchRows) || 1_000))));
    return async (stop?: boolean) => {
      const { value, done } = stop ? ((await batches.return?.()) ?? { value: undefined, done: true }) : await batches.next();
      return done ? null : ((value as { readonly rows: unknown }).rows ?? []);
    };
  },
  transaction: (asker, work: () => Promise<unknown>, queue: readonly string[]) =>
    asker.owner.context.transaction(async () => await work(), { queue: Array.isArray(queue) ? queue.map(String) : [] }),
};
