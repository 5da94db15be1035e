import { type SqlBool, sql } from 'kysely';
import type { RecordField } from '../../contract/record/index.ts';
import type { Columns, NewOf } from '../table/table-types.ts';
import type { Ctx, EngineTable, RecordRows, Values } from './record-rows.ts';

/** Numbers in a row that somebody typed before they were given; then the index says that it is taken. */
const MAX_TYPED = 100;

/**
 * Values of a new row with the numbers that nobody gave. Only where the row is written: the count stays locked until the transaction ends, and goes back with it.
 * Each organisation has a count of its own.
 * @param content by column
 */
export async function withNumbers(ctx: Ctx, { record, table }: Pick<RecordRows, 'record' | 'table'>, content: NewOf<Columns>): Promise<NewOf<Columns>> {
  const numbers: Record<string, unknown> = {};
  const [organisation] = Object.entries(table.defs).find(([, { kind }]) => kind === 'org') ?? [];
  for (const field of record.fields) {
    if (!field.numbered || (content as Values)[field.column] !== undefined) continue;
    numbers[field.column] = await nextNumber(ctx, table, {
      field,
      series: `${record.name}.${field.name}${organisation ? `.${content[organisation]}` : ''}`,
      ...(organisation && { organisation: [organisation, String(content[organisation])] }),
    });
  }
  return { ...content, ...numbers };
}

interface Series {
  readonly field: RecordField;
  readonly series: string;
  /** Column of the organisation that the row belongs to, and which it is. */
  readonly organisation?: readonly [column: string, id: string];
}

async function nextNumber(ctx: Ctx, table: EngineTable, series: Series): Promise<string> {
  const { prefix = '', date, digits = 1, mayBeTyped = false } = series.field.numbered ?? {};
  const next = () => ctx.numbers.next(series.series, { prefix, digits, ...(date && { date }) });
  let number = await next();
  for (let tried = 0; mayBeTyped && tried < MAX_TYPED && (await isTaken(ctx, table, series, number)); tried += 1) number = await next();
  return number;
}

async function isTaken(ctx: Ctx, table: EngineTable, { field, organisation }: Series, number: string): Promise<boolean> {
  const query = table.everywhere(ctx, 'a number that somebody typed in the organisation is not given again; nobody is told of it', 'row');
  const same = (column: string, value: string) => sql<SqlBool>`${sql.ref(`row.${column}`)} = ${value}`;
  const found = query.where(same(field.column, number));
  return (await (organisation ? found.where(same(...organisation)) : found).limit(1).executeTakeFirst()) !== undefined;
}
