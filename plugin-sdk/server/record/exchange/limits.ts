import { isAppError } from '../../../contract/index.ts';
import type { FieldComplaint, RecordField } from '../../../contract/record/index.ts';
import type { EngineTable } from '../record-rows.ts';

/** What routes refuse by the shape of a body, and what the table cannot keep; undefined: nothing. */
export function limitProblem(field: RecordField, table: EngineTable, value: unknown): FieldComplaint | undefined {
  const { max, min } = field;
  if (typeof value === 'string' && max !== undefined && [...value].length > max) return { key: 'maxLength', params: { max } };
  if (typeof value === 'number') {
    const { minimum, maximum } = field.of.schema(field) as { readonly minimum?: number; readonly maximum?: number };
    const least = min ?? minimum;
    const most = max ?? maximum;
    if (least !== undefined && value < least) return { key: 'min', params: { min: least } };
    if (most !== undefined && value > most) return { key: 'max', params: { max: most } };
    // Rounded, it would not be what the cell says.
    const { scale } = table.limits[field.column] ?? {};
    if (scale !== undefined && decimalsOf(value) > scale) return { key: 'pattern' };
  }
  // A code that looks wrong has a sentence of its own.
  return field.of.complaint?.(value, field, undefined) ?? unkept(field, table, value);
}

function unkept({ column, of }: RecordField, table: EngineTable, value: unknown): FieldComplaint | undefined {
  try {
    table.read({ [column]: of.plugin?.toColumn ? of.plugin.toColumn(value) : value });
    return undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { key: 'pattern' };
  }
}

/** Digits behind the point; of one so small that it is written with an exponent more than anything keeps. */
const decimalsOf = (value: number): number => (/e-/.test(String(value)) ? Number.POSITIVE_INFINITY : (String(value).split('.')[1] ?? '').length);
