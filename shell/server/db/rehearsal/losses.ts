import type { Session } from '../pool/session.ts';
import { qualified } from '../transfer/archive-format.ts';

/** A table as it stands: known by what stays the same when it, or a column of it, is given another name. */
interface HeldTable {
  readonly id: string;
  readonly name: string;
  /** By number, with their names. */
  readonly columns: readonly { readonly number: number; readonly name: string }[];
  readonly rows: number;
}

const ask = async <Row>(session: Session, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> =>
  (await session.run({ sql, parameters })).rows as Row[];

/** What the tables of a schema hold. */
export async function heldIn(session: Session, schema: string): Promise<readonly HeldTable[]> {
  const tables = await ask<Omit<HeldTable, 'rows'>>(
    session,
    `select c.oid::text as id, c.relname::text as name, json_agg(json_build_object('number', a.attnum, 'name', a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = $1 and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped group by c.oid, c.relname order by c.relname`,
    [schema],
  );
  const held: HeldTable[] = [];
  for (const table of tables) {
    const [counted] = await ask<{ rows: string }>(session, `select count(*)::text as rows from only ${qualified({ schema, name: table.name })}`);
    held.push({ ...table, rows: Number(counted?.rows ?? 0) });
  }
  return held;
}

/**
 * What was there and is no more, for people: a table with its rows, a column, rows.
 * @param isWhole the copy had the rows; without them it is not known whether a table had any, and each that goes counts
 */
export function lossesOf(before: readonly HeldTable[], after: readonly HeldTable[], isWhole: boolean): readonly string[] {
  return before.flatMap((table) => {
    const { id, name, rows, columns } = table;
    if (isWhole && rows === 0) return [];
    const now = after.find((one) => one.id === id);
    if (!now) return [isWhole ? `${name} (${rows})` : name];
    const gone = columns.filter(({ number }) => !now.columns.some((one) => one.number === number)).map((column) => `${name}.${column.name}`);
    return now.rows < rows ? [...gone, `${name} (${rows} → ${now.rows})`] : gone;
  });
}
