import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Contract, RouteMap } from '../contract/index.ts';
import { type Client, createClient, type MenuNode, type WebContext } from './context.ts';
import type { PageProps } from './define-plugin.ts';

interface PluginScope {
  readonly context: WebContext;
  /** Menu entry of the page around, when there is one. */
  readonly menu?: MenuNode;
  /** Query of the address of the page around. */
  readonly query?: PageProps['query'];
}

const NO_QUERY: PageProps['query'] = {};

const Scope = createContext<PluginScope | null>(null);

/** Placed by the shell around every page and slot of a plugin. */
export function PluginProvider({ context, menu, query, children }: PluginScope & { children: ReactNode }) {
  const scope = useMemo(() => ({ context, menu, query }), [context, menu, query]);
  return <Scope.Provider value={scope}>{children}</Scope.Provider>;
}

function useScope(): PluginScope {
  const scope = useContext(Scope);
  if (!scope) throw new Error('This component must be drawn inside a plugin page or slot.');
  return scope;
}

/** The context of the plugin whose page or slot is being drawn. */
export const usePlugin = (): WebContext => useScope().context;

/** The menu entry of the page around; its `id` is the modelId of spec 6. */
export const useMenu = (): MenuNode | undefined => useScope().menu;

/** Query of the address of the page around, for widgets; the page itself has it among its props. */
export const usePageQuery = (): PageProps['query'] => useScope().query ?? NO_QUERY;

/** Text function of the plugin. */
export function useText(): WebContext['t'] {
  return useScope().context.t;
}

/** Typed client of a contract. */
export function useClient<Routes extends RouteMap>(contract: Contract<Routes>): Client<Routes> {
  const { http } = usePlugin();
  return useMemo(() => createClient(contract, http), [contract, http]);
}

/**
 * True when the current page's permission entry has this button code (spec 6: presets btn_add, btn_edit, btn_remove).
 * Outside a menu page it is false: no entry means denied.
 */
export function useButtonPermission(buttonCode: string): boolean {
  const { context, menu } = useScope();
  return menu !== undefined && context.can(`${menu.enCode}:${buttonCode}`);
}

/** Draws its children only when the button code is granted (spec 6, button-level directive). */
export function WithPermission({ button, children, fallback = null }: { button: string; children: ReactNode; fallback?: ReactNode }) {
  return useButtonPermission(button) ? children : fallback;
}
