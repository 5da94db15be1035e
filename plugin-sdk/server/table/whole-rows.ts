import { type AliasedRawBuilder, type KyselyPlugin, type PluginTransformQueryArgs, type PluginTransformResultArgs, sql, type UnknownRow } from 'kysely';
import type { NamedColumn } from './table-definition.ts';

/** Stands beside the columns of a row that is selected whole, and goes before anybody sees it. */
const WHOLE = '~row';

/**
 * Reads the columns of rows that a query selects whole. What a caller selects beside them, or instead of them, stays in the form of the database, as its
 * type says. The mark travels with the rows: queries that grow out of one share its id, so nothing can be remembered about a query.
 */
export class WholeRows implements KyselyPlugin {
  readonly #read: readonly (readonly [key: string, column: NamedColumn])[];

  constructor(columns: Readonly<Record<string, NamedColumn>>, keys: readonly string[]) {
    this.#read = keys.flatMap((key) => {
      const column = columns[key];
      return column && !column.codec.plain ? [[key, column] as const] : [];
    });
  }

  /** What a whole row selects besides its columns; nothing where the driver gives values already. */
  get marks(): readonly AliasedRawBuilder<boolean, string>[] {
    return this.#read.length === 0 ? [] : [sql<boolean>`true`.as(WHOLE)];
  }

  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<PluginTransformResultArgs['result']> {
    const [first] = result.rows;
    return first && WHOLE in first ? { ...result, rows: result.rows.map((row) => this.#valuesOf(row)) } : result;
  }

  #valuesOf({ [WHOLE]: _mark, ...values }: UnknownRow): UnknownRow {
    for (const [key, { codec }] of this.#read) if (values[key] !== null) values[key] = codec.read(values[key]);
    return values;
  }
}
