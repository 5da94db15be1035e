import { toPage } from '@nephra/plugin-sdk/contract';
import { type CallContext, implement, requireSystemAdministrator, type ServerPart, siteTexts, type UploadBody } from '@nephra/plugin-sdk/server';
import { languageContract } from '../../contract/language/language.contract.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { addedLanguages, keepLanguage, removeLanguage } from './added-languages.ts';
import { exportTexts, importTexts, previewTexts } from './text-workbook.ts';
import { findTextsOf, saveWording } from './wordings.ts';

const called = (ctx: Ctx): CallContext<SystemDb> => ctx as unknown as CallContext<SystemDb>;
const DEFAULT_ROWS = 20;

const languageRoutes = implement<SystemDb>()(languageContract, {
  async list({ query }, ctx) {
    const { rows, said } = await findTextsOf(ctx, query, query.language);
    const { currentPage = 1, pageSize = DEFAULT_ROWS } = query;
    const shown = rows.slice((currentPage - 1) * pageSize, currentPage * pageSize);
    return toPage(said ? shown.map((row) => ({ ...row, added: said.get(row.id) ?? '' })) : shown, rows.length, query);
  },
  owners: async (_input, ctx) => ({ list: (await ctx.service(siteTexts).owned()).map(({ owner }) => owner) }),
  async save({ body: { owner, key, added, ...wanted } }, ctx) {
    requireSystemAdministrator(ctx);
    return { id: await saveWording(ctx, owner, key, wanted, added) };
  },
  exportFile: ({ query: { language, ...filter } }, ctx) => exportTexts(ctx, filter, language),
  languages: async (_input, ctx) => ({ list: [...(await addedLanguages(ctx))] }),
  keepLanguage({ params, body }, ctx) {
    requireSystemAdministrator(ctx);
    return keepLanguage(ctx, params.code, { ...body, enabled: body.enabled === 1 });
  },
  async removeLanguage({ params }, ctx) {
    requireSystemAdministrator(ctx);
    await removeLanguage(ctx, params.code);
    return null;
  },
  importPreview: ({ body }, ctx) => previewTexts(called(ctx), body as unknown as UploadBody),
  importFile({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return importTexts(called(ctx), body as unknown as UploadBody);
  },
});

/** Texts of the installation: their rows are the shell's, reached by its service. */
export const languagePart: ServerPart<SystemDb> = { name: 'language', implementations: [languageRoutes] };
