import { AppError, EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
import { type SiteWording, siteTexts } from '@nephra/plugin-sdk/server';
import type { TextRow } from '../../contract/language/language.contract.ts';
import { MAX_WORDING } from '../../contract/language/language-limits.ts';
import { blankFlaw, isUnknown, type Owned, textRows } from '../../domain/language/text-rows.ts';
import type { Ctx } from '../tables/tables.ts';

export const WORDED: readonly Language[] = ['zh', 'zhtw', 'en'];
export type Wordings = Partial<Readonly<Record<Language, string>>>;

export async function allTexts(ctx: Ctx): Promise<readonly TextRow[]> {
  const texts = ctx.service(siteTexts);
  return textRows((await texts.owned()) as readonly Owned[], await texts.wordings());
}

/**
 * What is to be written so that a text says this. What its owner says anyway is no wording: later versions of a plugin go on to be seen.
 * @throws AppError `system.text-unknown`, `system.text-placeholders` and `system.text-long` at the language
 */
export function wordingsOf(row: TextRow, wanted: Wordings): SiteWording[] {
  return WORDED.flatMap((language) => {
    const text = wanted[language];
    // As it is shown already, whoever says so: what was exported is imported as no change.
    if (text === undefined || text === row[language]) return [];
    const wording = text === row.own[language] ? '' : text;
    const before = row.changed.split(',').includes(language) ? row[language] : '';
    if (wording === before) return [];
    const refuse = (key: string, params: Record<string, string | number>): never => {
      throw new AppError(`system.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path: language, msg: '' }] });
    };
    if (wording !== '') {
      if (isUnknown(row)) refuse('text-unknown', { key: row.id });
      if (wording.length > MAX_WORDING) refuse('text-long', { most: MAX_WORDING });
      const flaw = blankFlaw(row, language, wording);
      if (flaw) throw placeholderError(flaw, language);
    }
    return [{ owner: row.owner, key: row.key, language, wording }];
  });
}

/** Placeholders that a wording lacks or adds, at its language. */
export const placeholderError = (flaw: { readonly lacks: readonly string[]; readonly adds: readonly string[] }, path: string): AppError =>
  new AppError('system.text-placeholders', {
    code: EnvelopeCode.Invalid,
    params: { lacks: namesOf(flaw.lacks), adds: namesOf(flaw.adds) },
    fields: [{ path, msg: '' }],
  });

const namesOf = (names: readonly string[]): string => (names.length === 0 ? '–' : names.map((name) => `{{${name}}}`).join(' '));

/** Words one text. @throws AppError `system.text-unknown`, `system.text-placeholders` */
export async function saveWording(ctx: Ctx, owner: string, key: string, wanted: Wordings): Promise<string> {
  const id = `${owner}:${key}`;
  const row = (await allTexts(ctx)).find((one) => one.id === id);
  if (!row) throw new AppError('system.text-unknown', { code: EnvelopeCode.NotFound, params: { key: id } });
  const writes = wordingsOf(row, wanted);
  await ctx.service(siteTexts).write(writes);
  const { zh, zhtw, en } = row;
  ctx.audit({ subject: 'text', subjectId: id, before: { zh, zhtw, en }, after: Object.fromEntries(writes.map((write) => [write.language, write.wording])) });
  return id;
}
