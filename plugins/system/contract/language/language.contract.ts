import { defineContract, del, fileLink, get, pageOf, pageQuery, post, put, type Static, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { LANGUAGE_PAGE, MAX_LANGUAGE_CODE, MAX_LANGUAGE_NAME, MAX_TEXT_KEY, MAX_WORDING } from './language-limits.ts';

const need = (button: string) => `perm:${LANGUAGE_PAGE}:${button}` as const;
const three = Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() });
const wording = Type.Optional(Type.String({ maxLength: MAX_WORDING }));

/** A text of shell or plugin. */
const textRow = Type.Object({
  /** `owner:key` */
  id: Type.String(),
  /** `core` (server of the shell), `shell` (its browser half) or the id of a plugin. */
  owner: Type.String(),
  key: Type.String(),
  /** As it is shown, the site's wording in place of the owner's; empty where a language lacks it. */
  zh: Type.String(),
  zhtw: Type.String(),
  en: Type.String(),
  /** As its owner has it. */
  own: three,
  /** Languages in which the site says something else, joined by commas. */
  changed: Type.String(),
  /** Languages in which nobody says anything, joined by commas. */
  missing: Type.String(),
  /** What the language of the site that was asked for says; empty: its base speaks. */
  added: Type.Optional(Type.String()),
});
export type TextRow = Static<typeof textRow>;

const filter = {
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
  owner: Type.Optional(Type.String({ maxLength: 64 })),
  /** Those that the site words otherwise, those that a language lacks, those whose plugin has no such text (any more). */
  state: Type.Optional(Type.Union([Type.Literal('changed'), Type.Literal('missing'), Type.Literal('unknown'), Type.Literal('')])),
};
const addedCode = Type.Optional(Type.String({ maxLength: MAX_LANGUAGE_CODE }));
const importRow = Type.Object({
  id: Type.String(),
  act: Type.Union([Type.Literal('edit'), Type.Literal('same'), Type.Literal('skip'), Type.Literal('refuse')]),
  /** What it will say, one language a line. */
  wording: Type.String(),
  /** Sentence for `skip` and `refuse`. */
  reason: Type.String(),
});
export type TextImportRow = Static<typeof importRow>;
const base = Type.Union([Type.Literal('zh'), Type.Literal('zhtw'), Type.Literal('en')]);
const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
const said = { filled: Type.Integer(), total: Type.Integer() };
/** A language that the site added. */
const addedLanguage = Type.Object({
  /** BCP 47, `vi`. */
  code: Type.String(),
  /** In itself: `Tiếng Việt`. */
  name: Type.String(),
  /** Says what it does not say, and gives dates, numbers and words of components. */
  base,
  /** 1: people can choose it. */
  enabled: flag,
  /** Of so many texts it says so many. */
  ...said,
});
export type AddedLanguageRow = Static<typeof addedLanguage>;
const codeParams = Type.Object({ code: Type.String({ minLength: 2, maxLength: MAX_LANGUAGE_CODE }) });

const upload = { need: need('btn_upload'), transaction: 'own', encoding: 'multipart', body: uploadBody, retry: 'natural' } as const;

/** Texts of shell and plugins in three languages, and a site's own wording of them. */
export const languageContract = defineContract('language', {
  list: get('/api/system/Language', {
    summary: 'Texts of shell and running plugins, found by what they say or by their key',
    need: `perm:${LANGUAGE_PAGE}`,
    audit: 'none',
    /** `language`: code of a language that the site added. Then names of menus and the page of sign-in are among the texts, and `state` is about that language. */
    query: Type.Object({ ...pageQuery, ...filter, language: addedCode }),
    reply: pageOf(textRow),
  }),
  owners: get('/api/system/Language/Actions/Owners', {
    summary: 'Whose texts there are',
    need: `perm:${LANGUAGE_PAGE}`,
    audit: 'none',
    reply: Type.Object({ list: Type.Array(Type.String()) }),
  }),
  save: put('/api/system/Language/Actions/Wording', {
    summary: 'Words a text otherwise; what is left out stays, an empty wording or one that is the owner’s is taken back. Screens show it within seconds',
    need: need('btn_edit'),
    audit: 'security',
    retry: 'natural',
    body: Type.Object({
      owner: Type.String({ minLength: 1, maxLength: 64 }),
      key: Type.String({ minLength: 1, maxLength: MAX_TEXT_KEY }),
      zh: wording,
      zhtw: wording,
      en: wording,
      /** In a language of the site. */
      added: Type.Optional(
        Type.Object({ language: Type.String({ minLength: 2, maxLength: MAX_LANGUAGE_CODE }), wording: Type.String({ maxLength: MAX_WORDING }) }),
      ),
    }),
    reply: Type.Object({ id: Type.String() }),
  }),
  exportFile: get('/api/system/Language/Actions/Export', {
    summary: 'The texts that are found, as a workbook that can be changed and imported',
    need: need('btn_download'),
    audit: 'export',
    raw: true,
    link: true,
    /** `language`: code of a language that the site added; the workbook then has a column for it, names of menus and the page of sign-in. */
    query: Type.Object({ ...filter, language: addedCode }),
    reply: fileLink,
  }),
  importPreview: post('/api/system/Language/Actions/ImportPreview', {
    ...upload,
    summary: 'What a workbook would change; nothing is written',
    audit: 'read',
    /** `languages`: how many texts languages of the site in the file would say then. */
    reply: Type.Object({ list: Type.Array(importRow), same: Type.Integer(), languages: Type.Array(Type.Object({ code: Type.String(), ...said })) }),
  }),
  importFile: post('/api/system/Language/Actions/Import', {
    ...upload,
    summary: 'Takes over the wordings of a workbook, all or nothing; texts that are not in it stay',
    audit: 'security',
    reply: Type.Object({ edited: Type.Integer(), unchanged: Type.Integer(), skipped: Type.Integer() }),
  }),
  languages: get('/api/system/Language/Actions/Languages', {
    summary: 'Languages that the site added, with how much of the texts they say',
    need: `perm:${LANGUAGE_PAGE}`,
    audit: 'none',
    reply: Type.Object({ list: Type.Array(addedLanguage) }),
  }),
  keepLanguage: put('/api/system/Language/Actions/Languages/{code}', {
    summary: 'Adds a language to the three of the product, or changes one; on, everybody can choose it within seconds, off, people go on in its base',
    need: need('btn_edit'),
    audit: 'security',
    retry: 'natural',
    params: codeParams,
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: MAX_LANGUAGE_NAME, pattern: '\\S' }), base, enabled: flag }),
    reply: addedLanguage,
  }),
  removeLanguage: del('/api/system/Language/Actions/Languages/{code}', {
    summary: 'Takes a language away with all that it says; who speaks it goes on in its base',
    need: need('btn_edit'),
    audit: 'security',
    retry: 'natural',
    params: codeParams,
    reply: Type.Null(),
  }),
});
