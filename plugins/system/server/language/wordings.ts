import { AppError, EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
import { type SiteWording, siteTexts } from '@nephra/plugin-sdk/server';
import type { TextRow } from '../../contract/language/language.contract.ts';
import { MAX_WORDING } from '../../contract/language/language-limits.ts';
import type { AddedLanguage } from '../../domain/language/added-language.ts';
import { blankFlaw, findTexts, isUnknown, type Owned, type TextFilter, textRows } from '../../domain/language/text-rows.ts';
import type { Ctx } from '../tables/tables.ts';
import { addedWording, languageNamed, wordingsIn } from './added-languages.ts';
import { placeholderError } from './placeholder-error.ts';

export const WORDED: readonly Language[] = ['zh', 'zhtw', 'en'];
export type Wordings = Partial<Readonly<Record<Language, string>>>;

export async function allTexts(ctx: Ctx): Promise<readonly TextRow[]> {
  const texts = ctx.service(siteTexts);
  return textRows((await texts.owned()) as readonly Owned[], await texts.wordings());
}

export interface FoundTexts {
  readonly rows: readonly TextRow[];
  /** The language of the site that was asked for. */
  readonly language?: AddedLanguage;
  /** What it says, by `owner:key`. */
  readonly said?: ReadonlyMap<string, string>;
}

/** @param code of a language of the site, with what that one alone says; empty: those of the product. @throws AppError `system.language-gone` */
export async function findTextsOf(ctx: Ctx, filter: TextFilter, code = ''): Promise<FoundTexts> {
  const rows = await allTexts(ctx);
  if (code === '') return { rows: findTexts(rows, filter) };
  const language = await languageNamed(ctx, code);
  const texts = ctx.service(siteTexts);
  const said = wordingsIn(await texts.wordings(), code);
  const besides = textRows((await texts.saidBesides()) as readonly Owned[], []);
  return { rows: findTexts([...rows, ...besides], filter, said), language, said };
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

export interface AddedWording {
  /** Code of a language of the site. */
  readonly language: string;
  readonly wording: string;
}

/** Words one text. @throws AppError `system.text-unknown`, `system.text-placeholders`, `system.language-gone` */
export async function saveWording(ctx: Ctx, owner: string, key: string, wanted: Wordings, added?: AddedWording): Promise<string> {
  const id = `${owner}:${key}`;
  const { rows, language, said } = await findTextsOf(ctx, {}, added?.language);
  const row = rows.find((one) => one.id === id);
  if (!row) throw new AppError('system.text-unknown', { code: EnvelopeCode.NotFound, params: { key: id } });
  const before = said?.get(id) ?? '';
  // Names of menus and the page of sign-in are no texts of the product's languages.
  const own = (await ctx.service(siteTexts).owned()).some((one) => one.owner === owner) ? wordingsOf(row, wanted) : [];
  const writes = [...own, ...(language && added ? addedWording(row, language, before, added.wording) : [])];
  await ctx.service(siteTexts).write(writes);
  const { zh, zhtw, en } = row;
  ctx.audit({
    subject: 'text',
    subjectId: id,
    before: { zh, zhtw, en, ...(language && { [language.code]: before }) },
    after: Object.fromEntries(writes.map((write) => [write.language, write.wording])),
  });
  return id;
}
