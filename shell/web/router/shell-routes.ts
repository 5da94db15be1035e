import { type LoaderFunctionArgs, redirect, replace } from 'react-router-dom';
import { decideNavigation } from './guard.ts';
import type { RouterStore } from './router.store.ts';

export interface GuardPorts {
  readonly router: RouterStore;
  readonly session: { readonly token: string; readonly isLock: boolean; readonly isLoaded: boolean };
  /** Takes the ticket out of the address bar and the history before anything else happens with it. */
  readonly cleanAddress: (ticket: string, to: string) => void;
  /** Whether somebody is signed in who stays it; the ticket is then looked at when a page is there to ask. */
  readonly keepsSession: (ticket: string) => Promise<boolean>;
  /** Exchanges a one-time ticket and stores its token. @throws when the server refused. */
  readonly exchange: (ticket: string) => Promise<void>;
  /** Loads user, menus, routes and plugins. @throws with the text to show. */
  readonly load: () => Promise<void>;
  /** Resets the session and leaves for the login page with a notice. */
  readonly refuse: (address: string, notice: string) => void;
  readonly leave: (address: string) => void;
  /** No answer came from the server: nothing is known about the session, so it is kept and the person may try again. */
  readonly isServerAway: (error: unknown) => boolean;
}

/** The document is on its way out: nothing more is drawn in it. */
const leaving = () => new Promise<never>(() => {});

const isLogin = (address: string): boolean => address === '/login' || address.startsWith('/login?');

/** Runs before every navigation (spec 2.3) and says where it really leads. */
export async function enter({ request }: Pick<LoaderFunctionArgs, 'request'>, ports: GuardPorts): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  const { session, router } = ports;
  const step = () => decideNavigation({ hasToken: session.token !== '', isLocked: session.isLock, isLoaded: session.isLoaded, path: pathname, search });
  let next = step();
  if (next.kind === 'exchange') {
    ports.cleanAddress(next.ticket, next.to);
    try {
      if (await ports.keepsSession(next.ticket)) return replace(next.to);
      await ports.exchange(next.ticket);
      return replace(next.to);
    } catch (error) {
      ports.refuse('/login', messageOf(error));
      return leaving();
    }
  }
  if (next.kind === 'load') {
    try {
      await ports.load();
    } catch (error) {
      if (ports.isServerAway(error)) throw error;
      if (session.isLock) return replace('/lockScreen');
      // A session that ended while loading has already chosen its way out.
      if (session.token !== '') ports.refuse(next.onFailure, messageOf(error));
      return leaving();
    }
    next = step();
  }
  if (next.kind === 'redirect') return goTo(next.to, ports);
  const found = router.resolve(pathname, search);
  return 'to' in found ? goTo(found.to, ports) : null;
}

function goTo(address: string, ports: GuardPorts): Response | Promise<never> {
  if (isLogin(address) && ports.session.token === '') {
    ports.leave(address);
    return leaving();
  }
  return address === '/home' || address === '/404' || address === '/lockScreen' ? replace(address) : redirect(address);
}

/** Text of spec 8 for a guard that failed without one. */
const messageOf = (error: unknown): string => (error instanceof Error && error.message !== '' ? error.message : 'Has Error');
