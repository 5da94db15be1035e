import { AppError, EnvelopeCode, type Language } from '../../../contract/index.ts';
import { nameField } from '../../../contract/record/index.ts';
import type { Ctx, RecordRows, Row } from '../record-rows.ts';
import { type FoundUses, recordUses } from './record-uses.ts';

/** Between names, and after those that are told. */
const WORDS: Readonly<
  Record<Language, { readonly comma: string; readonly colon: string; readonly end: string; readonly more: string; readonly some: string }>
> = {
  zh: { comma: '、', colon: '：', end: '；', more: '等', some: '有其他记录' },
  zhtw: { comma: '、', colon: '：', end: '；', more: '等', some: '有其他紀錄' },
  en: { comma: ', ', colon: ': ', end: '; ', more: ' and others', some: 'other rows' },
};

/** `病区：甲、乙、丙等` */
export function usesText({ title, names, more }: FoundUses, language: Language): string {
  const words = WORDS[language];
  return `${title[language]}${words.colon}${names.length === 0 ? words.some : `${names.join(words.comma)}${more ? words.more : ''}`}`;
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
  const list = found.map((uses) => usesText(uses, ctx.language)).join(WORDS[ctx.language].end);
  const name = String(rows.wire(row)[nameField(record)?.name ?? 'id']);
  throw new AppError('core.record-in-use', { code: EnvelopeCode.Refused, params: { title: record.title[ctx.language], name, list } });
}
