import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { MenuNode } from '../../contract/menu/menu.contract.ts';
import { shownTo } from '../../domain/menu/menu-place.ts';
import type { Ctx } from '../tables/tables.ts';
import { menuInfos, menuTreeOf } from './menu-node.ts';
import { allMenus, itemsOf, placesOf } from './menu-rows.ts';

/** Roles of everybody, and those of organisations that the caller sees. */
export async function previewRoles(ctx: Ctx): Promise<{ id: string; fullName: string; enCode: string }[]> {
  // rows: names of the roles that count somewhere in the caller's organisations, or everywhere
  let roles = ctx.db
    .selectFrom('core.role as role')
    .select(['role.id', 'role.full_name as fullName', 'role.en_code as enCode'])
    .where('role.deleted_at', 'is', null)
    .where('role.enabled', '=', true);
  if (!ctx.user.isAdministrator) {
    // rows: the organisations that a role is limited to
    roles = roles.where(
      sql<boolean>`(not exists (select 1 from core.role_org as limited where limited.role_id = role.id)
        or exists (select 1 from core.role_org as limited where limited.role_id = role.id and limited.org_id = any(${[...ctx.user.orgIds]})))`,
    );
  }
  return await roles.orderBy('role.sort_code').orderBy('role.id').execute();
}

/** The menu of somebody with this role alone. @throws AppError `system.menu-role` */
export async function previewRole(ctx: Ctx, roleId: string): Promise<MenuNode[]> {
  const role = (await previewRoles(ctx)).find(({ id }) => id === roleId);
  if (!role) throw new AppError('system.menu-role', { code: EnvelopeCode.NotFound });
  // rows: menus that one role was granted
  const grants = await ctx.db
    .selectFrom('core.permission_grant')
    .select('menu_code')
    .where('subject_type', '=', 'role')
    .where('subject_id', '=', roleId)
    .where('kind', '=', 'menu')
    .execute();
  const [all, items] = [await allMenus(ctx), await itemsOf(ctx)];
  const rows = all.filter(({ active, enabled }) => active && enabled);
  const hidden = new Set(rows.filter(({ siteChanges }) => siteChanges.hidden === true).map(({ enCode }) => enCode));
  const shown = shownTo(placesOf(rows), new Set(grants.map((grant) => grant.menu_code)), hidden);
  ctx.audit({ subject: 'role', subjectId: roleId });
  return menuTreeOf(
    menuInfos(rows, items, ctx.language).filter(({ enCode }) => shown.has(enCode)),
    rows,
  );
}
