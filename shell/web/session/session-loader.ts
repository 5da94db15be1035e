import type { HttpPort } from '@nephra/plugin-sdk/web';
import { type CurrentUser, sessionContract } from '../../contract/index.ts';
import { EMPTY_REGISTRY, type SessionRegistry } from '../plugins/plugin-host.ts';
import { readRegistry } from '../plugins/read-registry.ts';
import { type MenuRoutes, translateMenus } from '../router/menu-routes.ts';

export interface LoadedSession extends MenuRoutes {
  readonly current: CurrentUser;
  readonly registry: SessionRegistry;
}

/** A session that cannot be used, with the text for the login page. */
export class SessionRefused extends Error {}

/**
 * User, menus and plugins of the session, asked for at once.
 * @param texts Texts of spec 8 for an empty user and an empty menu.
 * @param page path that is about to be opened; the answer then says what its page runs on.
 * @throws SessionRefused when user or menu is empty; ApiError when the server refused.
 */
export async function loadSession(http: HttpPort, texts: { readonly noUser: string; readonly noMenu: string }, page?: string): Promise<LoadedSession> {
  const [{ data }, registry] = await Promise.all([
    http.call(sessionContract.routes.currentUser, {}, { quiet: true }),
    readRegistry(http, page).catch(() => EMPTY_REGISTRY),
  ]);
  const current = data as CurrentUser | null;
  if (!current?.userInfo?.userId) throw new SessionRefused(texts.noUser);
  if (!current.menuList || current.menuList.length === 0) throw new SessionRefused(texts.noMenu);
  return { current, registry, ...translateMenus(current.menuList) };
}
