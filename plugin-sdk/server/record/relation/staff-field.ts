import { type SqlBool, sql } from 'kysely';
import { AppError, EnvelopeCode } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';
import { cellProblem } from '../exchange/sentences.ts';
import type { Ctx, EngineFieldCode, Row, Values } from '../record-rows.ts';
import { staffNames } from './staff-points.ts';

/** Undefined while the plugin of people is off: rows stay readable, and ids stand where names would. */
const namesFor = (ctx: Ctx) => ctx.optionalService(staffNames);

/** What a field of kind `staff` does between its column, the wire and workbooks. */
export function staffCode(field: RecordField): EngineFieldCode {
  const { column, staff = 'user', of } = field;
  const idOf = (row: Values): string => String(row[column] ?? '');
  const code = {
    read: idOf,
    /** Who is not there and who is hidden are told with the same words. */
    async write(ctx: Ctx, given: string) {
      if (given === of.blank) return { [column]: null };
      const names = namesFor(ctx);
      if (names && !(await names.has(ctx, staff, given)))
        throw new AppError('core.invalid', {
          code: EnvelopeCode.Invalid,
          fields: [{ path: field.name, msg: cellProblem(field, 'missing', given, ctx.language).msg }],
        });
      return { [column]: given };
    },
    narrow: async (_ctx: Ctx, given: string) => sql<SqlBool>`${sql.ref(`row.${column}`)} = ${given}`,
    async text(ctx: Ctx, rows: readonly Row[]) {
      const ids = [...new Set(rows.map(idOf))].filter((id) => id !== '');
      const texts = ids.length === 0 ? undefined : await namesFor(ctx)?.texts(ctx, staff, ids);
      return rows.map((row) => texts?.get(idOf(row)) ?? idOf(row));
    },
    async parse(ctx: Ctx, texts: readonly string[]) {
      const found = (await namesFor(ctx)?.read(ctx, staff, texts)) ?? texts.map((text) => (text === '' ? undefined : { id: text }));
      return found.map((one) => (one && 'id' in one ? { value: one.id } : one));
    },
  };
  // Below the types: a field of no record that the compiler knows.
  return code as unknown as EngineFieldCode;
}
