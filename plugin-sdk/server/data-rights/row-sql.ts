import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RowRule } from './row-rule.ts';
import type { RowTest } from './row-test.ts';

type Sql = RawBuilder<SqlBool>;

const joined = (parts: readonly Sql[], word: 'and' | 'or'): Sql => {
  const [first] = parts;
  if (first === undefined) return sql<SqlBool>`false`;
  return parts.length === 1 ? first : sql<SqlBool>`(${sql.join([...parts], word === 'and' ? sql` and ` : sql` or `)})`;
};

/** `alias` goes before the columns of a joined query. */
const columnOf = (alias: string | undefined, column: string) => sql.ref(alias === undefined ? column : `${alias}.${column}`);

/** One value is compared plainly, so that an index in the order of the list keeps its order. */
function oneOf(column: RawBuilder<unknown>, as: string, values: readonly string[]): Sql {
  return values.length === 1 ? sql<SqlBool>`${column} = ${values[0]}::${sql.raw(as)}` : sql<SqlBool>`${column} = any(${[...values]}::${sql.raw(as)}[])`;
}

function testSql(test: RowTest, alias: string | undefined): Sql {
  const column = columnOf(alias, test.column);
  if (test.kind === 'contains') return sql<SqlBool>`position(${test.text}::text in ${column}) > 0`;
  const as = sql.raw(test.as);
  switch (test.kind) {
    case 'among':
      return oneOf(column, test.as, test.values);
    case 'not-among':
      return sql<SqlBool>`${column} <> all(${[...test.values]}::${as}[])`;
    case 'below':
      return sql<SqlBool>`${column} < ${test.value}::${as}`;
    case 'from':
      return sql<SqlBool>`${column} >= ${test.value}::${as}`;
    case 'above':
      return sql<SqlBool>`${column} > ${test.value}::${as}`;
    case 'up-to':
      return sql<SqlBool>`${column} <= ${test.value}::${as}`;
    case 'within':
      return sql<SqlBool>`(${column} >= ${test.from}::${as} and ${column} < ${test.before}::${as})`;
    case 'outside':
      return sql<SqlBool>`(${column} < ${test.from}::${as} or ${column} >= ${test.before}::${as})`;
  }
}

/** Rows of these organisations that the rule lets through. Values are parameters, columns come from the model. */
export function ruleSql(rule: RowRule, { orgColumn, orgIds }: { readonly orgColumn: string | null; readonly orgIds: readonly string[] }, alias?: string): Sql {
  if (rule === 'none' || orgIds.length === 0) return sql<SqlBool>`false`;
  const own = orgColumn === null ? undefined : oneOf(columnOf(alias, orgColumn), 'text', orgIds);
  if (rule === 'all') return own ?? sql<SqlBool>`true`;
  const choices = (scheme: (typeof rule)[number]) =>
    joined(
      scheme.map((choice) =>
        joined(
          choice.map((test) => testSql(test, alias)),
          'or',
        ),
      ),
      'and',
    );
  return joined([...(own ? [own] : []), joined(rule.map(choices), 'or')], 'and');
}
