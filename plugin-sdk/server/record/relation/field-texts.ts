import { formatInstant, type Language, moneyFromWire, moneyToText, unitPriceFromWire, unitPriceToText } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';
import { fieldCell } from '../exchange/cells.ts';
import type { Ctx, RecordRows, Row } from '../record-rows.ts';

/** What a field of rows is for people, in one line each, in the order of the rows. */
export async function fieldTexts(ctx: Ctx, rows: RecordRows, field: RecordField, stored: readonly Row[]): Promise<readonly string[]> {
  if (stored.length === 0) return [];
  const code = rows.codeOf(field);
  if (code?.text) return await code.text(ctx, stored);
  // The id of a place is nothing for people; only its code could say more.
  if (field.of.columns.length === 0) return stored.map(() => '');
  return stored.map((row) => valueText(field, rows.wire(row)[field.name], ctx.language));
}

function valueText(field: RecordField, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return '';
  switch (field.kind) {
    case 'instant':
      return typeof value === 'number' && value > 0 ? formatInstant(value) : '';
    case 'money':
      return moneyToText(moneyFromWire(Number(value)));
    case 'unitPrice':
      return unitPriceToText(unitPriceFromWire(Number(value)));
    case 'decimal':
      return Number(value).toFixed(field.decimals ?? 0);
    default:
      return String(fieldCell(field, value, language) ?? '');
  }
}
