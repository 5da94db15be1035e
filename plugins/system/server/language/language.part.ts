import { toPage } from '@nephra/plugin-sdk/contract';
import { type CallContext, implement, type ServerPart, siteTexts, type UploadBody } from '@nephra/plugin-sdk/server';
import { languageContract } from '../../contract/language/language.contract.ts';
import { findTexts } from '../../domain/language/text-rows.ts';
import { assertSystemAdministrator } from '../system-administrator.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { exportTexts, importTexts, previewTexts } from './text-workbook.ts';
import { allTexts, saveWording } from './wordings.ts';

const called = (ctx: Ctx): CallContext<SystemDb> => ctx as unknown as CallContext<SystemDb>;
const DEFAULT_ROWS = 20;

const languageRoutes = implement<SystemDb>()(languageContract, {
  async list({ query }, ctx) {
    const found = findTexts(await allTexts(ctx), query);
    const { currentPage = 1, pageSize = DEFAULT_ROWS } = query;
    return toPage(found.slice((currentPage - 1) * pageSize, currentPage * pageSize), found.length, query);
  },
  owners: async (_input, ctx) => ({ list: (await ctx.service(siteTexts).owned()).map(({ owner }) => owner) }),
  async save({ body: { owner, key, ...wanted } }, ctx) {
    assertSystemAdministrator(ctx);
    return { id: await saveWording(ctx, owner, key, wanted) };
  },
  exportFile: ({ query }, ctx) => exportTexts(ctx, query),
  importPreview: ({ body }, ctx) => previewTexts(called(ctx), body as unknown as UploadBody),
  importFile({ body }, ctx) {
    assertSystemAdministrator(ctx);
    return importTexts(called(ctx), body as unknown as UploadBody);
  },
});

/** Texts of the installation: their rows are the shell's, reached by its service. */
export const languagePart: ServerPart<SystemDb> = { name: 'language', implementations: [languageRoutes] };
