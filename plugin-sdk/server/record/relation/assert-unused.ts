import { AppError, EnvelopeCode } from '../../../contract/index.ts';
import { nameField } from '../../../contract/record/index.ts';
import type { Ctx, RecordRows, Row } from '../record-rows.ts';
import type { FoundUses } from './found-uses.ts';
import { recordUses } from './record-uses.ts';

/** `病区：甲、乙、丙等` */
export function usesText(ctx: Pick<Ctx, 'text' | 'language'>, { title, names, more }: FoundUses): string {
  const word = (key: string): string => ctx.text(`record.uses.${key}`);
  return `${title[ctx.language]}${word('colon')}${names.length === 0 ? word('some') : `${names.join(word('comma'))}${more ? word('more') : ''}`}`;
}

/**
 * Asks every relation that names rows of the record. The row is locked already, and who writes a relation holds the row that it names (`RelatedRows.hold`),
 * so nobody can begin to name it between this and the commit.
 * @throws AppError `core.record-in-use` with what names it: of those that the caller sees the names, of others that they are there
 */
export async function assertUnused(ctx: Ctx, rows: RecordRows, row: Row, act: 'remove' | 'disable'): Promise<void> {
  const { record } = rows;
  const found: FoundUses[] = [];
  for (const { value } of ctx.extensions(recordUses(record.name))) {
    if (!(act === 'remove' ? value.refusesRemove : value.refusesDisable)) continue;
    const uses = await value.of(ctx, row.id);
    if (uses) found.push(uses);
  }
  if (found.length === 0) return;
  const list = found.map((uses) => usesText(ctx, uses)).join(ctx.text('record.uses.end'));
  const name = String(rows.wire(row)[nameField(record)?.name ?? 'id']);
  throw new AppError('core.record-in-use', { code: EnvelopeCode.Refused, params: { title: record.title[ctx.language], name, list } });
}
