/**
 * Which bundle a fresh page needs, and the navigation rules of spec 2.3 as one pure table. No imports: the boot script
 * inlines this file.
 */

/** Routes that pass without a token. */
export const OPEN_ROUTES: readonly string[] = ['/login', '/auth-redirect', '/jump'];

export interface GuardInput {
  readonly hasToken: boolean;
  readonly isLocked: boolean;
  /** Menus, user and routes of the session are here. */
  readonly isLoaded: boolean;
  readonly path: string;
  /** Query text with or without question mark. */
  readonly search: string;
}

export type GuardStep =
  | { readonly kind: 'pass' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Exchange the one-time ticket of the address, then clean the address and decide again. */
  | { readonly kind: 'exchange'; readonly ticket: string; readonly to: string }
  /** Load user, menus and routes, then decide again; on failure go to `onFailure`. */
  | { readonly kind: 'load'; readonly onFailure: string };

const PASS: GuardStep = { kind: 'pass' };

/** Slashes stay readable: they mean nothing in a query. */
export const loginAddress = (path: string, search = ''): string => `/login?redirect=${encodeURIComponent(path + withMark(search)).replaceAll('%2F', '/')}`;

const withMark = (search: string): string => (search === '' || search.startsWith('?') ? search : `?${search}`);

/** What a navigation to an address leads to (spec 2.3). */
export function decideNavigation({ hasToken, isLocked, isLoaded, path, search }: GuardInput): GuardStep {
  const query = new URLSearchParams(search);
  const ticket = path === '/home' ? (query.get('token') ?? '') : '';
  if (ticket !== '') {
    query.delete('token');
    const rest = query.toString();
    return { kind: 'exchange', ticket, to: rest === '' ? '/home' : `/home?${rest}` };
  }
  if (!hasToken) {
    if (OPEN_ROUTES.includes(path)) return PASS;
    return { kind: 'redirect', to: path === '/home' ? '/login' : loginAddress(path, search) };
  }
  if (isLocked && path !== '/lockScreen' && path !== '/login') return { kind: 'redirect', to: '/lockScreen' };
  if (path === '/login') return { kind: 'redirect', to: '/' };
  if (isLocked || isLoaded || OPEN_ROUTES.includes(path)) return PASS;
  return { kind: 'load', onFailure: loginAddress(path, search) };
}

/**
 * The entry that the boot script imports: `System.import(entryFor(...)).then((entry) => entry.start())`. Both entries export
 * `start()`. Only a signed-out visitor of an address that ends at the login page gets the small one.
 */
export function entryFor(page: { readonly hasToken: boolean; readonly path: string; readonly search: string }): 'login' | 'shell' {
  if (page.hasToken || page.path === '/auth-redirect') return 'shell';
  const step = decideNavigation({ ...page, isLocked: false, isLoaded: false });
  return step.kind === 'exchange' ? 'shell' : 'login';
}
