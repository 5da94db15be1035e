import { AppError, EnvelopeCode, Type } from '@nephra/plugin-sdk/contract';
import { BUNDLE_FLAG_WORDS, bundlePart, type BundleWrite, type SiteWording, siteTexts } from '@nephra/plugin-sdk/server';
import { MAX_LANGUAGE_NAME, MAX_TEXT_ROWS, MAX_WORDING } from '../../../contract/language/language-limits.ts';
import { isTextId, textsByLanguage, wordingChanges } from '../../../domain/bundle/entries/language-entries.ts';
import { type AddedLanguage, languageCode } from '../../../domain/language/added-language.ts';
import { addedWording, keepLanguage, textsOfLanguages } from '../../language/added-languages.ts';
import type { Ctx, SystemDb } from '../../tables/tables.ts';
import { flag } from './record-entries.ts';

const values = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_LANGUAGE_NAME, pattern: '\\S' }),
    base: Type.Union([Type.Literal('zh'), Type.Literal('zhtw'), Type.Literal('en')]),
    enabledMark: Type.Union([Type.Literal(0), Type.Literal(1)]),
    count: Type.Integer(),
    texts: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: MAX_WORDING }), { maxProperties: MAX_TEXT_ROWS }),
  },
  { additionalProperties: false },
);

async function allLanguages(ctx: Ctx, codes: ReadonlySet<string> | undefined) {
  const service = ctx.service(siteTexts);
  const languages = (await service.languages()).filter(({ code }) => !codes || codes.has(code));
  if (languages.length === 0) return [];
  const said = textsByLanguage(await service.wordings());
  return languages.map(({ code, name, base, enabled }) => {
    const texts = said.get(code) ?? {};
    return { code, name, values: { name, base, enabledMark: flag(enabled), count: Object.keys(texts).length, texts } };
  });
}

/**
 * Languages that the site added, each with all that it says; there it says what it says here. Texts of a plugin that does not run there are kept and wait
 * for it, as they do when a plugin is turned off.
 */
export const languages = bundlePart<SystemDb>({
  id: 'languages',
  title: { zh: '站点语言', zhtw: '站點語言', en: 'Languages of the site' },
  format: 1,
  fields: {
    name: { label: { zh: '语言名称', zhtw: '語言名稱', en: 'Name' } },
    base: {
      label: { zh: '未翻译时使用', zhtw: '未翻譯時使用', en: 'Says what is not translated' },
      words: {
        zh: { zh: '简体中文', zhtw: '簡體中文', en: 'Simplified Chinese' },
        zhtw: { zh: '繁体中文', zhtw: '繁體中文', en: 'Traditional Chinese' },
        en: { zh: '英文', zhtw: '英文', en: 'English' },
      },
    },
    enabledMark: { label: { zh: '可选用', zhtw: '可選用', en: 'Can be chosen' }, words: BUNDLE_FLAG_WORDS },
    count: { label: { zh: '文字数', zhtw: '文字數', en: 'Texts' } },
    texts: { label: { zh: '文字', zhtw: '文字', en: 'What it says' } },
  },
  values,
  rows: allLanguages,
  async writer(ctx): Promise<BundleWrite> {
    const service = ctx.service(siteTexts);
    const known = new Map((await textsOfLanguages(ctx)).map((text) => [text.id, text]));
    return async ({ code, values: { name, base, enabledMark, count, texts } }) => {
      const said = texts as Readonly<Record<string, string>>; // `values` lets nothing else through
      const ids = Object.keys(said);
      if (languageCode(code) !== code || ids.length !== count || !ids.every(isTextId))
        throw new AppError('core.bundle-entry', { code: EnvelopeCode.Invalid, params: { code } });
      const wanted = { name: String(name), base: base as AddedLanguage['base'], enabled: enabledMark === 1 }; // `values` lets nothing else through
      const here = (await service.languages()).find((one) => one.code === code);
      // Turned on behind its texts: one that says nothing cannot be.
      await keepLanguage(ctx, code, { ...wanted, enabled: here?.enabled ?? false });
      const before = textsByLanguage(await service.wordings()).get(code) ?? {};
      const writes = wordingChanges(before, said).flatMap(({ id, owner, key, wording }): SiteWording[] => {
        const text = known.get(id);
        return text && wording !== '' ? addedWording(text, { code, ...wanted }, before[id] ?? '', wording) : [{ owner, key, language: code, wording }];
      });
      await service.write(writes);
      await keepLanguage(ctx, code, wanted);
    };
  },
});
