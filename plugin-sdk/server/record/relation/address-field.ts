import { type SqlBool, sql } from 'kysely';
import { AppError, EnvelopeCode } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';
import { areaDirectory } from './area-points.ts';
import { cellProblem } from '../exchange/sentences.ts';
import type { Ctx, EngineFieldCode, Row, Values } from '../record-rows.ts';

/** Undefined while the plugin of the areas is off: rows stay readable, and nothing new can be chosen. */
const areasOf = (ctx: Ctx) => ctx.optionalService(areaDirectory);

/** What a field of kind `address` does between its column, the wire, lists and workbooks. */
export function addressCode(field: RecordField): EngineFieldCode {
  const { column } = field;
  const idOf = (row: Values): string => String(row[column] ?? '');
  const code = {
    read: idOf,
    async write(ctx: Ctx, given: string) {
      if (given !== '' && !(await areasOf(ctx)?.hold(given)))
        throw new AppError('core.invalid', {
          code: EnvelopeCode.Invalid,
          fields: [{ path: field.name, msg: cellProblem(field, 'choice', given, ctx.language).msg }],
        });
      return { [column]: given };
    },
    /** A province finds what is in its districts, too. */
    async narrow(ctx: Ctx, given: string) {
      const ids = (await areasOf(ctx)?.below(given)) ?? [given];
      return sql<SqlBool>`${sql.ref(`row.${column}`)} = any(${[...ids]}::text[])`;
    },
    async text(ctx: Ctx, rows: readonly Row[]) {
      const paths = await areaTexts(ctx, field, rows);
      return rows.map((row) => paths.get(idOf(row)) ?? idOf(row));
    },
    async parse(ctx: Ctx, texts: readonly string[]) {
      const found = (await areasOf(ctx)?.read(texts)) ?? texts.map(() => undefined);
      return found.map((one) => (one && 'id' in one ? { value: one.id } : one));
    },
  };
  // Below the types: a field of no record that the compiler knows.
  return code as unknown as EngineFieldCode;
}

/** Paths of the areas in these rows, by id. */
export async function areaTexts(ctx: Ctx, { column }: RecordField, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map((row) => String((row as Values)[column] ?? '')))].filter((id) => id !== '');
  if (ids.length === 0) return new Map();
  const areas = areasOf(ctx);
  if (!areas) return new Map(ids.map((id) => [id, id]));
  return new Map([...(await areas.paths(ids))].map(([id, { text }]) => [id, text]));
}
