import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { listViewContract } from '../../../../plugin-sdk/contract/list-view/list-view.contract.ts';
import type { Audience, ListView } from '../../../contract/index.ts';
import type { CoreParts } from '../../composition/core-parts.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../../http/pipeline/bound-route.ts';
import type { CallScope } from '../../http/pipeline/call-scope.ts';
import { isWithin } from '../../identity/list-views/audience.ts';
import { organisationsOf, reachOf, rolesOf, type Viewer } from '../../identity/list-views/audience-names.ts';
import type { ColumnDefaults } from '../../identity/list-views/column-defaults.ts';
import type { ListViews } from '../../identity/list-views/list-views.ts';
import type { MenuCatalogue } from '../../identity/menus/menu-catalogue.ts';
import { DEFAULT_COLUMNS_RIGHT, SHARE_VIEWS_RIGHT } from '../../identity/menus/shell-permissions.ts';

export interface ListViewServices {
  readonly catalogue: MenuCatalogue;
  readonly views: ListViews;
  readonly columnDefaults: ColumnDefaults;
}

const forbidden = (): AppError => new AppError('core.forbidden', { code: EnvelopeCode.Forbidden });

/** Who asks. @throws AppError `core.login-needed` */
export function viewerOf({ session, rights, language }: CallScope): Viewer {
  if (!session || !rights) throw new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
  const { isAdministrator, orgIds, orgIdsAbove, roles } = rights;
  return { userId: session.userId, language, isAdministrator, orgIds, orgIdsAbove, roleIds: roles.map(({ id }) => id) };
}

const maySay = ({ rights }: CallScope, right: string): boolean => rights?.can(right) ?? false;

/** Whether a list belongs to a page that the caller may open: nobody learns from views what stands on others. */
async function opensPage(catalogue: MenuCatalogue, { rights }: CallScope, moduleId: string): Promise<boolean> {
  if (!rights) return false;
  const [menuId] = moduleId.split(':');
  const menu = (await catalogue.at(rights.revision)).menus.find(({ id }) => id === menuId);
  return menu !== undefined && rights.can(menu.code);
}

/**
 * The view that a list opens with.
 * @param asked its id; empty: the one that was chosen
 * @returns `refused` for one that is none, or not shared with the caller
 */
export async function openingViewOf(
  { views, catalogue }: ListViewServices,
  call: CallScope,
  moduleId: string,
  asked: string,
): Promise<ListView | null | 'refused'> {
  if (await opensPage(catalogue, call, moduleId)) return await views.opening(viewerOf(call), moduleId, asked, maySay(call, SHARE_VIEWS_RIGHT));
  return asked === '' ? null : 'refused';
}

/** Saved views of lists, and the columns that people begin with. */
export function listViewRoutes(owner: RouteOwner, { db }: CoreParts, services: ListViewServices): BoundRoute[] {
  const { views, catalogue, columnDefaults } = services;
  const assertPage = async (call: CallScope, moduleId: string): Promise<void> => {
    if (!(await opensPage(catalogue, call, moduleId))) throw forbidden();
  };
  const mayShare = (call: CallScope): boolean => maySay(call, SHARE_VIEWS_RIGHT);
  return bindCore(owner, listViewContract, {
    list: async ({ params: { moduleId } }, _ctx, call) => {
      await assertPage(call, moduleId);
      const viewer = viewerOf(call);
      const [list, defaultId] = await Promise.all([views.list(viewer, moduleId, mayShare(call)), views.chosen(viewer, moduleId)]);
      return { list, defaultId, mayShare: mayShare(call) };
    },
    create: async ({ body: { moduleId, name, content } }, ctx, call) => {
      await assertPage(call, moduleId);
      const view = await views.create(viewerOf(call), moduleId, { name, content });
      ctx.audit({ subject: 'list-view', subjectId: view.id, after: { moduleId, name: view.name } });
      ctx.message('view-saved', { name: view.name });
      return { ...view, manages: mayShare(call) };
    },
    change: async ({ params, body }, ctx, call) => {
      const [before, after] = await views.change(viewerOf(call), params.id, body, mayShare(call));
      ctx.audit({ subject: 'list-view', subjectId: params.id, before, after });
      ctx.message('view-saved', { name: after.name });
      return null;
    },
    remove: async ({ params }, ctx, call) => {
      const before = await views.remove(viewerOf(call), params.id, mayShare(call));
      ctx.audit({ subject: 'list-view', subjectId: params.id, before });
      ctx.message('view-removed');
      return null;
    },
    share: async ({ params, body }, ctx, call) => {
      const [before, after] = await views.share(viewerOf(call), params.id, body.audiences);
      ctx.audit({ subject: 'list-view', subjectId: params.id, before, after });
      ctx.message(after.audiences.length > 0 ? 'view-shared' : 'view-unshared', { name: after.name });
      return null;
    },
    choose: async ({ params: { moduleId }, body }, _ctx, call) => {
      await assertPage(call, moduleId);
      await views.choose(viewerOf(call), moduleId, body.id);
      return null;
    },
    order: async ({ params: { moduleId }, body }, _ctx, call) => {
      await views.order(viewerOf(call), moduleId, body.ids);
      return null;
    },
    audiences: async (_input, _ctx, call) => {
      const viewer = viewerOf(call);
      const [organizes, roles] = await Promise.all([organisationsOf(db, viewer), rolesOf(db, viewer)]);
      return { everywhere: viewer.isAdministrator, organizes, roles };
    },
    defaults: async ({ params: { moduleId } }, _ctx, call) => {
      await assertPage(call, moduleId);
      const viewer = viewerOf(call);
      const mayArrange = maySay(call, DEFAULT_COLUMNS_RIGHT);
      const [applies, list] = await Promise.all([
        columnDefaults.of(viewer, moduleId),
        mayArrange ? reachOf(db, viewer).then((reach) => columnDefaults.within(reach, moduleId, call.language)) : [],
      ]);
      return { applies: applies ? named(applies) : null, mayArrange, list };
    },
    saveDefault: async ({ params: { moduleId }, body: { columns, ...audience } }, ctx, call) => {
      await assertPage(call, moduleId);
      const viewer = viewerOf(call);
      if (!isWithin(audience, await reachOf(db, viewer))) throw new AppError('core.share-beyond', { code: EnvelopeCode.Forbidden });
      await columnDefaults.save(moduleId, audience, columns, viewer.userId);
      ctx.audit({ subject: 'column-default', subjectId: moduleId, after: { ...audience, columns: columns.map(shownProp) } });
      ctx.message(columns.length > 0 ? 'columns-default-saved' : 'columns-default-removed');
      return null;
    },
  });
}

const named = ({ orgId, orgName, roleId, roleName }: Audience & { orgName: string; roleName: string }) => ({ orgId, orgName, roleId, roleName });

/** As the audit log names a column: `-phone` is there, and hidden. */
const shownProp = ({ prop, visible }: { readonly prop: string; readonly visible: boolean }): string => (visible ? prop : `-${prop}`);
