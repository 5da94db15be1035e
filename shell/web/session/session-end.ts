import { loginAddress } from '../router/guard.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import { dropSessionDrafts } from '../storage/draft-store.ts';
import type { SessionStore } from './session.store.ts';

export interface SessionEndOptions {
  readonly session: SessionStore;
  readonly storage: BrowserStorage;
  /** Where the person is now, path and query apart. */
  readonly here: () => { readonly path: string; readonly search: string };
  readonly hasUnsaved: () => boolean;
  /** Asks for the password over the page; resolves when the dialog is done with. */
  readonly askPassword: (reason: string) => Promise<'signed-in' | 'given-up'>;
  /** Leaves the document for an address; nothing of the session stays in memory. */
  readonly leave: (address: string) => void;
  readonly goToLock: () => void;
  /** Called after the same person signed in again over the page. */
  readonly resumed: () => void;
}

/** Name under which the login page finds what to tell the person. */
export const LOGIN_NOTICE = 'loginNotice';

/**
 * What happens when a session ends. Normally: forget it and go to the login page with the way back. Where a form holds
 * unsaved work, the person signs in over the page instead and goes on.
 */
export class SessionEnd {
  readonly #options: SessionEndOptions;
  readonly #listeners = new Set<() => void>();
  #asking = false;

  constructor(options: SessionEndOptions) {
    this.#options = options;
  }

  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The server answered 600, 601 or 602 (spec 8). */
  async expired(end: { readonly error: string; readonly msg: string }): Promise<void> {
    const { session, hasUnsaved, askPassword, goToLock, resumed } = this.#options;
    if (end.error === 'core.locked') {
      session.setLock(true);
      return goToLock();
    }
    if (this.#asking) return;
    if (session.userInfo === null || !hasUnsaved()) return this.toLogin(end.msg);
    this.#asking = true;
    const answer = await askPassword(end.msg);
    this.#asking = false;
    if (answer === 'signed-in') resumed();
    else this.toLogin('');
  }

  /** Forgets the session and shows the login page with a way back. */
  toLogin(notice: string): void {
    const { path, search } = this.#options.here();
    const bare = path === '/home' || path === '/login' || path === '/lockScreen' || path === '/';
    this.end(bare ? '/login' : loginAddress(path, search), notice);
  }

  /** Forgets the session and leaves for an address. `notice` is shown on the login page. */
  end(address: string, notice = ''): void {
    const { session, storage, leave } = this.#options;
    session.reset();
    dropSessionDrafts(storage);
    for (const listener of this.#listeners) listener();
    if (notice !== '') storage.set(LOGIN_NOTICE, notice);
    leave(address);
  }
}
