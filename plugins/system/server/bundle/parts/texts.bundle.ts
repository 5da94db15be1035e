import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, siteTexts } from '@nephra/plugin-sdk/server';
import type { TextRow } from '../../../contract/language/language.contract.ts';
import { allTexts, WORDED, wordingsOf } from '../../language/wordings.ts';
import type { SystemDb } from '../../tables/tables.ts';
import { missing } from './record-entries.ts';

const text = Type.String();
/** The wording of the site in a language; empty where it has none. */
const wordingIn = (row: TextRow, language: (typeof WORDED)[number]): string => (row.changed.split(',').includes(language) ? row[language] : '');

/** What the site says in place of texts of shell and plugins. */
export const texts = bundlePart<SystemDb>({
  id: 'texts',
  title: { zh: '多语言文字', zhtw: '多語言文字', en: 'Texts' },
  format: 1,
  fields: {
    zh: { label: { zh: '简体中文', zhtw: '簡體中文', en: 'Simplified Chinese' } },
    zhtw: { label: { zh: '繁体中文', zhtw: '繁體中文', en: 'Traditional Chinese' } },
    en: { label: { zh: '英文', zhtw: '英文', en: 'English' } },
  },
  values: Type.Object({ zh: text, zhtw: text, en: text }, { additionalProperties: false }),
  async rows(ctx, codes) {
    const rows = (await allTexts(ctx)).filter(({ id, changed }) => (codes ? codes.has(id) : changed !== ''));
    return rows.map((row) => ({
      code: row.id,
      name: row.own[ctx.language] || row.id,
      values: { zh: wordingIn(row, 'zh'), zhtw: wordingIn(row, 'zhtw'), en: wordingIn(row, 'en') },
    }));
  },
  async writer(ctx) {
    const known = new Map((await allTexts(ctx)).map((row) => [row.id, row]));
    const service = ctx.service(siteTexts);
    return async ({ code, values }) => {
      const row = known.get(code);
      if (!row) throw missing(code);
      const said = Object.fromEntries(WORDED.map((language) => [language, values[language] === '' ? row.own[language] : String(values[language])]));
      await service.write(wordingsOf(row, said));
    };
  },
});
