import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type SiteWording, siteTexts } from '@nephra/plugin-sdk/server';
import type { AddedLanguageRow } from '../../contract/language/language.contract.ts';
import { MAX_ADDED_LANGUAGES, MAX_WORDING } from '../../contract/language/language-limits.ts';
import { type AddedLanguage, addedFlaw, languageCode, languageFlaw, saidOf, type TextToSay, textsToSay } from '../../domain/language/added-language.ts';
import type { Owned } from '../../domain/language/text-rows.ts';
import type { Ctx } from '../tables/tables.ts';
import { placeholderError } from './placeholder-error.ts';

/** What a language of the site may say: texts of shell and plugins, the page of sign-in, names of menus. */
export async function textsOfLanguages(ctx: Ctx): Promise<readonly TextToSay[]> {
  const texts = ctx.service(siteTexts);
  return textsToSay([...(await texts.owned()), ...(await texts.saidBesides())] as readonly Owned[]);
}

export async function addedLanguages(ctx: Ctx): Promise<readonly AddedLanguageRow[]> {
  const texts = ctx.service(siteTexts);
  const languages = await texts.languages();
  if (languages.length === 0) return [];
  const [all, wordings] = [await textsOfLanguages(ctx), await texts.wordings()];
  return languages.map(({ code, name, base, enabled }) => ({ code, name, base, enabled: enabled ? 1 : 0, ...saidOf(all, wordings, code) }));
}

/** @throws AppError `system.language-gone` */
export async function languageNamed(ctx: Ctx, code: string): Promise<AddedLanguage> {
  const found = (await ctx.service(siteTexts).languages()).find((one) => one.code === code);
  if (!found) throw new AppError('system.language-gone', { code: EnvelopeCode.NotFound });
  return found;
}

/** What a language of the site says, by `owner:key`. */
export const wordingsIn = (wordings: readonly SiteWording[], code: string): ReadonlyMap<string, string> =>
  new Map(wordings.flatMap(({ owner, key, language, wording }) => (language === code ? [[`${owner}:${key}`, wording]] : [])));

/** Adds a language or changes one. @throws AppError `system.language-code`, `system.language-many`, `system.language-empty` */
export async function keepLanguage(ctx: Ctx, typed: string, { name, base, enabled }: Omit<AddedLanguage, 'code'>): Promise<AddedLanguageRow> {
  const code = languageCode(typed);
  if (code === undefined) throw new AppError('system.language-code', { code: EnvelopeCode.Invalid, fields: [{ path: 'code', msg: '' }] });
  const texts = ctx.service(siteTexts);
  const known = await texts.languages();
  const said = saidOf(await textsOfLanguages(ctx), await texts.wordings(), code);
  const wanted = { code, name: name.trim(), base, enabled };
  const flaw = languageFlaw(wanted, known, said.filled);
  if (flaw) throw new AppError(`system.${flaw}`, { code: EnvelopeCode.Refused, params: { most: MAX_ADDED_LANGUAGES, name: wanted.name } });
  await texts.keepLanguage(wanted);
  ctx.audit({ subject: 'language', subjectId: code, before: known.find((one) => one.code === code) ?? null, after: wanted });
  ctx.message('language.kept', { name: wanted.name });
  return { ...wanted, enabled: enabled ? 1 : 0, ...said };
}

/** Takes a language away with all that it says. @throws AppError `system.language-gone` */
export async function removeLanguage(ctx: Ctx, code: string): Promise<void> {
  const found = await languageNamed(ctx, code);
  await ctx.service(siteTexts).removeLanguage(code);
  ctx.audit({ subject: 'language', subjectId: code, before: found, after: null });
  ctx.message('language.removed', { name: found.name });
}

/**
 * What is to be written so that a text says this in a language of the site; empty, its base speaks.
 * @param before what it says in it now
 * @throws AppError `system.text-placeholders`, `system.text-long`
 */
export function addedWording(text: TextToSay, { code, base }: AddedLanguage, before: string, wording: string): SiteWording[] {
  if (wording === before) return [];
  if (wording === '') return [{ owner: text.owner, key: text.key, language: code, wording }];
  if (wording.length > MAX_WORDING) throw new AppError('system.text-long', { code: EnvelopeCode.Invalid, params: { most: MAX_WORDING } });
  const flaw = addedFlaw(text, base, wording);
  if (flaw) throw placeholderError(flaw, 'added');
  return [{ owner: text.owner, key: text.key, language: code, wording }];
}
