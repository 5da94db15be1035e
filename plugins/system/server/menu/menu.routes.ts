import { MenuType } from '@nephra/plugin-sdk/contract';
import { type CallContext, implement, requireSystemAdministrator, type UploadBody } from '@nephra/plugin-sdk/server';
import { menuContract } from '../../contract/menu/menu.contract.ts';
import { below } from '../../domain/menu/menu-place.ts';
import { withAncestors } from '../../domain/tree.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { exportMenus } from './export-menus.ts';
import { importMenus, previewMenus } from './import-menus.ts';
import { menuInfos, menuOne, menuTreeOf } from './menu-node.ts';
import { allMenus, itemsOf, menuById, placesOf } from './menu-rows.ts';
import { previewRole, previewRoles } from './preview-role.ts';
import { createMenu, editMenu, removeMenu, resetMenu, turnMenu } from './write-menu.ts';

const called = (ctx: Ctx): CallContext<SystemDb> => ctx as unknown as CallContext<SystemDb>;
const uploaded = (body: unknown): UploadBody => body as UploadBody;

async function everyMenu(ctx: Ctx, category?: string) {
  const [all, items] = [await allMenus(ctx), await itemsOf(ctx)];
  const rows = category ? all.filter((row) => row.category === category) : all;
  return { rows, infos: menuInfos(rows, items, ctx.language) };
}

export const menuRoutes = implement<SystemDb>()(menuContract, {
  async tree({ query: { category, keyword = '' } }, ctx) {
    const { rows, infos } = await everyMenu(ctx, category);
    const word = keyword.trim().toLowerCase();
    const found = withAncestors(infos, ({ fullName, enCode, urlAddress }) => [fullName, enCode, urlAddress].some((text) => text.toLowerCase().includes(word)));
    return { list: menuTreeOf(found, rows) };
  },
  async all({ query: { category } }, ctx) {
    const { rows, infos } = await everyMenu(ctx, category);
    const on = infos.filter(({ active, enabledMark }) => active === 1 && enabledMark === 1);
    return { list: menuTreeOf(on, rows) };
  },
  async selector({ params: { id } }, ctx) {
    const { rows, infos } = await everyMenu(ctx);
    const self = rows.find((row) => row.id === id);
    const gone = self ? new Set([self.enCode, ...below(placesOf(rows), self.enCode)]) : new Set<string>();
    return {
      list: menuTreeOf(
        infos.filter(({ type, enCode }) => type === MenuType.Directory && !gone.has(enCode)),
        rows,
      ),
    };
  },
  async info({ params: { id } }, ctx) {
    const rows = await allMenus(ctx);
    const row = menuById(rows, id);
    return menuOne(rows, row, await itemsOf(ctx, row.enCode), ctx.language);
  },
  roles: async (_input, ctx) => ({ list: await previewRoles(ctx) }),
  preview: async ({ params }, ctx) => ({ list: await previewRole(ctx, params.id) }),
  async create({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return { id: await createMenu(ctx, body) };
  },
  async edit({ params: { id }, body }, ctx) {
    requireSystemAdministrator(ctx);
    await editMenu(ctx, id, body);
    return { id };
  },
  async state({ params: { id } }, ctx) {
    requireSystemAdministrator(ctx);
    const on = await turnMenu(ctx, id);
    ctx.message(on ? 'menu.on' : 'menu.off');
    return { id };
  },
  async reset({ params: { id } }, ctx) {
    requireSystemAdministrator(ctx);
    await resetMenu(ctx, id);
    return { id };
  },
  async remove({ params: { id } }, ctx) {
    requireSystemAdministrator(ctx);
    await removeMenu(ctx, id);
    return null;
  },
  exportAll: (_input, ctx) => exportMenus(ctx),
  exportOne: ({ params }, ctx) => exportMenus(ctx, params.id),
  async importPreview({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return { list: await previewMenus(called(ctx), uploaded(body)) };
  },
  importFile({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return importMenus(called(ctx), uploaded(body));
  },
});
